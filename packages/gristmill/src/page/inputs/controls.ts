import { element } from "../elements/element.js";
import type { FormParameter } from "../views/facts.js";
import type { Texts } from "./address.js";
import { type Field, makeField } from "./fields.js";
import { type LanguageBar, languagePair, makeLanguageBar } from "./language-bar.js";
import { defaultOf, given } from "./parameter.js";

/** The parameters of a mill as a form. */
export interface Controls {
	readonly element: HTMLElement;
	/** The two languages of a translator. They stand above the text. */
	readonly languages: LanguageBar | undefined;
	read(): Texts;
	/** Shows these values. Other parameters get their defaults. */
	write(texts: Texts): void;
	/** The first error; undefined if a call can be made. */
	complaint(): string | undefined;
}

/** Number of parameters that are visible without a click. */
const SEEN = 4;

export function makeControls(parameters: readonly FormParameter[], changed: () => void): Controls {
	const pair = languagePair(parameters);
	const languages = pair && makeLanguageBar(pair, changed);
	const ordered = parameters
		.filter((parameter) => !pair?.includes(parameter))
		.sort((a, b) => Number(isDemanded(b)) - Number(isDemanded(a)));
	const own = ordered.map((parameter) =>
		makeField(parameter, () => {
			sum();
			changed();
		}),
	);
	const fields = [...(languages?.fields ?? []), ...own];
	const seen = own.slice(0, howManySeen(ordered));
	const hidden = own.slice(seen.length);
	const summary = element("summary", {});
	const grid = (some: readonly Field[]) =>
		element("div", { class: "fields" }, ...some.map((field) => field.element));
	const read = () => Object.fromEntries(fields.map((field) => [field.parameter.name, field.read()]));

	/** Lists the hidden parameters that are set. */
	function sum(): void {
		const noun = hidden.length === 1 ? "setting" : "settings";
		const said = Object.entries(
			given(
				hidden.map(({ parameter }) => parameter),
				read(),
			),
		);
		const words = said.map(([name, texts]) => `${name} ${texts.join(" ")}`).join(", ");
		summary.textContent = `${hidden.length} ${seen.length > 0 ? "more " : ""}${noun}${words && `: ${words}`}`;
	}

	const box = element("div", { class: "controls" });
	if (seen.length > 0) box.append(element("h2", {}, "Settings"), grid(seen));
	if (hidden.length > 0) box.append(element("details", { class: "more" }, summary, grid(hidden)));
	return {
		element: box,
		languages,
		read,
		write: (texts) => {
			for (const field of fields) field.write(texts[field.parameter.name] ?? defaultOf(field.parameter));
			sum();
		},
		complaint: () => fields.map((field) => field.complain()).find((text) => text !== undefined),
	};
}

function howManySeen(ordered: readonly FormParameter[]): number {
	return ordered.length > SEEN + 1 ? SEEN : ordered.length;
}

function isDemanded({ inPath, required }: FormParameter): boolean {
	return inPath || required;
}
