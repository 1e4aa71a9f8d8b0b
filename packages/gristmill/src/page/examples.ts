import { element } from "./elements/element.js";
import { type FormExample, kindOf } from "./views/facts.js";
import { words } from "./views/view-facts.js";

/** Maximum length of the label of an example's button. */
const LABEL = 28;

/** One button for each example, named by its author or by its first words. */
export function exampleRow(
	examples: readonly FormExample[],
	use: (example: FormExample) => void,
): HTMLElement[] {
	if (examples.length === 0) return [];
	const buttons = examples.map((example, i) => {
		const settings = Object.entries(example.parameters).map(([name, value]) => `${words(name)} ${value}`);
		const unseen =
			settings.length > 0 ? element("span", { class: "unseen" }, `, with ${settings.join(", ")}`) : undefined;
		const label = labelOf(example, examples.length > 1 ? i + 1 : undefined);
		return element(
			"button",
			{
				type: "button",
				class: "example",
				title: settings.join(", ") || undefined,
				onclick: () => use(example),
			},
			element("span", { dir: "auto" }, label),
			unseen,
		);
	});
	return [
		element(
			"div",
			{ class: "examples", role: "group", "aria-label": "Examples" },
			element("span", { class: "label", "aria-hidden": "true" }, "Try"),
			...buttons,
		),
	];
}

function labelOf({ title, text, mediaType }: FormExample, nth: number | undefined): string {
	if (title !== undefined) return title;
	if (text === undefined || kindOf(mediaType) === "form") {
		const noun = kindOf(mediaType) === "picture" ? "an example picture" : "an example file";
		return nth === undefined ? noun : `${noun.replace(/^an /, "")} ${nth}`;
	}
	const line = text.replace(/\s+/g, " ").trim();
	if (line === "" || line === '""') return "an empty text";
	const start = [...line].slice(0, LABEL).join("");
	return line.length > start.length ? `${start.replace(/\s+\S*$/, "")}…` : start;
}
