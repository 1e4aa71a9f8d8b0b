import { type MediaType, parseMediaType } from "../../core/http-words/media-type.js";
import { broken } from "./broken-form.js";

/** What the header fields of a part say. */
interface PartHead {
	readonly name: string;
	/** Undefined if there is no Content-Type. */
	readonly type: MediaType | undefined;
}

const FIELD = /^([A-Za-z0-9-]{1,64}):(.*)$/s;
/** A parameter of Content-Disposition. Its value is a token or quoted, with backslashes before quotes. */
const PARAMETER = /\s*;\s*([A-Za-z0-9*_-]{1,64})=(?:"((?:[^"\\]|\\.)*)"|([^\s";,]+))/gsy;
/** Encodings that change nothing. RFC 7578 §4.7 forbids the others. */
const PLAIN = ["7bit", "8bit", "binary"];

/** Reads the header fields of a part. Throws a Problem if they are malformed. */
export function readPartHead(head: string): PartHead {
	const fields = new Map<string, string>();
	for (const line of head === "" ? [] : head.split("\r\n")) {
		const [, name = "", value = ""] = FIELD.exec(line) ?? [];
		if (name === "") throw broken("a header field of a part is malformed");
		if (fields.has(name.toLowerCase())) throw broken("a header field of a part is repeated");
		fields.set(name.toLowerCase(), value.trim());
	}
	const encoding = fields.get("content-transfer-encoding");
	if (encoding !== undefined && !PLAIN.includes(encoding.toLowerCase()))
		throw broken("a part has a Content-Transfer-Encoding");
	const said = fields.get("content-type");
	const type = said === undefined ? undefined : parseMediaType(said);
	if (said !== undefined && !type) throw broken("the Content-Type of a part is malformed");
	return { name: nameIn(fields.get("content-disposition") ?? ""), type };
}

/** The name in `form-data; name="photo"; filename="a.png"`. */
function nameIn(disposition: string): string {
	const [kind = ""] = /^[^\s;]*/.exec(disposition) ?? [];
	const parameters = new Map<string, string>();
	PARAMETER.lastIndex = kind.length;
	let end = kind.length;
	for (let found = PARAMETER.exec(disposition); found; found = PARAMETER.exec(disposition)) {
		const [, name = "", quoted, token = ""] = found;
		if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), quoted ?? token);
		end = PARAMETER.lastIndex;
	}
	const name = parameters.get("name");
	if (kind.toLowerCase() !== "form-data" || name === undefined || disposition.slice(end).trim() !== "")
		throw broken('a part has no Content-Disposition such as form-data; name="photo"');
	return name;
}
