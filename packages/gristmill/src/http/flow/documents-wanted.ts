import { namedWeight, prefer, type Range, weight } from "../../core/http-words/accept.js";
import { parseEssence } from "../../core/http-words/media-type.js";
import { queryPairs } from "../../core/parameters.js";
import { Problem } from "../../core/problem.js";
import { offersXmlSchema } from "../../documents/links.js";
import type { ServerInfo } from "../../documents/server-info.js";
import { Refusal } from "../wire/refusal.js";
import type { ServedMill } from "./served-mill.js";

/** The documents of a mill. */
export type MillDocument = "schema" | "xml-schema" | "description";

/** The media types that name a document. Their order breaks ties. */
const DOCUMENT_TYPES = {
	"application/schema+json": "schema",
	"application/schema+xml": "xml-schema",
	"x-text/docs": "description",
} as const satisfies Record<string, MillDocument>;
type DocumentType = keyof typeof DOCUMENT_TYPES;
const NAMED = Object.keys(DOCUMENT_TYPES) as DocumentType[];

/** The two ways to request a document. */
type Convention = "negotiation" | "urls";

/** The schema that describes a payload of this type, for `?type=` and `?$schema=`. */
const SCHEMA_OF: Readonly<Record<string, MillDocument>> = {
	"application/json": "schema",
	"application/hal+json": "schema",
	"application/schema+json": "schema",
	"application/xml": "xml-schema",
	"application/schema+xml": "xml-schema",
};

/** Whether this server offers this document of a mill. */
export function has(served: ServedMill, info: ServerInfo, document: MillDocument): boolean {
	const { mill } = served;
	return document === "xml-schema" ? offersXmlSchema(mill, info) : info.offers(document, mill.name);
}

/** The document that a GET requests in Accept; undefined if it requests none. */
export function wantedByAccept(
	served: ServedMill,
	info: ServerInfo,
	ranges: readonly Range[],
): { document: MillDocument; type: DocumentType } | undefined {
	// Wildcards never choose a document: the caller must name it.
	const q = (type: DocumentType) => namedWeight(ranges, type) ?? 0;
	const named = NAMED.filter((type) => q(type) > 0);
	if (named.length === 0) return undefined;
	const offered = new Set(available(served, info, "negotiation"));
	const best = prefer(
		named.filter((type) => offered.has(type)),
		q,
	);
	if (served.mill.method === "GET") {
		const result = Math.max(0, ...served.resultTypes.map((type) => weight(ranges, type)));
		// The result wins ties; a document needs a higher weight.
		if (result > 0 && !(best && q(best) > result)) return undefined;
		// If Accept allows other types too, the call answers 406 with the available types.
		if (!best && ranges.some(({ range, q }) => q > 0 && !NAMED.some((type) => type === range)))
			return undefined;
	}
	if (best === undefined)
		throw notOffered(served, info, "negotiation", "This mill does not offer the document that Accept names");
	return { document: DOCUMENT_TYPES[best], type: best };
}

/** The document that a query such as `?$schema` or `?$schema=application/xml` requests. */
export function wantedByQuery(
	served: ServedMill,
	info: ServerInfo,
	query: string,
): { document: MillDocument; type: string } | undefined {
	if (!query.includes("$") && !query.includes("%24")) return undefined;
	const asked = [...queryPairs(query)].filter(([name]) => name === "$schema" || name === "$description");
	const [first] = asked;
	if (first === undefined) return undefined;
	if (asked.length > 1) throw new Problem("bad-parameter", "The query names more than one document.");
	const [name, type] = first;
	if (!info.offers("negotiation", served.mill.name))
		throw new Refusal("not-offered", "This mill does not offer documents by query parameter.");
	if (name === "$schema") return { document: schemaFor(served, info, type, "negotiation"), type };
	if (!["", "text/markdown", "x-text/docs", "text/html"].includes(type))
		throw notOffered(served, info, "negotiation", "This mill has no description of that type");
	return { document: offered(served, info, "description", "negotiation"), type };
}

/** The schema for a payload of this type; the JSON Schema if no type is named. */
export function schemaFor(served: ServedMill, info: ServerInfo, type: string, by: Convention): MillDocument {
	// In a query string a plus means a space, but people write `schema+json` unencoded.
	const essence = parseEssence((type.split(";", 1)[0] ?? "").trim().replaceAll(" ", "+")) ?? "";
	const document = type === "" ? "schema" : SCHEMA_OF[essence];
	if (document === undefined) throw notOffered(served, info, by, "This mill has no schema for that type");
	return offered(served, info, document, by);
}

/** Returns the document if the mill offers it; throws `not-offered` with the available ones if not. */
export function offered(
	served: ServedMill,
	info: ServerInfo,
	document: MillDocument,
	by: Convention,
): MillDocument {
	if (has(served, info, document)) return document;
	throw notOffered(
		served,
		info,
		by,
		`This mill offers no ${document === "xml-schema" ? "XML schema" : document}`,
	);
}

/** The documents that are available in this way. */
function available(served: ServedMill, info: ServerInfo, by: Convention): DocumentType[] {
	return NAMED.filter((type) => info.offers(by, served.mill.name) && has(served, info, DOCUMENT_TYPES[type]));
}

function notOffered(served: ServedMill, info: ServerInfo, by: Convention, what: string): Refusal {
	const types = available(served, info, by);
	const end = types.length > 0 ? `. Available: ${types.join(", ")}.` : ". It offers no documents this way.";
	return new Refusal("not-offered", what + end, { members: { available: types } });
}
