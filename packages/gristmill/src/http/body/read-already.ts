import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { parseMediaType } from "../../core/http-words/media-type.js";

/** What body parsers set on a request: `body` in Express, `rawBody` in parsers that keep the bytes. */
interface Parsed {
	readonly body?: unknown;
	readonly rawBody?: unknown;
}

/**
 * The body of a request that a body parser in front of the listener has read.
 * Throws if its bytes are not available: waiting for them would take forever.
 */
export function readAlready(message: IncomingMessage): Uint8Array {
	// Parsers inflate a body, and whether this one did is unknown.
	if (message.headers["content-encoding"] === undefined) {
		const { rawBody, body } = message as Parsed;
		for (const given of [rawBody, body]) {
			if (given instanceof Uint8Array) return given;
			if (typeof given === "string" && isUtf8Text(message.headers["content-type"])) return Buffer.from(given);
		}
	}
	throw new Error(
		"A body parser has read the body of this request, and its bytes are lost. " +
			"Mount the mills in front of the parser, or set request.rawBody to the bytes.",
	);
}

const TEXT = /^text\/|[/+](?:json|xml)$/;

/** Whether the text that a parser made of the body can be turned back into the bytes that were sent. */
function isUtf8Text(contentType: string | undefined): boolean {
	const type = parseMediaType(contentType ?? "");
	const charset = type?.parameters.get("charset")?.toLowerCase() ?? "utf-8";
	return type !== undefined && TEXT.test(type.essence) && (charset === "utf-8" || charset === "us-ascii");
}
