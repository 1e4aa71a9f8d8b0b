import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { alternatives } from "../../core/alternatives.js";
import { FORM_TYPE, partsOf } from "../../core/definition/form.js";
import type { InputForm } from "../../core/definition/input.js";
import { digestOf } from "../../core/in-slices.js";
import { Problem } from "../../core/problem.js";
import { typeOfBytes } from "../formats/signatures.js";
import { broken } from "./broken-form.js";
import { FormScanner, type ScannedPart } from "./form-scanner.js";

/** The content of a part, and what it is. */
interface FormPart {
	readonly name: string;
	readonly mediaType: string;
	/** Undefined for UTF-8. */
	readonly charset?: string | undefined;
	readonly content: Uint8Array;
}

/** Writes parts as `multipart/form-data`. Equal parts are equal bytes. */
export function encodeForm(parts: readonly FormPart[]): Uint8Array {
	return Buffer.concat(formPieces(parts));
}

/** The pieces of a form. The boundary is a hash of the parts: it occurs in none of them. */
export function formPieces(parts: readonly FormPart[]): readonly Uint8Array[] {
	const hash = createHash("sha256");
	const heads = parts.map(({ name, mediaType, charset, content }) => {
		const type = charset === undefined ? mediaType : `${mediaType}; charset=${charset}`;
		// Without a file name, browsers would read the part as text.
		const file = /^text\/|\bjson$/.test(mediaType) ? "" : `; filename="${name}"`;
		const head = `\r\nContent-Disposition: form-data; name="${name}"${file}\r\nContent-Type: ${type}\r\n\r\n`;
		hash.update(`${head}${content.byteLength} `).update(digestOf(content));
		return head;
	});
	const boundary = `--gristmill-${hash.digest("hex").slice(0, 40)}`;
	const pieces = parts.flatMap(({ content }, i) => [
		Buffer.from(`${i === 0 ? "" : "\r\n"}${boundary}${heads[i]}`),
		content,
	]);
	return [...pieces, Buffer.from(`${parts.length === 0 ? "" : "\r\n"}${boundary}--\r\n`)];
}

/** The Content-Type of a form that `encodeForm` wrote. */
export function formType(body: Uint8Array): string {
	return `${FORM_TYPE}; boundary=${boundaryOf(body)}`;
}

/** Reads the parts of a whole form, in the order that the mill declares. */
export function readForm(form: InputForm, body: Uint8Array): FormPart[] {
	const scanner = new FormScanner(boundaryOf(body), form);
	scanner.push(body);
	return formParts(form, scanner.finish(), body);
}

/** The parts that were scanned in a body, in the order that the mill declares, each with its media type. */
export function formParts(form: InputForm, scanned: readonly ScannedPart[], body: Uint8Array): FormPart[] {
	return partsOf(form).flatMap(([name]) => {
		const part = scanned.find((one) => one.name === name);
		if (!part) return [];
		const content = body.subarray(part.start, part.end);
		const { mediaType = unsaidType(part, content), charset } = part;
		return [{ name, mediaType, charset, content }];
	});
}

/** The media type of a part that does not say it: that of a picture's first bytes, or the first of the part. */
function unsaidType({ name, form }: ScannedPart, content: Uint8Array): string {
	const { kind, types = [] } = form;
	if (kind !== "image") return types[0] ?? "application/octet-stream";
	const seen = content.byteLength === 0 ? types[0] : typeOfBytes(content);
	if (seen !== undefined && types.includes(seen)) return seen;
	throw new Problem(
		"unsupported-media-type",
		`The part "${name}" must be ${alternatives(types)}, and is ${seen ?? "none of these"}.`,
		{ part: name },
	);
}

/** The first line of a body names its boundary. */
function boundaryOf(body: Uint8Array): string {
	const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 80)).toString("latin1");
	const [, boundary] = /^--([^\r\n]{1,70}?)(?:--)?\r\n/.exec(start) ?? [];
	if (boundary === undefined) throw broken("it does not begin with a boundary");
	return boundary;
}
