import { describeBytes } from "../../core/describe-bytes.js";
import { element, freshId } from "../element.js";
import type { Form } from "../views/facts.js";
import type { InputPart } from "./input.js";

/** A text area gets slow above this size. Larger files are for the command line. */
const LARGEST_FILE = 1024 * 1024;

export interface TextInput extends InputPart {
	write(text: string): void;
}

/** A text area that also accepts a dropped text file. */
export function makeTextInput(form: Form, changed: (soon: boolean) => void): TextInput {
	const id = freshId();
	const isJson = form.kind === "json";
	const area = element("textarea", {
		id,
		rows: 5,
		spellcheck: "false",
		autocomplete: "off",
		placeholder: isJson
			? "Type or paste JSON, or drop a file here."
			: "Type, paste, or drop a text file here.",
		class: isJson ? "mono" : "",
	});
	const size = element("span", { class: "size" });
	let note: string | undefined;
	const measure = () => {
		const characters = [...area.value].length;
		size.textContent =
			characters === 0 ? "" : `${characters} ${characters === 1 ? "character" : "characters"}`;
	};
	area.addEventListener("input", () => {
		note = undefined;
		measure();
		changed(true);
	});
	const box = element(
		"div",
		{ class: "text-input" },
		element("label", { for: id }, isJson ? "JSON" : "Text"),
		area,
		size,
	);
	const lit = (isOver: boolean) => box.classList.toggle("over", isOver);
	box.addEventListener("dragover", (event) => {
		if (!event.dataTransfer?.types.includes("Files")) return;
		event.preventDefault();
		lit(true);
	});
	box.addEventListener("dragleave", () => lit(false));
	box.addEventListener("drop", async (event) => {
		lit(false);
		const file = event.dataTransfer?.files[0];
		if (!file) return;
		event.preventDefault();
		note =
			file.size > LARGEST_FILE
				? `Send files above ${describeBytes(LARGEST_FILE)} from a terminal: this has ${describeBytes(file.size)}.`
				: undefined;
		if (note === undefined) area.value = await file.text();
		measure();
		changed(false);
	});

	const part: TextInput = {
		element: box,
		write: (text) => {
			area.value = text;
			note = undefined;
			measure();
		},
		read: () => ({
			mediaType: form.mediaType,
			content: area.value,
			body: { kind: "text", text: area.value },
		}),
		complaint: () => {
			if (note !== undefined) return note;
			if (isJson && area.value.trim() === "") return "Type or paste JSON. The input is empty.";
			const bytes = new Blob([area.value]).size;
			return bytes > form.maxBytes
				? `Send at most ${describeBytes(form.maxBytes)}: this has ${describeBytes(bytes)}.`
				: undefined;
		},
		rest: () => {},
	};
	return part;
}
