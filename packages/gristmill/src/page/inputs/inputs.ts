import { isJsonType } from "../../core/http-words/media-type.js";
import { element, freshId } from "../elements/element.js";
import type { Form, FormExample } from "../views/facts.js";
import { fileEnding } from "../views/files.js";
import { type FileInput, makeFileInput, pasted } from "./file-input.js";
import { type FormInput, makeFormInput } from "./form-input.js";
import type { InputPart, InputValue, Refused } from "./input.js";
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
	read(): InputValue | undefined;
	refused(): Refused | undefined;
	/** Makes a refused picture smaller; undefined if there is none. */
	shrink(): (() => void) | undefined;
	/** Puts a text into the text area, if there is one. */
	type(text: string): void;
	/** What to do if there is no input yet. */
	invitation(): string;
	/** Shows the input of an example. A file is loaded from the server. */
	write(example: FormExample, load: (address: string) => Promise<Response>): Promise<void>;
	rest(): void;
}

export function makeInputs(forms: readonly Form[], changed: (soon: boolean) => void): Inputs {
	const ways = waysOf(forms, changed);
	const place = element("div", {});
	const id = freshId();
	const select = element("select", { id }, ...ways.map(({ label }) => element("option", {}, label)));
	let current = ways[0];

	const partOf = (way: Way | undefined): InputPart | undefined =>
		way && ("text" in way.part ? way.part.text : "file" in way.part ? way.part.file : way.part.form);
	function show(way: Way | undefined): void {
		partOf(current)?.rest();
		current = way;
		select.selectedIndex = way ? ways.indexOf(way) : 0;
		place.replaceChildren(...(way ? [partOf(way)?.element ?? ""] : []));
	}
	select.addEventListener("input", () => {
		const text = current && "text" in current.part ? current.part.text.text() : undefined;
		show(ways[select.selectedIndex]);
		// Typed text is kept when the visitor switches between text forms.
		if (text !== undefined && current && "text" in current.part)
			current.part.text.write(converted(text, current.mediaType));
		changed(false);
	});
	show(current);

	// A file can be pasted or dropped anywhere: a browser would leave the page for a file that misses the box.
	const acceptFile = (file: File) => {
		const fitting = [current, ...ways].find((way) => partOf(way)?.fits(file));
		if (fitting && fitting !== current) show(fitting);
		partOf(current)?.take(file);
	};
	document.addEventListener("paste", (event) => {
		const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
		if (!place.isConnected || isTyping || place.contains(event.target as Node)) return;
		const file = pasted(event, true);
		if (file) acceptFile(file);
	});
	const isOver = (over: boolean) => place.classList.toggle("over", over);
	document.addEventListener("dragover", (event) => {
		if (!place.isConnected || !event.dataTransfer?.types.includes("Files")) return;
		event.preventDefault();
		isOver(true);
	});
	document.addEventListener("dragleave", (event) => event.relatedTarget === null && isOver(false));
	document.addEventListener("drop", (event) => {
		const file = event.dataTransfer?.files[0];
		isOver(false);
		if (!place.isConnected || !file) return;
		event.preventDefault();
		acceptFile(file);
	});

	const picker = element("div", { class: "as" }, element("label", { for: id }, "Input as"), select);
	return {
		element: element("div", { class: "inputs" }, ...(ways.length > 1 ? [picker] : []), place),
		read: () => partOf(current)?.read(),
		refused: () => partOf(current)?.refused(),
		shrink: () => (current && "file" in current.part ? current.part.file.shrink : undefined),
		type: (text) => {
			if (current && "text" in current.part) current.part.text.write(text);
		},
		invitation: () =>
			current?.label === "picture"
				? "Choose, drop or paste a picture, and the answer appears here."
				: "Enter something, and the answer appears here.",
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
		rest: () => partOf(current)?.rest(),
	};
}

/** One way for each text form, one for all pictures, one for all other files. */
function waysOf(forms: readonly Form[], changed: (soon: boolean) => void): Way[] {
	const seen = new Set<string>();
	return forms.flatMap((form): Way[] => {
		const { kind, mediaType } = form;
		if (kind === "text" || kind === "json")
			return [
				{
					label: labelOf(form),
					mediaType,
					covers: [mediaType],
					part: { text: makeTextInput(form, changed) },
				},
			];
		if (kind === "form")
			return [
				{ label: "form", mediaType, covers: [mediaType], part: { form: makeFormInput(form, changed) } },
			];
		if (seen.has(kind)) return [];
		seen.add(kind);
		const alike = forms.filter((other) => other.kind === kind);
		const covers = alike.map((other) => other.mediaType);
		return [{ label: kind, mediaType, covers, part: { file: makeFileInput(alike, () => changed(false)) } }];
	});
}

function labelOf({ mediaType, kind }: Form): string {
	if (mediaType === "text/plain") return "text";
	return mediaType === "application/json" ? "JSON" : kind === "text" ? mediaType.slice(5) : mediaType;
}

/** Converts between text and a JSON string. Other JSON is unchanged. */
function converted(text: string, mediaType: string): string {
	if (isJsonType(mediaType)) return isJson(text) ? text : JSON.stringify(text);
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "string" ? value : text;
	} catch {
		return text;
	}
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
