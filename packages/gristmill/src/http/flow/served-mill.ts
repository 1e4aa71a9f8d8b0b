import { type ResultType, rawTypes, resultFormat } from "../../codecs/encode.js";
import { streamTypes } from "../../codecs/parts.js";
import { type Mill, pathParameters } from "../../core/definition/mill.js";
import { type ParameterReader, parameterReader } from "../../core/parameters.js";
import { deprecationFields } from "../../documents/deprecated.js";
import { halLinks, linkField, resultTypes } from "../../documents/links.js";
import type { ServerInfo } from "../../documents/server-info.js";
import { linesField } from "../many/lines-field.js";
import { withLines } from "../wire/envelope.js";
import type { HeaderFields } from "../wire/message.js";
import { acceptField, type Negotiate, negotiator } from "./negotiate.js";

/** A mill with everything that is computed before the first request. */
export interface ServedMill {
	readonly mill: Mill;
	readonly resultTypes: readonly ResultType[];
	/** Those in which its results come part by part. */
	readonly streamTypes: readonly ResultType[];
	readonly parameters: ParameterReader;
	/** Checks the headers of a call. */
	readonly negotiate: Negotiate;
	readonly allow: string;
	/** The value of Mill-Digest. */
	readonly digest: string;
	/** Accept-Post or Accept-Query, if the method has such a field. */
	readonly acceptField: HeaderFields;
	/** The headers at one address of the mill. `self` is its last segment; `depth` is the number of segments after the first. */
	headersAt(self: string, depth: number): MillHeaders;
}

/** The header fields and links at one address. */
interface MillHeaders {
	readonly results: Readonly<Record<ResultType, HeaderFields>>;
	/** For errors and OPTIONS. */
	readonly links: HeaderFields;
	/** For errors: the same links, anchored at the mill. */
	readonly anchoredLinks: HeaderFields;
	/** `_links` as JSON; undefined if links are not offered. */
	readonly hal: string | undefined;
}

export function serveMill(mill: Mill, info: ServerInfo): ServedMill {
	const own = makeHeaders(mill, info, mill.name, 0);
	const types = resultTypes(mill, info);
	const digest = info.digest(mill);
	return {
		mill,
		digest,
		resultTypes: types,
		streamTypes: streamTypes(mill),
		parameters: parameterReader(mill.parameters, pathParameters(mill.path)),
		negotiate: negotiator(mill, types),
		allow: mill.method === "GET" ? "GET, HEAD, OPTIONS" : `${mill.method}, OPTIONS`,
		acceptField: acceptField(mill, linesField(mill)),
		// The address without path parameters is made once. There is no limit to the others.
		headersAt: (self, depth) => (depth === 0 ? own : makeHeaders(mill, info, self, depth)),
	};
}

function makeHeaders(mill: Mill, info: ServerInfo, self: string, depth: number): MillHeaders {
	const place = { self, depth };
	const ending = deprecationFields(mill);
	const field = (value: string | undefined): HeaderFields => ({ ...ending, ...(value && { Link: value }) });
	const results = resultTypes(mill, info).map((type) => {
		const link = field(linkField(mill, info, place, { resultType: type }));
		return [
			type,
			withLines({ ...resultFields(mill, type, info), "Mill-Digest": info.digest(mill), ...link }),
		];
	});
	return {
		results: Object.fromEntries(results),
		links: field(linkField(mill, info, place)),
		anchoredLinks: field(linkField(mill, info, place, { anchored: true })),
		hal: info.offers("links", mill.name) ? halLinks(mill, info, self) : undefined,
	};
}

/** A browser would run scripts in these with the rights of this origin, if a form on another site sent the call. */
const MAY_HAVE_SCRIPTS = /html|xml/;

function resultFields(mill: Mill, type: ResultType, { keys }: ServerInfo): HeaderFields {
	const { method } = mill;
	const isRisky = MAY_HAVE_SCRIPTS.test(type) && rawTypes(mill).includes(type);
	return {
		"Content-Type": resultFormat(type).contentType,
		// A cache ignores the body of a POST or a GET, so it must not store the answer (RFC 9110 §9.3.3). An answer to
		// QUERY belongs to its body: it may be stored and revalidated by its tag.
		"Cache-Control": method === "QUERY" ? "no-cache" : "no-store",
		Vary: `Accept, Accept-Encoding${keys ? ", Prefer, Accept-Signature" : ""}`,
		...(isRisky && { "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'" }),
	};
}
