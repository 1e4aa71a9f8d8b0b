import { Buffer } from "node:buffer";
import { fromBase64 } from "./base64.js";

/** What a `data:` URI holds. */
interface DataUri {
	/** As written; undefined if the URI names none. */
	readonly mimeType: string | undefined;
	readonly bytes: Uint8Array;
}

/** No media type is longer than this. The bytes may have any length. */
const LONGEST_HEAD = 256;
const BASE64 = /; *base64$/i;

export function isDataUri(text: string): boolean {
	return /^data:/i.test(text);
}

/** Reads a `data:` URI (RFC 2397); undefined if it is malformed. */
export function readDataUri(uri: string): DataUri | undefined {
	const comma = uri.slice(0, LONGEST_HEAD).indexOf(",");
	if (!isDataUri(uri) || comma < 0) return undefined;
	const head = uri.slice("data:".length, comma).trim();
	const data = percentDecoded(uri.slice(comma + 1));
	const isBase64 = BASE64.test(head);
	const bytes = data && isBase64 ? fromBase64(data.toString("latin1")) : data;
	// RFC 2397 says US-ASCII text if there is no type. People who leave it out mean that they do not know it.
	const mimeType = head.replace(BASE64, "") || undefined;
	return bytes && { mimeType, bytes };
}

/** Undefined if a percent sign is not followed by two hexadecimal digits. Byte by byte, because a text may have megabytes. */
function percentDecoded(text: string): Buffer | undefined {
	const bytes = Buffer.from(text);
	let length = 0;
	for (let at = 0; at < bytes.length; at++) {
		let byte = bytes[at] ?? 0;
		if (byte === PERCENT) {
			byte = 16 * digit(bytes[at + 1]) + digit(bytes[at + 2]);
			if (Number.isNaN(byte)) return undefined;
			at += 2;
		}
		bytes[length++] = byte;
	}
	return bytes.subarray(0, length);
}

const PERCENT = 0x25;

function digit(byte = 0): number {
	if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
	const lower = byte | 0x20;
	return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : Number.NaN;
}
