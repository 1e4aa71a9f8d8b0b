import { TYPE_BY_ENDING } from "../../core/http-words/file-endings.js";

const BY_START: readonly (readonly [type: string, start: readonly number[]])[] = [
	["image/jpeg", [0xff, 0xd8, 0xff]],
	["image/png", [0x89, 0x50, 0x4e, 0x47]],
	["image/gif", [0x47, 0x49, 0x46, 0x38]],
	["application/pdf", [0x25, 0x50, 0x44, 0x46]],
	["application/zip", [0x50, 0x4b, 0x03, 0x04]],
	["application/gzip", [0x1f, 0x8b]],
];

/** The likely media type of a file with this name. @example typeOfName("face.jpg") // "image/jpeg" */
export function typeOfName(name: string): string | undefined {
	const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
	return ending !== undefined && Object.hasOwn(TYPE_BY_ENDING, ending) ? TYPE_BY_ENDING[ending] : undefined;
}

/** The likely media type of these bytes: a known picture or archive, text, or application/octet-stream. */
export function typeOfBytes(bytes: Uint8Array): string {
	for (const [type, start] of BY_START) if (start.every((byte, i) => bytes[i] === byte)) return type;
	const riff = bytes.length > 11 && String.fromCharCode(...bytes.subarray(0, 4)) === "RIFF";
	if (riff && String.fromCharCode(...bytes.subarray(8, 12)) === "WEBP") return "image/webp";
	try {
		// With `stream`, a character that is cut at the end of the first 4 KiB is not an error.
		new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, 4096), { stream: true });
		return bytes.subarray(0, 4096).includes(0) ? "application/octet-stream" : "text/plain";
	} catch {
		return "application/octet-stream";
	}
}

/** Whether a guessed type is certain, so that no other type fits the bytes. */
export function isCertain(type: string): boolean {
	return /^(?:image|audio|video)\//.test(type) || type === "application/pdf" || type === "application/zip";
}
