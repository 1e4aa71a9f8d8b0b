import { RESULT_TYPES, type ResultType } from "../codecs/result-types.js";
import { type Mill, pathParameters } from "../core/mill.js";
import { type ParameterReader, parameterReader } from "../core/parameters.js";
import { deprecationFields } from "../documents/deprecated.js";
import { halLinks, linkField, resultTypes } from "../documents/links.js";
import type { Site } from "../documents/site.js";
import type { Fields } from "./message.js";
import { acceptField, type Negotiate, negotiator } from "./negotiate.js";

/** A mill with everything that can be worked out before the first request. */
export interface ServedMill {
	readonly mill: Mill;
	readonly resultTypes: readonly ResultType[];
	readonly parameters: ParameterReader;
	/** Judges the headers of a call. */
	readonly negotiate: Negotiate;
	readonly allow: string;
	/** Accept-Post or Accept-Query, where the method has such a field. */
	readonly acceptField: Fields;
	/** How the answers at one address of the mill look; `self` is its last segment, `depth` those behind the first. */
	face(self: string, depth: number): Face;
}

/** The header fields and links at one address. */
export interface Face {
	readonly results: Readonly<Record<ResultType, Fields>>;
	/** For errors and OPTIONS. */
	readonly links: Fields;
	/** For errors: the same links, anchored at the mill. */
	readonly anchoredLinks: Fields;
	/** `_links` as JSON; undefined where links are not offered. */
	readonly hal: string | undefined;
}

export function serveMill(mill: Mill, site: Site): ServedMill {
	const own = makeFace(mill, site, mill.name, 0);
	const types = resultTypes(mill, site);
	return {
		mill,
		resultTypes: types,
		parameters: parameterReader(mill.parameters, pathParameters(mill.path)),
		negotiate: negotiator(mill, types),
		allow: mill.method === "GET" ? "GET, HEAD, OPTIONS" : `${mill.method}, OPTIONS`,
		acceptField: acceptField(mill),
		// Addresses with path parameters are without number; the plain one is made once.
		face: (self, depth) => (depth === 0 ? own : makeFace(mill, site, self, depth)),
	};
}

function makeFace(mill: Mill, site: Site, self: string, depth: number): Face {
	const place = { self, depth };
	const ending = deprecationFields(mill);
	const field = (value: string | undefined): Fields => ({ ...ending, ...(value && { Link: value }) });
	const results = RESULT_TYPES.map((type) => {
		const link = field(linkField(mill, site, place, { resultType: type }));
		return [type, { ...resultFields(mill, type), "Mill-Digest": site.digest(mill), ...link }];
	});
	return {
		results: Object.fromEntries(results),
		links: field(linkField(mill, site, place)),
		anchoredLinks: field(linkField(mill, site, place, { anchored: true })),
		hal: site.offers("links", mill.name) ? halLinks(mill, site, self) : undefined,
	};
}

function resultFields({ method }: Mill, type: ResultType): Fields {
	return {
		"Content-Type": type === "application/xml" ? "application/xml; charset=utf-8" : type,
		// A cache ignores the body of a POST or a GET, so it may keep nothing (RFC 9110 §9.3.3). An answer to QUERY
		// belongs to its body: it may be kept, and asked for again by its tag.
		"Cache-Control": method === "QUERY" ? "no-cache" : "no-store",
		Vary: "Accept, Accept-Encoding",
	};
}
