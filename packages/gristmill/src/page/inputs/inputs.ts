import { isJsonType } from "../../core/http-words/media-type.js";
import { element, freshId } from "../element.js";
import type { Form, FormExample } from "../views/facts.js";
import { type FileInput, makeFileInput, pasted } from "./file-input.js";
import type { InputValue } from "./input.js";
import { makeTextInput, type TextInput } from "./text-input.js";

/** One way to enter the input: as text of a media type, or as a file. */
interface Way {
	readonly label: string;
	readonly covers: readonly string[];
	readonly part: { readonly text: TextInput } | { readonly file: FileInput };
}

/** All ways to enter the input. One is visible. */
export interface Inputs {
	readonly element: HTMLElement;
	read(): InputValue | undefined;
	complaint(): string | undefined;
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

	const partOf = (way: Way | undefined) => way && ("text" in way.part ? way.part.text : way.part.file);
	function show(way: Way | undefined): void {
		partOf(current)?.rest();
		current = way;
		select.selectedIndex = way ? ways.indexOf(way) : 0;
		place.replaceChildren(...(way ? [partOf(way)?.element ?? ""] : []));
	}
	select.addEventListener("input", () => {
		const text =
			current && "text" in current.part ? String(current.part.text.read()?.content ?? "") : undefined;
		show(ways[select.selectedIndex]);
		// Typed text is kept when the visitor switches between text forms.
		if (text !== undefined && current && "text" in current.part)
			current.part.text.write(converted(text, current.label));
		changed(false);
	});
	show(current);

	// A picture can be pasted anywhere, except into a text field.
	document.addEventListener("paste", (event) => {
		const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
		if (!place.isConnected || isTyping || event.defaultPrevented || !current || !("file" in current.part))
			return;
		const file = place.contains(event.target as Node) ? undefined : pasted(event, true);
		if (!file) return;
		current.part.file.write(file);
		changed(false);
	});

	const picker = element("div", { class: "as" }, element("label", { for: id }, "Send as"), select);
	return {
		element: element("div", { class: "inputs" }, ...(ways.length > 1 ? [picker] : []), place),
		read: () => partOf(current)?.read(),
		complaint: () => partOf(current)?.complaint(),
		invitation: () =>
			current?.label === "picture"
				? "Choose, drop or paste a picture to see the answer here."
				: "Give an input to see the answer here.",
		write: async (example, load) => {
			show(ways.find(({ covers }) => covers.includes(example.mediaType)) ?? current);
			if (!current) return;
			if ("text" in current.part) current.part.text.write(example.text ?? "");
			else if (example.href !== undefined) {
				const response = await load(example.href);
				if (!response.ok) throw new Error("no example");
				const ending =
					ENDINGS[example.mediaType] ?? example.mediaType.split("/")[1]?.replace(/\W.*/, "") ?? "bin";
				const file = new File([await response.blob()], `example.${ending}`, { type: example.mediaType });
				current.part.file.write(file, response.url);
			}
		},
		rest: () => partOf(current)?.rest(),
	};
}

/** File extensions that differ from the media subtype. */
const ENDINGS: Readonly<Record<string, string>> = { "application/octet-stream": "bin", "image/jpeg": "jpg" };

/** One way for each text form, one for all pictures, one for all other files. */
function waysOf(forms: readonly Form[], changed: (soon: boolean) => void): Way[] {
	const seen = new Set<string>();
	return forms.flatMap((form): Way[] => {
		const { kind, mediaType } = form;
		if (kind === "text" || kind === "json")
			return [{ label: mediaType, covers: [mediaType], part: { text: makeTextInput(form, changed) } }];
		if (seen.has(kind)) return [];
		seen.add(kind);
		const alike = forms.filter((other) => other.kind === kind);
		const covers = alike.map((other) => other.mediaType);
		return [{ label: kind, covers, part: { file: makeFileInput(alike, () => changed(false)) } }];
	});
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
