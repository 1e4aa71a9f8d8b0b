import { element } from "../elements/element.js";
import type { CallPart } from "../lines/call.js";
import type { Form, FormExample, FormPart } from "../views/facts.js";
import { fileEnding } from "../views/files.js";
import { type FileInput, makeFileInput } from "./file-input.js";
import type { InputPart, InputValue } from "./input.js";
import { makeTextInput, type TextInput } from "./text-input.js";

/** The controls for several inputs, which are sent as one form. */
export interface FormInput extends InputPart {
	/** Shows the parts of an example. Files are loaded from the server. */
	write(example: FormExample, load: (address: string) => Promise<Response>): Promise<void>;
}

interface Field {
	readonly part: FormPart;
	readonly control: { readonly text: TextInput } | { readonly file: FileInput };
}

/** One control for each part. */
export function makeFormInput(form: Form, changed: (soon: boolean) => void): FormInput {
	const fields = (form.parts ?? []).map((part) => ({ part, control: controlOf(part, changed) }));
	const inputOf = ({ control }: Field): InputPart => ("text" in control ? control.text : control.file);
	/** The value of a part; undefined if it is left out. */
	const givenIn = (field: Field): InputValue | undefined => {
		const value = inputOf(field).read();
		// An empty field means that the optional part is left out.
		return value?.content === "" && field.part.isOptional ? undefined : value;
	};

	function read(): InputValue | undefined {
		const values = fields.flatMap((field) => {
			const value = givenIn(field);
			return value ? [{ name: field.part.name, value }] : [];
		});
		const isComplete = fields.every(
			({ part }) => part.isOptional || values.some(({ name }) => name === part.name),
		);
		if (!isComplete) return undefined;
		const boundary = `page-${crypto.getRandomValues(new Uint32Array(4)).join("")}`;
		const pieces = values.flatMap(({ name, value }) => [
			`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: ${value.mediaType}\r\n\r\n`,
			value.content,
			"\r\n",
		]);
		return {
			mediaType: `multipart/form-data; boundary=${boundary}`,
			content: new Blob([...pieces, `--${boundary}--\r\n`]),
			body: { kind: "form", parts: values.map(callPart) },
		};
	}

	return {
		element: element("div.form-input", ...fields.map((field) => inputOf(field).element)),
		read,
		refused: () => {
			for (const field of fields) {
				const wrong = inputOf(field).refused();
				if (wrong) return { ...wrong, title: `${wrong.title}: ${field.part.name}` };
			}
			return undefined;
		},
		fits: (file) => fields.some((field) => inputOf(field).fits(file)),
		take: (file) => {
			// The first empty one that fits, so that several files can be dropped one after the other.
			const fitting = fields.filter((field) => inputOf(field).fits(file));
			const free = fitting.find((field) => (inputOf(field).read()?.content ?? "") === "");
			const field = free ?? fitting[0];
			if (field) inputOf(field).take(file);
		},
		keep: () => {
			const all = fields.map((field) => inputOf(field).keep());
			return () => {
				for (const back of all) back();
			};
		},
		rest: () => {
			for (const field of fields) inputOf(field).rest();
		},
		write: async (example, load) => {
			const loaded = example.href === undefined ? undefined : await loadedForm(example.href, load);
			for (const { part, control } of fields) {
				const value = loaded ? loaded.get(part.name) : example.parts?.[part.name];
				if ("text" in control) {
					if (value instanceof File) await control.text.load(value);
					else control.text.write(value ?? "");
				} else if (value instanceof File) {
					const name = `${part.name}.${fileEnding(value.type)}`;
					control.file.write(new File([value], name, { type: value.type }));
				} else control.file.clear();
			}
		},
	};
}

async function loadedForm(address: string, load: (address: string) => Promise<Response>): Promise<FormData> {
	const response = await load(address);
	if (!response.ok) throw new Error("no example");
	return response.formData();
}

function controlOf(
	{ name, isOptional, forms }: FormPart,
	changed: (soon: boolean) => void,
): Field["control"] {
	const label = `${name}${isOptional ? " (optional)" : ""}`;
	const [first] = forms;
	if (first && (first.kind === "text" || first.kind === "json"))
		return { text: makeTextInput({ ...first, label }, changed, isOptional) };
	return {
		file: makeFileInput(
			forms.map((form) => ({ ...form, label })),
			() => changed(false),
		),
	};
}

function callPart({ name, value }: { name: string; value: InputValue }): CallPart {
	if (typeof value.content === "string") return { name, text: value.content };
	return { name, file: value.name ?? name, mediaType: value.mediaType };
}
