import { UsageError } from "../errors/errors.js";
import { isCertain, typeOfBytes, typeOfName } from "./file-types.js";

/** One part of a form. An undefined one is left out. */
export type PartInput =
	| string
	| Uint8Array
	| Blob
	| { readonly json: unknown }
	| { readonly file: string }
	| undefined;

/** The parts of a form, by name. */
export type Parts = Readonly<Record<string, PartInput>>;

/** Makes FormData of parts. Files are read now, so that the call can be repeated. */
export async function formOf(parts: Parts): Promise<FormData> {
	const form = new FormData();
	for (const [name, part] of Object.entries(parts)) {
		if (part === undefined) continue;
		if (typeof part === "string") form.append(name, part);
		else if (part instanceof Blob) form.append(name, part);
		else if (part instanceof Uint8Array) form.append(name, blobOf(part, typeOfBytes(part)));
		else if (typeof part === "object" && part !== null && "json" in part) {
			const text = JSON.stringify(part.json);
			if (text === undefined)
				throw new UsageError(`The part "${name}" is undefined, which JSON cannot hold.`);
			form.append(name, new Blob([text], { type: "application/json" }));
		} else if (typeof part === "object" && part !== null && "file" in part) {
			const { readWhole } = await import("./node-file.js");
			const bytes = await readWhole(part.file);
			form.append(name, blobOf(bytes, typeOfName(part.file) ?? typeOfBytes(bytes)), fileName(part.file));
		} else throw new UsageError(`The part "${name}" is not a string, bytes, a Blob, { json } or { file }.`);
	}
	return form;
}

/** Writes a form as bytes. Its Content-Type names the boundary. */
export async function formBody(form: FormData) {
	const written = new Response(form);
	const mediaType = written.headers.get("content-type") ?? "multipart/form-data";
	const entries = [...form];
	const bytes = new Uint8Array(await written.arrayBuffer());
	return {
		content: async () => contentOfForm(entries, typeAndName),
		mediaType,
		guessed: false,
		repeatable: true,
		bytes,
		size: bytes.byteLength,
		open: async () => bytes,
	};
}

type Entry = readonly [name: string, value: string | File];

/** The names and contents of a form as bytes, without its random boundary; and what else of its parts is `told`. */
export function contentOfForm(
	form: Iterable<Entry>,
	told: (value: Entry[1]) => readonly string[] = () => [],
): Blob {
	const pieces: (string | Blob)[] = [];
	for (const [name, value] of form) {
		const content = typeof value === "string" ? new Blob([value]) : value;
		pieces.push(`${JSON.stringify([name, content.size, ...told(value)])}\n`, content);
	}
	return new Blob(pieces);
}

function typeAndName(value: Entry[1]): string[] {
	return typeof value === "string" ? [] : [value.type, value.name];
}

function blobOf(bytes: Uint8Array, mediaType: string): Blob {
	// The mill knows better than a guess what its part is.
	return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: isCertain(mediaType) ? mediaType : "" });
}

function fileName(path: string): string {
	return path.split("/").at(-1) ?? path;
}
