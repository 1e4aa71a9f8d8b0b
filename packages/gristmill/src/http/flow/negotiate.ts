import type { ResultType } from "../../codecs/encode.js";
import { knowsCharset } from "../../codecs/formats/text.js";
import { alternatives } from "../../core/alternatives.js";
import { FORM_TYPE, partsOf } from "../../core/definition/form.js";
import type { Mill } from "../../core/definition/mill.js";
import { parseAccept, prefer, type Range, weight } from "../../core/http-words/accept.js";
import { parseMediaType } from "../../core/http-words/media-type.js";
import { inputTooLarge } from "../../core/input-too-large.js";
import { Problem } from "../../core/problem.js";
import { shown } from "../../core/schema/declared-text.js";
import { CODINGS, type Coding, parseCoding } from "../body/inflate.js";
import type { HeaderFields, HttpRequest } from "../wire/message.js";
import { Refusal, unsupportedCoding } from "../wire/refusal.js";

/** What the headers of a call determine before its body is read. */
interface Agreement {
	readonly mediaType: string;
	readonly charset: string | undefined;
	/** What separates the parts of a form; undefined for other inputs. */
	readonly boundary: string | undefined;
	readonly coding: Coding | undefined;
	readonly resultType: ResultType;
	/** The most bytes that the body may have. */
	readonly maxBytes: number;
}

/** Checks the headers of a call: 415 for the input type, 406 for the result type, 413 for Content-Length. */
export type Negotiate = (request: HttpRequest) => Agreement;

/** Prepares the checks for a mill. Callers send the same few header values, so parsed values are cached. */
export function negotiator(mill: Mill, resultTypes: readonly ResultType[]): Negotiate {
	const input = memo((header: string) => inputType(mill, header));
	const result = memo((header: string) => {
		const ranges = accepted({ headers: { accept: header } });
		const type = prefer(resultTypes, (offered) => weight(ranges, offered));
		if (type !== undefined) return type;
		throw new Refusal(
			"not-acceptable",
			`This mill returns ${alternatives(resultTypes)}, which Accept excludes.`,
			{
				members: { available: resultTypes },
			},
		);
	});

	return ({ headers }) => {
		const contentType = headers["content-type"];
		if (contentType === undefined)
			throw unsupported(mill, `${takes(mill)}, and the request has no Content-Type.`);
		const { mediaType, charset, boundary, maxBytes } = input(contentType);
		const encoding = headers["content-encoding"];
		const coding = encoding === undefined ? undefined : parseCoding(encoding);
		if (coding === "unknown") throw unsupportedCoding(encoding ?? "", CODINGS);
		const resultType = result(headers.accept ?? "*/*");
		if (Number(headers["content-length"] ?? 0) > maxBytes) throw inputTooLarge(maxBytes);
		return { mediaType, charset, boundary, coding, resultType, maxBytes };
	};
}

function inputType(mill: Mill, header: string) {
	const parsed = parseMediaType(header);
	const form = parsed && mill.input[parsed.essence];
	if (!form) throw unsupported(mill, `${takes(mill)}, and ${sentType(mill, parsed?.essence)}`);
	const charset = form.kind === "text" ? parsed.parameters.get("charset") : undefined;
	if (charset !== undefined && !knowsCharset(charset))
		throw unsupported(
			mill,
			`The charset ${shown(charset)} is unknown. Use one of the Encoding standard, such as utf-8.`,
		);
	const boundary = form.kind === "form" ? (parsed.parameters.get("boundary") ?? "") : undefined;
	if (boundary !== undefined && !BOUNDARY.test(boundary))
		throw new Problem(
			"unreadable-input",
			"The Content-Type has no valid boundary. It must be multipart/form-data; boundary=…, as curl -F and FormData send it.",
		);
	return { mediaType: parsed.essence, charset, boundary, maxBytes: form.maxBytes };
}

/** RFC 2046 §5.1.1: at most 70 characters, and no space at the end. */
const BOUNDARY = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/;

