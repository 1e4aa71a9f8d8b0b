import { button, element } from "../elements/element.js";
import { type Form, type FormExample, kindOf } from "../views/facts.js";
import { fileEnding } from "../views/files.js";
import { type FileInput, makeFileInput, pasted } from "./file-input.js";
import { type FormInput, makeFormInput } from "./form-input.js";
import type { InputPart, InputValue, Refused } from "./input.js";
import { jsonComplaint } from "./json-scan.js";
import { makeTextInput, type TextInput } from "./text-input.js";

/** One way to enter the input: as text of a media type, or as a file. */
interface Way {
	readonly label: string;
	readonly mediaType: string;
	readonly covers: readonly string[];
	readonly part: { readonly text: TextInput } | { readonly file: FileInput } | { readonly form: FormInput };
}

/** All ways to enter the input. One is visible. */
export interface Inputs {
	readonly element: HTMLElement;
	/** The buttons that choose a way. */
	readonly ways: HTMLElement;
	read(): InputValue | undefined;
	refused(): Refused | undefined;
	/** Makes a refused picture smaller; undefined if there is none. */
	shrink(): (() => void) | undefined;
	/** The text in the text area; undefined if the input is no text. */
	text(): string | undefined;
	/** Puts a text there. */
	type(text: string): void;
	/** The value of a file or text, as if it were the input; undefined if it cannot be. */
	valueOf(one: File | string): InputValue | undefined;
	/** What to do if there is no input yet. */
	invitation(): string;
	/** Shows the input of an example. A file is loaded from the server. */
	write(example: FormExample, load: (address: string) => Promise<Response>): Promise<void>;
	keep(): () => void;
	rest(): void;
}

interface InputsWatcher {
	/** `soon`: the visitor is typing. */
	changed(soon: boolean): void;
	/** Several files came at once. */
	many(files: readonly File[]): void;
}

