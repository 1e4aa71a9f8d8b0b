import { button, element, freshId } from "../elements/element.js";
import type { FormParameter } from "../views/facts.js";
import { languageName } from "../views/language.js";
import type { Field } from "./fields.js";
import { choicesOf, complaint, suggestionsOf } from "./parameter.js";

/** The source and target language of a translator. */
export interface LanguageBar {
	readonly element: HTMLElement;
	readonly fields: readonly Field[];
	/** Shows which languages the answer has, if the visitor left them open. */
	detected(from: string, to: string): void;
	/** Calls this when the visitor swaps the languages. */
	onSwap(swap: () => void): void;
}

type Pair = readonly [from: FormParameter, to: FormParameter];

/** The parameters `from` and `to`, if both list languages. */
export function languagePair(parameters: readonly FormParameter[]): Pair | undefined {
	const [from, to] = ["from", "to"].map((name) => parameters.find((one) => one.name === name));
	return from && to && tagsOf(from).length > 0 && tagsOf(to).length > 0 ? [from, to] : undefined;
}

/** The languages that a parameter lists; none if it lists something else. */
function tagsOf(parameter: FormParameter): readonly string[] {
	const choices = choicesOf(parameter);
	const tags = choices.length > 0 ? choices : suggestionsOf(parameter);
	return tags.every((tag) => languageName(tag) !== undefined) ? tags : [];
}

export function makeLanguageBar([from, to]: Pair, changed: () => void): LanguageBar {
	const source = makeLanguage(from, "Detect language", changed);
	const target = makeLanguage(to, "Automatic", changed);
	let swapped = () => {};
	let last: readonly [string, string] | undefined;
	const swap = button(
		"⇄",
		() => {
			const pair = [source.read()[0] ?? last?.[0], target.read()[0] ?? last?.[1]];
			source.write(pair[1] === undefined ? [] : [pair[1]]);
			target.write(pair[0] === undefined ? [] : [pair[0]]);
			swapped();
			changed();
		},
		{ class: "icon", "aria-label": "Swap the languages", title: "Swap the languages" },
	);
	return {
		element: element("div.languages", source.element, swap, target.element),
		fields: [source, target],
		detected: (...pair) => {
			last = pair;
			source.found(pair[0]);
			target.found(pair[1]);
		},
		onSwap: (next) => {
			swapped = next;
		},
	};
}

interface Language extends Field {
	found(tag: string): void;
}

function makeLanguage(parameter: FormParameter, open: string, changed: () => void): Language {
	const id = freshId();
	const none = element("option", { value: "" }, open);
	const option = (tag: string) => element("option", { value: tag }, languageName(tag) ?? tag);
	const select = element(
		"select",
		{ id, name: parameter.name, title: String(parameter.schema.description ?? "") || undefined },
		...(parameter.required ? [] : [none]),
		...tagsOf(parameter).map(option),
	);
	const complain = () => complaint(parameter, read());
	const read = () => (select.value === "" ? [] : [select.value]);
	select.addEventListener("input", () => {
		none.textContent = open;
		changed();
	});
	return {
		parameter,
		element: element("div", element("label", { for: id, class: "unseen" }, parameter.name), select),
		read,
		write: ([tag]) => {
			none.textContent = open;
			// An address may name a language that the list does not have. The mill says what it thinks of it.
			if (tag !== undefined && ![...select.options].some(({ value }) => value === tag))
				select.append(option(tag));
			select.value = tag ?? (parameter.required ? (tagsOf(parameter)[0] ?? "") : "");
		},
		complain,
		found: (tag) => {
			if (select.value === "") none.textContent = `${languageName(tag) ?? tag} (auto)`;
		},
	};
}
