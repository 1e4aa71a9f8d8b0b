import type { JsonSchema } from "../../core/schema/schema-parts.js";
import { kindOf } from "./facts.js";

/** The members of a result that are files: Base64 with a media type. */
export function fileMembers(members: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, string>> {
	return Object.fromEntries(
		Object.entries(members).flatMap(([name, { type, contentEncoding, contentMediaType }]) =>
			type === "string" && contentEncoding === "base64" && typeof contentMediaType === "string"
				? [[name, contentMediaType]]
				: [],
		),
	);
}

/** How a file is shown. */
export function fileKind(mediaType: string): "picture" | "audio" | "video" | "page" | "file" {
	// A picture of SVG could carry a script; as an image it cannot run it.
	if (mediaType.startsWith("image/")) return "picture";
	if (mediaType.startsWith("audio/")) return "audio";
	if (mediaType === "application/pdf" || mediaType === "text/html") return "page";
	return mediaType.startsWith("video/") ? "video" : "file";
}

/** File extensions that differ from the media subtype. */
const ENDINGS: Readonly<Record<string, string>> = {
	"application/octet-stream": "bin",
	"audio/mpeg": "mp3",
	"image/jpeg": "jpg",
	"image/svg+xml": "svg",
	"text/plain": "txt",
};

/** The usual end of the name of a file of this type. */
export function fileEnding(mediaType: string): string {
	const known = ENDINGS[mediaType];
	if (known) return known;
	if (kindOf(mediaType) === "json") return "json";
	return mediaType.split("/")[1]?.replace(/^x-|\W.*$/g, "") || "bin";
}

/** A name for a file that a mill made: that of the input with another end, or that of the member. */
export function fileName(input: string | undefined, member: string, mediaType: string): string {
	const stem = input?.replace(/\.[^.]*$/, "") || member;
	const name = `${stem}.${fileEnding(mediaType)}`;
	return name === input ? `${stem}-${member}.${fileEnding(mediaType)}` : name;
}

/** The number of bytes of a Base64 text. */
export function base64Size(base64: string): number {
	return Math.floor((base64.length * 3) / 4) - (base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0);
}

/** The Base64 of a file that came in parts, each of which is Base64 of its own. */
export function joinedBase64(parts: readonly string[]): string {
	let rest = "";
	const whole = parts.map((part) => {
		const bytes = rest + atob(part);
		// Three bytes are four characters. What is left over waits for the next part.
		const end = bytes.length - (bytes.length % 3);
		rest = bytes.slice(end);
		return btoa(bytes.slice(0, end));
	});
	return whole.join("") + btoa(rest);
}

/** Divisible by four, so that each part is Base64 of its own. */
const PART = 4 * 128 * 1024;

/** The bytes of a Base64 text. It is decoded in parts, and the page can answer between them. */
export async function base64Blob(base64: string, type: string): Promise<Blob> {
	const parts: Uint8Array<ArrayBuffer>[] = [];
	for (let i = 0; i < base64.length; i += PART) {
		const text = atob(base64.slice(i, i + PART));
		const bytes = new Uint8Array(text.length);
		// Many times faster than Uint8Array.from with a function.
		for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
		parts.push(bytes);
		await new Promise((settle) => setTimeout(settle));
	}
	return new Blob(parts, { type });
}