function takes({ input }: Mill): string {
	return `This mill takes ${alternatives(Object.keys(input))}`;
}

/** Longer media types are not quoted. Every registered one is shorter. */
const LONGEST_QUOTED = 100;

/** What the request is. A media type consists of tokens, so it is safe to quote. */
function sentType(mill: Mill, essence: string | undefined): string {
	if (essence === undefined) return "the Content-Type of the request is malformed.";
	if (essence.length > LONGEST_QUOTED) return "the request is something else.";
	return `the request is ${essence}.${hintFor(mill, essence)}`;
}

/** Names that are often sent instead of a registered type, and that type. */
const MISTAKEN: Readonly<Record<string, string>> = {
	"image/jpg": "image/jpeg",
	"image/tif": "image/tiff",
	"audio/mp3": "audio/mpeg",
	"text/json": "application/json",
};

/** What to do after a common mistake, else nothing. */
function hintFor(mill: Mill, essence: string): string {
	if (essence === "application/x-www-form-urlencoded") return curlHint(mill);
	if (essence === FORM_TYPE) return partsHint(mill);
	const registered = MISTAKEN[essence];
	if (registered === undefined || !mill.input[registered]) return "";
	return ` Did you mean ${registered}?`;
}

/** Most callers that send a form used curl -d, which sets this type. */
function curlHint({ input }: Mill): string {
	const [[type, form] = []] = Object.entries(input);
	if (type === undefined) return "";
	if (form?.kind === "form")
		return ` curl -d sends this type. Use curl ${partsOf(form)
			.filter(([, part]) => !part.isOptional)
			.map(([name]) => `-F ${name}=@FILE`)
			.join(" ")}.`;
	const body = form?.kind === "text" || form?.kind === "json" ? "--data-raw 'INPUT'" : "--data-binary @FILE";
	return ` curl -d sends this type. Use curl ${body} -H 'Content-Type: ${type}'.`;
}

/** Most callers that send parts to a mill without a form used curl -F for a file. */
function partsHint({ input }: Mill): string {
	const [type] = Object.keys(input);
	if (type === undefined) return "";
	return ` curl -F sends this type. Use curl --data-binary @FILE -H 'Content-Type: ${type}'.`;
}

/** The header field that lists the input types, for OPTIONS and 415. Lines are no type of one input: only OPTIONS names them. */
export function acceptField({ method, input }: Mill, lines?: string): HeaderFields {
	const accepts = [...Object.keys(input), ...(lines ? [lines] : [])].join(", ");
	// RFC 10008 defines a field for QUERY, W3C LDP §7.1 one for POST. There is none for GET.
	return method === "POST"
		? { "Accept-Post": accepts }
		: method === "QUERY"
			? { "Accept-Query": accepts }
			: {};
}

function unsupported(mill: Mill, detail: string): Refusal {
	// RFC 9110 §12.5.1: in an answer, Accept lists the types that the next request may have.
	const headers = { Accept: Object.keys(mill.input).join(", "), ...acceptField(mill) };
	return new Refusal("unsupported-media-type", detail, { headers });
}

/** The cache is cleared at this size. Callers choose the keys, so it must be bounded. */
const MOST_REMEMBERED = 256;

/** Caches the results of a pure function. Errors are not cached. */
function memo<T>(compute: (text: string) => T): (text: string) => T {
	const known = new Map<string, T>();
	return (text) => {
		const found = known.get(text);
		if (found !== undefined) return found;
		const value = compute(text);
		if (known.size >= MOST_REMEMBERED) known.clear();
		// Long header values rarely repeat.
		if (text.length <= 512) known.set(text, value);
		return value;
	};
}

const read = memo(parseAccept);
const ANYTHING = parseAccept(undefined);

/** What a request accepts. Callers send the same few values, so each is parsed once. */
export function accepted({ headers: { accept } }: Pick<HttpRequest, "headers">): readonly Range[] {
	return accept === undefined ? ANYTHING : read(accept);
}
