import type { ResultType } from "../codecs/result-types.js";
import { knowsCharset } from "../codecs/text.js";
import { parseAccept, prefer, weight } from "../core/accept.js";
import { parseMediaType } from "../core/media-type.js";
import { CODINGS, type Coding, parseCoding } from "./inflate.js";
import type { Request } from "./message.js";
import { Refusal, tooLarge } from "./refusal.js";
import type { ServedMill } from "./served-mill.js";

/** What the headers of a call settle, before a byte of its body is read. */
export interface Agreement {
	readonly mediaType: string;
	readonly charset: string | undefined;
	readonly coding: Coding | undefined;
	readonly resultType: ResultType;
	/** The most bytes that the body may have. */
	readonly maxBytes: number;
}

/** Judges the headers of a call: 415 for what comes in, 406 for what should go out, 413 for what is announced. */
export function negotiate(served: ServedMill, request: Request): Agreement {
	const { headers } = request;
	const { mediaType, charset, maxBytes } = inputType(served, headers["content-type"]);
	const coding = parseCoding(headers["content-encoding"]);
	if (coding === "unknown")
		throw new Refusal("unsupported-encoding", `Send the body as it is, or as ${CODINGS.join(", ")}.`, {
			headers: { "Accept-Encoding": CODINGS.join(", ") },
		});
	const resultType = prefer(served.resultTypes, (type) => weight(parseAccept(headers.accept), type));
	if (resultType === undefined)
		throw new Refusal("not-acceptable", `Accept one of ${served.resultTypes.join(", ")}.`, {
			members: { available: served.resultTypes },
		});
	const length = Number(headers["content-length"] ?? 0);
	if (length > maxBytes) throw tooLarge(maxBytes);
	return { mediaType, charset, coding, resultType, maxBytes };
}

function inputType(served: ServedMill, header: string | undefined) {
	const parsed = header === undefined ? undefined : parseMediaType(header);
	const form = parsed && served.mill.input[parsed.essence];
	if (!form) {
		const found =
			header === undefined ? "Content-Type is missing" : parsed ? "it is another type" : "it is malformed";
		throw unsupported(served, `Send Content-Type: ${served.accepts.replaceAll(", ", " or ")}: ${found}.`);
	}
	const charset = form.kind === "text" ? parsed.parameters.get("charset") : undefined;
	if (charset !== undefined && !knowsCharset(charset))
		throw unsupported(
			served,
			"Send the text in a charset of the Encoding standard, such as utf-8: it is unknown.",
		);
	return { mediaType: parsed.essence, charset, maxBytes: form.maxBytes };
}

function unsupported(served: ServedMill, detail: string): Refusal {
	// RFC 9110 §12.5.1: in an answer, Accept says which types the next request may have.
	const headers = { Accept: served.accepts, ...served.acceptField };
	return new Refusal("unsupported-media-type", detail, { headers });
}
