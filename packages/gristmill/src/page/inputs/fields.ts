import { element, freshId } from "../elements/element.js";
import { words } from "../elements/number.js";
import type { FormParameter } from "../views/facts.js";
import { inline } from "../views/prose.js";
import { choicesOf, complaint, controlOf, defaultOf, suggestionsOf, typedTexts } from "./parameter.js";

export interface Field {
	readonly parameter: FormParameter;
	readonly element: HTMLElement;
	read(): readonly string[];
	write(texts: readonly string[]): void;
	complain(): string | undefined;
}

/** The control of one parameter, with its help and what is wrong. */
export function makeField(parameter: FormParameter, changed: () => void): Field {
	const helpId = freshId();
	const wrong = element("p.wrong", { role: "alert" });
	const meaning = String(parameter.schema.description ?? "");
	const about = element("p.help", { id: helpId }, inline(meaning));
	const complain = () => {
		const text = complaint(parameter, part.read());
		if (wrong.textContent !== (text ?? "")) wrong.textContent = text ?? "";
		part.input.setAttribute("aria-invalid", String(text !== undefined));
		return text;
	};
	const part = makeInput(parameter, helpId, () => {
		complain();
		changed();
	});
	const kind = controlOf(parameter);
	return {
		parameter,
		element: element("div", { class: `field ${kind}`, title: meaning }, part.element, about, wrong),
		read: part.read,
		write: (texts) => {
			part.write(texts);
			complain();
		},
		complain,
	};
}

interface Part {
	readonly element: HTMLElement;
	readonly input: HTMLElement;
	read(): readonly string[];
	write(texts: readonly string[]): void;
}

function makeInput(parameter: FormParameter, helpId: string, changed: () => void): Part {
	const { name } = parameter;
	const id = freshId();
	const label = element("label", { for: id }, words(name));
	const common = { id, name, "aria-describedby": helpId, oninput: changed };
	switch (controlOf(parameter)) {
		case "choice": {
			const hasDefault = defaultOf(parameter).length > 0;
			const none = hasDefault || parameter.required ? [] : [element("option", { value: "" }, "not set")];
			const options = choicesOf(parameter).map((text) => element("option", { value: text }, text));
			const input = element("select", common, ...none, ...options);
			return {
				element: element("div", label, input),
				input,
				read: () => (input.value === "" ? [] : [input.value]),
				write: ([text]) => {
					input.value = text ?? (none.length > 0 ? "" : (choicesOf(parameter)[0] ?? ""));
				},
			};
		}
		case "choices":
			return choices(parameter, changed);
		case "switch": {
			const input = element("input", { ...common, type: "checkbox" });
			return {
				element: element("div", input, label),
				input,
				read: () => [String(input.checked)],
				write: ([text]) => {
					input.checked = text === "true";
				},
			};
		}
		default:
			return typed(parameter, common, label, changed);
	}
}

/** A number, a text, or texts separated by commas. */
function typed(parameter: FormParameter, common: object, label: HTMLElement, changed: () => void): Part {
	const isList = parameter.schema.type === "array";
	const isNumber = controlOf(parameter) === "number";
	const suggestions = suggestionsOf(parameter);
	const listId = freshId();
	/** What was written, until the visitor edits it: the box has no line breaks, and commas only between items. */
	let kept: readonly string[] | undefined;
	const input = element("input", {
		...common,
		oninput: () => {
			kept = undefined;
			changed();
		},
		// Not type="number": browsers hide invalid text, so the page could not explain the error.
		type: "text",
		inputmode: isNumber ? "decimal" : undefined,
		autocomplete: "off",
		dir: isNumber ? undefined : "auto",
		spellcheck: "false",
		placeholder: isList ? "a, b, c" : parameter.required ? undefined : "not set",
		list: suggestions.length > 0 ? listId : undefined,
	});
	const options = suggestions.map((text) => element("option", { value: text }));
	const list = suggestions.length > 0 ? element("datalist", { id: listId }, ...options) : undefined;
	return {
		element: element("div", label, input, list),
		input,
		read: () => kept ?? typedTexts(parameter, input.value),
		write: (texts) => {
			kept = isNumber ? undefined : texts;
			input.value = texts.join(", ");
		},
	};
}

/** Several values from a short list: one checkbox each. */
function choices(parameter: FormParameter, changed: () => void): Part {
	const boxes = choicesOf(parameter).map((text) =>
		element("input", { type: "checkbox", value: text, oninput: changed }),
	);
	const group = element(
		"fieldset",
		element("legend", words(parameter.name)),
		...boxes.map((box) => element("label", box, ` ${box.value}`)),
	);
	return {
		element: group,
		input: group,
		read: () => boxes.filter((box) => box.checked).map((box) => box.value),
		write: (texts) => {
			for (const box of boxes) box.checked = texts.includes(box.value);
		},
	};
}
