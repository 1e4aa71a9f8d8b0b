import type { ResultType } from "../codecs/result-types.js";
import { knowsCharset } from "../codecs/text.js";
import { parseAccept, prefer, weight } from "../core/accept.js";
import { parseMediaType } from "../core/media-type.js";
import type { Mill } from "../core/mill.js";
import { CODINGS, type Coding, parseCoding } from "./inflate.js";
import { memo } from "./memo.js";
import type { Fields, Request } from "./message.js";
import { Refusal, tooLarge } from "./refusal.js";

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
export type Negotiate = (request: Request) => Agreement;

/** Prepares the judging for a mill. Callers send the same few header values, so what they mean is remembered. */
export function negotiator(mill: Mill, resultTypes: readonly ResultType[]): Negotiate {
	const accepts = Object.keys(mill.input);
	const input = memo((header: string) => inputType(mill, header));
	const result = memo((header: string) => {
		const ranges = parseAccept(header);
		const type = prefer(resultTypes, (offered) => weight(ranges, offered));
		if (type !== undefined) return type;
		throw new Refusal("not-acceptable", `Accept one of ${resultTypes.join(", ")}.`, {
			members: { available: resultTypes },
		});
	});

	return ({ headers }) => {
		const contentType = headers["content-type"];
		if (contentType === undefined) throw unsupported(mill, `${wanted(accepts)}: Content-Type is missing.`);
		const { mediaType, charset, maxBytes } = input(contentType);
		const coding = parseCoding(headers["content-encoding"]);
		if (coding === "unknown")
			throw new Refusal("unsupported-encoding", `Send the body as it is, or as ${CODINGS.join(", ")}.`, {
				headers: { "Accept-Encoding": CODINGS.join(", ") },
			});
		const resultType = result(headers.accept ?? "*/*");
		if (Number(headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
		return { mediaType, charset, coding, resultType, maxBytes };
	};
}

function inputType(mill: Mill, header: string) {
	const accepts = Object.keys(mill.input);
	const parsed = parseMediaType(header);
	const form = parsed && mill.input[parsed.essence];
	if (!form) throw unsupported(mill, `${wanted(accepts)}: it is ${parsed ? "another type" : "malformed"}.`);
	const charset = form.kind === "text" ? parsed.parameters.get("charset") : undefined;
	if (charset !== undefined && !knowsCharset(charset))
		throw unsupported(
			mill,
			"Send the text in a charset of the Encoding standard, such as utf-8: it is unknown.",
		);
	return { mediaType: parsed.essence, charset, maxBytes: form.maxBytes };
}

function wanted(accepts: readonly string[]): string {
	return `Send Content-Type: ${accepts.join(" or ")}`;
}

/** The field that names the input types of a method, in OPTIONS and in a 415. */
export function acceptField({ method, input }: Mill): Fields {
	const accepts = Object.keys(input).join(", ");
	// RFC 10008 has a field of its own for QUERY, W3C LDP §7.1 for POST; there is none for GET.
	return method === "POST"
		? { "Accept-Post": accepts }
		: method === "QUERY"
			? { "Accept-Query": accepts }
			: {};
}

function unsupported(mill: Mill, detail: string): Refusal {
	// RFC 9110 §12.5.1: in an answer, Accept says which types the next request may have.
	const headers = { Accept: Object.keys(mill.input).join(", "), ...acceptField(mill) };
	return new Refusal("unsupported-media-type", detail, { headers });
}
