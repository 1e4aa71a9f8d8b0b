import { button, element } from "../elements/element.js";
import type { FormParameter } from "../views/facts.js";
import type { Texts } from "./address.js";
import { makeField } from "./fields.js";
import { type LanguageBar, languagePair, makeLanguageBar } from "./language-bar.js";
import { defaultOf, given } from "./parameter.js";

/** The parameters of a mill as a row of chips. */
interface Controls {
	readonly element: HTMLElement;
	/** The two languages of a translator. */
	readonly languages: LanguageBar | undefined;
	read(): Texts;
	/** Shows these values. Other parameters get their defaults. */
	write(texts: Texts): void;
	/** The first error; undefined if a call can be made. */
	complaint(): string | undefined;
}

/** Number of parameters that are visible without a click. Those that are set always are. */
const SEEN = 4;

export function makeControls(parameters: readonly FormParameter[], changed: () => void): Controls {
	const pair = languagePair(parameters);
	const languages = pair && makeLanguageBar(pair, changed);
	const ordered = parameters
		.filter((parameter) => !pair?.includes(parameter))
		.sort((a, b) => Number(isDemanded(b)) - Number(isDemanded(a)));
	const own = ordered.map((parameter) =>
		makeField(parameter, () => {
			mark();
			changed();
		}),
	);
	const fields = [...(languages?.fields ?? []), ...own];
	const read = () => Object.fromEntries(fields.map((field) => [field.parameter.name, field.read()]));
	const seen = own.length > SEEN + 1 ? SEEN : own.length;
	const box = element("div.controls", { role: "group", "aria-label": "Settings" });
	const more = button("", () => open(!box.classList.contains("open")), {
		class: "more quiet",
		"aria-expanded": "false",
	});

	/** All settings, with what they mean; or those that matter most. */
	function open(isOpen: boolean): void {
		box.classList.toggle("open", isOpen);
		more.setAttribute("aria-expanded", String(isOpen));
		more.textContent = isOpen ? "Fewer settings" : own.length > seen ? `+${own.length - seen} settings` : "?";
		if (own.length <= seen) more.setAttribute("aria-label", "What the settings mean");
	}

	function mark(): void {
		const set = given(ordered, read());
		for (const [i, { element: chip, parameter }] of own.entries()) {
			chip.classList.toggle("set", set[parameter.name] !== undefined);
			chip.classList.toggle("extra", i >= seen);
		}
	}
	box.append(...(languages ? [languages.element] : []), ...own.map((field) => field.element));
	if (own.length > 0) box.append(more);
	open(false);
	return {
		element: box,
		languages,
		read,
		write: (texts) => {
			for (const field of fields) field.write(texts[field.parameter.name] ?? defaultOf(field.parameter));
			mark();
		},
		complaint: () => fields.map((field) => field.complain()).find((text) => text !== undefined),
	};
}

function isDemanded({ inPath, required }: FormParameter): boolean {
	return inPath || required;
}
