import { button, element } from "./elements/element.js";
import { words } from "./elements/number.js";
import { type FormExample, kindOf } from "./views/facts.js";

/** Maximum length of the label of an example's button. */
const LABEL = 40;

/** One button for each example, named by its author or by its first words. */
export function exampleButtons(
	examples: readonly FormExample[],
	use: (example: FormExample, label: string) => void,
): HTMLElement[] {
	return examples.map((example, i) => {
		const settings = Object.entries(example.parameters).map(([name, value]) => `${words(name)} ${value}`);
		const label = labelOf(example, examples.length > 1 ? i + 1 : undefined);
		const made = button(element("span", { dir: "auto" }, label), () => use(example, label), {
			class: "item",
			"data-ends": "",
		});
		if (settings.length > 0) made.append(element("small", settings.join(", ")));
		return made;
	});
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
