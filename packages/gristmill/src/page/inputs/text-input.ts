import { describeBytes } from "../../core/describe-bytes.js";
import { element, freshId } from "../elements/element.js";
import { number } from "../elements/number.js";
import type { Form } from "../views/facts.js";
import type { SourceText, Stretch } from "../views/viewer.js";
import { exactFile, exactText } from "./exact-text.js";
import type { InputPart, Refused } from "./input.js";
import { jsonComplaint } from "./json-scan.js";

/** A text area gets slow above this size. Larger files are for the command line. */
const LARGEST_FILE = 1024 * 1024;

/** The mirror of a longer text would make typing slow. */
const LONGEST_MIRRORED = 20_000;

export interface TextInput extends InputPart {
	write(text: string): void;
	/** Shows a text file. It is sent as it is until the visitor edits it. */
	load(file: File): Promise<void>;
	/** The input as text. */
	text(): string;
}

/**
 * A text area that grows with its text. A mirror behind it has the same text, and shows which part is lit. If it `isOptional`, it may be
 * empty.
 */
export function makeTextInput(form: Form, changed: (soon: boolean) => void, isOptional = false): TextInput {
	const id = freshId();
	const isJson = form.kind === "json";
	const area = element("textarea", {
		id,
		rows: 1,
		dir: "auto",
		spellcheck: "false",
		autocomplete: "off",
		placeholder: isJson
			? "Type or paste JSON, or drop a file here."
			: "Type, paste, or drop a text file here.",
	});
	const mirror = element("div.mirror", { "aria-hidden": "true", dir: "auto" });
	const paper = element("div", { class: isJson ? "paper mono" : "paper" }, mirror, area);
	const size = element("span.size");
	let note: Refused | undefined;
	let exact = exactText("");
	let look: (offset: number | undefined) => void = () => {};

	const light = (stretch: Stretch | undefined) => {
		const isLong = area.value.length > LONGEST_MIRRORED;
		paper.classList.toggle("long", isLong);
		const { value } = area;
		const { start, end } = stretch ?? { start: 0, end: 0 };
		const lit = element("mark", value.slice(start, end));
		// The last line break has a height only with something behind it.
		mirror.replaceChildren(...(isLong ? [] : [value.slice(0, start), lit, `${value.slice(end)}\u200b`]));
	};
	const measure = () => {
		look = () => {};
		light(undefined);
		const characters = [...exact.text].length;
		size.textContent =
			characters === 0 ? "" : `${number(characters)} ${characters === 1 ? "character" : "characters"}`;
	};
	/** Whether the text area has changed since the last look at it, and whether nobody was told of a change. */
	let [isNew, isUntold] = [false, false];
	let due: ReturnType<typeof setTimeout> | undefined;
	const refresh = () => {
		if (!isNew) return;
		isNew = false;
		exact = exactText(area.value);
		note = undefined;
	};
	const tell = () => {
		refresh();
		measure();
		changed(true);
	};
	area.addEventListener("input", () => {
		isNew = true;
		isUntold = due !== undefined;
		if (isUntold) return;
		tell();
		// What writes many lines at once tells of each. A look at each would block the page.
		due = setTimeout(() => {
			due = undefined;
			if (isUntold) tell();
			isUntold = false;
		});
	});
	const source: SourceText = {
		light,
		watch: (next) => {
			look = next;
		},
	};
	area.addEventListener("pointermove", (event) => {
		const place = document.caretPositionFromPoint?.(event.clientX, event.clientY);
		look(place?.offsetNode === area ? place.offset : undefined);
	});
	area.addEventListener("pointerleave", () => look(undefined));
	area.addEventListener("blur", () => look(undefined));
	for (const kind of ["keyup", "click"]) area.addEventListener(kind, () => look(area.selectionStart));

	function show(next: typeof exact): void {
		isNew = false;
		exact = next;
		area.value = next.text;
	}

	async function load(file: File): Promise<void> {
		note =
			file.size > LARGEST_FILE
				? {
						title: "File too large for this page",
						detail: `${file.name} has ${describeBytes(file.size)}. Send files above ${describeBytes(LARGEST_FILE)} from a terminal.`,
					}
				: undefined;
		if (!note) show(await exactFile(file));
		measure();
	}

	const part: TextInput = {
		element: element(
			"div.text-input",
			element("label", { for: id }, form.label ?? (isJson ? "JSON" : "Text")),
			paper,
			size,
		),
		write: (text) => {
			show(exactText(text));
			note = undefined;
			measure();
		},
		load,
		text: () => {
			refresh();
			return exact.text;
		},
		read: () => {
			refresh();
			const { mediaType } = form;
			const { content, isShownExactly } = exact;
			if (typeof content !== "string")
				return { mediaType, content, body: { kind: "file", name: content.name }, name: content.name };
			return {
				mediaType,
				content,
				body: { kind: "text", text: content },
				source: isJson || !isShownExactly ? undefined : source,
			};
		},
		refused: () => {
			refresh();
			return note ?? complaint(exact.content);
		},
		fits: ({ type }) => !/^(?:image|audio|video|font)\/|\/(?:pdf|zip|gzip)$/.test(type),
		take: (file) => void load(file).then(() => changed(false)),
		keep: () => {
			refresh();
			const [kept, wrong] = [exact, note];
			return () => {
				show(kept);
				note = wrong;
				measure();
			};
		},
		rest: () => {},
	};
	measure();
	return part;

	function complaint(content: string | File): Refused | undefined {
		if (isOptional && content === "") return undefined;
		if (isJson && typeof content === "string" && content.trim() === "")
			return { title: "No input yet", detail: "Type or paste JSON. The input is empty." };
		const broken = isJson && typeof content === "string" ? jsonComplaint(content) : undefined;
		if (broken) return broken;
		const bytes = new Blob([content]).size;
		if (bytes <= form.maxBytes) return undefined;
		return {
			title: "Text too long",
			detail: `This text has ${describeBytes(bytes)}, and the mill takes at most ${describeBytes(form.maxBytes)}.`,
		};
	}
}
