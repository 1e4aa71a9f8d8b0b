import type { Texts } from "../address.js";
import { element, freshId } from "../element.js";
import type { FormParameter } from "../views/facts.js";
import { inline } from "../views/prose.js";
import { choicesOf, complaint, controlOf, defaultOf, given, suggestionsOf } from "./parameter.js";

/** The parameters of a mill as a form. */
export interface Controls {
	readonly element: HTMLElement;
	read(): Texts;
	/** Shows these values. Other parameters get their defaults. */
	write(texts: Texts): void;
	/** The first error; undefined if a call can be made. */
	complaint(): string | undefined;
}

interface Field {
	readonly parameter: FormParameter;
	readonly element: HTMLElement;
	read(): readonly string[];
	write(texts: readonly string[]): void;
	complain(): string | undefined;
}

/** Number of parameters that are visible without a click. */
const SEEN = 4;

export function makeControls(parameters: readonly FormParameter[], changed: () => void): Controls {
	const ordered = [...parameters].sort((a, b) => Number(isDemanded(b)) - Number(isDemanded(a)));
	const fields = ordered.map((parameter) =>
		makeField(parameter, () => {
			sum();
			changed();
		}),
	);
	const seen = fields.slice(0, howManySeen(ordered));
	const hidden = fields.slice(seen.length);
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
		read,
		write: (texts) => {
			for (const field of fields) field.write(texts[field.parameter.name] ?? defaultOf(field.parameter));
			sum();
		},
		complaint: () => fields.map((field) => field.complain()).find((text) => text !== undefined),
	};
}

/** On a phone only required parameters are visible at first, so that the answer is near. */
function howManySeen(ordered: readonly FormParameter[]): number {
	if (matchMedia("(max-width: 880px)").matches)
		return ordered.filter((parameter) => isDemanded(parameter)).length;
	return ordered.length > SEEN + 1 ? SEEN : ordered.length;
}

function isDemanded({ inPath, required }: FormParameter): boolean {
	return inPath || required;
}

function makeField(parameter: FormParameter, changed: () => void): Field {
	const helpId = freshId();
	const wrong = element("p", { class: "wrong", role: "alert" });
	const about = element(
		"p",
		{ class: "help", id: helpId },
		inline(String(parameter.schema.description ?? "")),
	);
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
		element: element("div", { class: `field ${kind}` }, part.element, about, wrong),
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
	const label = element("label", { for: id }, name.replaceAll("_", " "));
	const common = { id, name, "aria-describedby": helpId, oninput: changed };
	switch (controlOf(parameter)) {
		case "choice": {
			const hasDefault = defaultOf(parameter).length > 0;
			const none = hasDefault || parameter.required ? [] : [element("option", { value: "" }, "–")];
			const options = choicesOf(parameter).map((text) => element("option", { value: text }, text));
			const input = element("select", common, ...none, ...options);
			return {
				element: element("div", {}, label, input),
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
				element: element("div", {}, input, label),
				input,
				read: () => [String(input.checked)],
				write: ([text]) => {
					input.checked = text === "true";
				},
			};
		}
		default:
			return typed(parameter, common, label);
	}
}

/** A number, a text, or texts separated by commas. */
function typed(parameter: FormParameter, common: object, label: HTMLElement): Part {
	const { schema } = parameter;
	const isList = schema.type === "array";
	const isNumber = controlOf(parameter) === "number";
	const suggestions = suggestionsOf(parameter);
	const listId = freshId();
	const input = element("input", {
		...common,
		// Not type="number": browsers hide invalid text, so the page could not explain the error.
		type: "text",
		inputmode: isNumber ? "decimal" : undefined,
		autocomplete: "off",
		spellcheck: "false",
		placeholder: isList ? "a, b, c" : parameter.required ? undefined : "left out",
		list: suggestions.length > 0 ? listId : undefined,
	});
	const options = suggestions.map((text) => element("option", { value: text }));
	const list = suggestions.length > 0 ? element("datalist", { id: listId }, ...options) : undefined;
	return {
		element: element("div", {}, label, input, list),
		input,
		read: () => {
			if (input.value.trim() === "") return [];
			return isList
				? input.value.split(",").map((text) => text.trim())
				: [isNumber ? input.value.trim() : input.value];
		},
		write: (texts) => {
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
		{},
		element("legend", {}, parameter.name.replaceAll("_", " ")),
		...boxes.map((box) => element("label", {}, box, ` ${box.value}`)),
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