export function makeInputs(forms: readonly Form[], { changed: tell, many }: InputsWatcher): Inputs {
	let strange: Refused | undefined;
	const changed = (soon: boolean) => {
		strange = undefined;
		tell(soon);
	};
	const ways = waysOf(forms, changed, many);
	const place = element("div.place");
	const choices = ways.map((way) => button(way.label, () => choose(way)));
	let current = ways[0];

	const partOf = (way: Way | undefined): InputPart | undefined =>
		way && ("text" in way.part ? way.part.text : "file" in way.part ? way.part.file : way.part.form);
	const textOf = (way: Way | undefined) => (way && "text" in way.part ? way.part.text : undefined);
	function show(way: Way | undefined): void {
		partOf(current)?.rest();
		strange = undefined;
		current = way;
		for (const [i, one] of choices.entries()) one.setAttribute("aria-pressed", String(ways[i] === way));
		place.replaceChildren(...(way ? [partOf(way)?.element ?? ""] : []));
	}
	function choose(way: Way): void {
		const text = textOf(current)?.text();
		show(way);
		// Typed text is kept when the visitor switches between text forms.
		if (text !== undefined) textOf(way)?.write(converted(text, way.mediaType));
		changed(false);
	}
	show(current);

	// A file can be pasted or dropped anywhere: a browser would leave the page for a file that misses the box.
	const acceptFiles = (files: readonly File[]) => {
		const [file] = files;
		if (!file) return;
		const fitting = [current, ...ways].find((way) => partOf(way)?.fits(file));
		if (files.length > 1 && fitting && !("form" in fitting.part)) return many(files);
		if (fitting && fitting !== current) show(fitting);
		if (fitting) return partOf(current)?.take(file);
		const takes = ways.map(({ label }) => label).join(" or ");
		strange = {
			title: "Unsupported type of file",
			detail: `${file.name} is ${file.type}, and this mill takes ${takes}.`,
		};
		tell(false);
	};
	document.addEventListener("paste", (event) => {
		const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
		if (!place.isConnected || isTyping || place.contains(event.target as Node)) return;
		const file = pasted(event, true);
		if (file) acceptFiles([file]);
	});
	const isOver = (over: boolean) => place.classList.toggle("over", over);
	document.addEventListener("dragover", (event) => {
		if (!place.isConnected || !event.dataTransfer?.types.includes("Files")) return;
		event.preventDefault();
		isOver(true);
	});
	document.addEventListener("dragleave", (event) => event.relatedTarget === null && isOver(false));
	document.addEventListener("drop", (event) => {
		const files = [...(event.dataTransfer?.files ?? [])];
		isOver(false);
		// Of two mills side by side, the one takes it on which it falls.
		const elsewhere = (event.target as Element).closest?.(".bench");
		if (!place.isConnected || files.length === 0 || (elsewhere && !elsewhere.contains(place))) return;
		event.preventDefault();
		acceptFiles(files);
	});

	return {
		element: place,
		ways: element(
			"div.ways",
			{ role: "group", "aria-label": "Input as" },
			...(ways.length > 1 ? choices : []),
		),
		read: () => (strange ? undefined : partOf(current)?.read()),
		refused: () => strange ?? partOf(current)?.refused(),
		shrink: () => (current && "file" in current.part ? current.part.file.shrink : undefined),
		text: () => textOf(current)?.text(),
		type: (text) => textOf(current)?.write(text),
		valueOf: (one) => {
			if (typeof one !== "string") {
				const form =
					forms.find(({ mediaType }) => mediaType === one.type) ??
					forms.find(({ kind }) => kind !== "picture");
				const body = { kind: "file", name: one.name } as const;
				return form && { mediaType: form.mediaType, content: one, name: one.name, body };
			}
			const form = textOf(current) && current;
			if (!form) return undefined;
			const content = kindOf(form.mediaType) === "json" && jsonComplaint(one) ? JSON.stringify(one) : one;
			return { mediaType: form.mediaType, content, body: { kind: "text", text: content } };
		},
		invitation: () =>
			current?.label === "picture"
				? "Choose, drop or paste a picture, and the result appears here."
				: "Enter something, and the result appears here.",
		write: async (example, load) => {
			show(ways.find(({ covers }) => covers.includes(example.mediaType)) ?? current);
			if (!current) return;
			if ("form" in current.part) await current.part.form.write(example, load);
			else if ("text" in current.part) current.part.text.write(example.text ?? "");
			else if (example.href !== undefined) {
				const response = await load(example.href);
				if (!response.ok) throw new Error("no example");
				const name = `example.${fileEnding(example.mediaType)}`;
				const file = new File([await response.blob()], name, { type: example.mediaType });
				current.part.file.write(file, response.url);
			}
		},
		keep: () => {
			const [way, back] = [current, partOf(current)?.keep()];
			return () => {
				show(way);
				back?.();
			};
		},
		rest: () => partOf(current)?.rest(),
	};
}

/** One way for each text form, one for all pictures, one for all other files. */
function waysOf(
	forms: readonly Form[],
	changed: (soon: boolean) => void,
	many: (files: readonly File[]) => void,
): Way[] {
	const seen = new Set<string>();
	return forms.flatMap((form): Way[] => {
		const { kind, mediaType } = form;
		const whole = { mediaType, covers: [mediaType] };
		if (kind === "text" || kind === "json")
			return [{ ...whole, label: labelOf(form), part: { text: makeTextInput(form, changed) } }];
		if (kind === "form") return [{ ...whole, label: "form", part: { form: makeFormInput(form, changed) } }];
		if (seen.has(kind)) return [];
		seen.add(kind);
		const alike = forms.filter((other) => other.kind === kind);
		const covers = alike.map((other) => other.mediaType);
		const file = makeFileInput(alike, () => changed(false), many);
		return [{ label: kind, mediaType, covers, part: { file } }];
	});
}

function labelOf({ mediaType, kind }: Form): string {
	if (mediaType === "text/plain") return "text";
	return mediaType === "application/json" ? "JSON" : kind === "text" ? mediaType.slice(5) : mediaType;
}

/** Converts between text and a JSON string. Other JSON is unchanged. */
function converted(text: string, mediaType: string): string {
	if (kindOf(mediaType) === "json") return jsonComplaint(text) ? JSON.stringify(text) : text;
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "string" ? value : text;
	} catch {
		return text;
	}
}
