import { namedWeight, prefer, type Range, weight } from "../core/accept.js";
import { parseEssence } from "../core/media-type.js";
import { queryPairs } from "../core/parameters.js";
import { Problem } from "../core/problem.js";
import { offersXmlSchema } from "../documents/links.js";
import type { Site } from "../documents/site.js";
import { Refusal } from "./refusal.js";
import type { ServedMill } from "./served-mill.js";

/** The documents of a mill. */
export type MillDocument = "schema" | "xml-schema" | "description";

/** The media types that name a document; in the order that breaks ties. */
const DOCUMENT_TYPES = {
	"application/schema+json": "schema",
	"application/schema+xml": "xml-schema",
	"x-text/docs": "description",
} as const satisfies Record<string, MillDocument>;
type DocumentType = keyof typeof DOCUMENT_TYPES;
const NAMED = Object.keys(DOCUMENT_TYPES) as DocumentType[];

/** The two conventions by which a document is asked for. */
type Convention = "negotiation" | "urls";

/** The same for a payload's type, as in `?type=` and `?$schema=`: which schema describes it. */
const SCHEMA_OF: Readonly<Record<string, MillDocument>> = {
	"application/json": "schema",
	"application/hal+json": "schema",
	"application/schema+json": "schema",
	"application/xml": "xml-schema",
	"application/schema+xml": "xml-schema",
};

/** Whether a mill has this document on this site. */
export function has(served: ServedMill, site: Site, document: MillDocument): boolean {
	const { mill } = served;
	return document === "xml-schema" ? offersXmlSchema(mill, site) : site.offers(document, mill.name);
}

/** Which document a GET asks for by its Accept field; undefined where it asks for none. */
export function wantedByAccept(
	served: ServedMill,
	site: Site,
	ranges: readonly Range[],
): { document: MillDocument; type: DocumentType } | undefined {
	// Wildcards never choose a document: the caller must name it.
	const q = (type: DocumentType) => namedWeight(ranges, type) ?? 0;
	const named = NAMED.filter((type) => q(type) > 0);
	if (named.length === 0) return undefined;
	const offered = new Set(available(served, site, "negotiation"));
	const best = prefer(
		named.filter((type) => offered.has(type)),
		q,
	);
	if (served.mill.method === "GET") {
		const result = Math.max(0, ...served.resultTypes.map((type) => weight(ranges, type)));
		// The normal answer wins ties; a document must be wanted more.
		if (result > 0 && !(best && q(best) > result)) return undefined;
		// Whoever would take something else too is told what there is by a 406.
		if (!best && ranges.some(({ range, q }) => q > 0 && !NAMED.some((type) => type === range)))
			return undefined;
	}
	if (best === undefined)
		throw notOffered(served, site, "negotiation", "The document named in Accept is not offered");
	return { document: DOCUMENT_TYPES[best], type: best };
}

/** Which document a query such as `?$schema` or `?$schema=application/xml` asks for. */
export function wantedByQuery(
	served: ServedMill,
	site: Site,
	query: string,
): { document: MillDocument; type: string } | undefined {
	if (!query.includes("$") && !query.includes("%24")) return undefined;
	const asked = [...queryPairs(query)].filter(([name]) => name === "$schema" || name === "$description");
	const [first] = asked;
	if (first === undefined) return undefined;
	if (asked.length > 1) throw new Problem("bad-parameter", "Ask for one document at a time.");
	const [name, type] = first;
	if (!site.offers("negotiation", served.mill.name))
		throw new Refusal("not-offered", "This mill does not offer documents by query parameter.");
	if (name === "$schema") return { document: schemaFor(served, site, type, "negotiation"), type };
	if (!["", "text/markdown", "x-text/docs", "text/html"].includes(type))
		throw notOffered(served, site, "negotiation", "There is no description of that type");
	return { document: offered(served, site, "description", "negotiation"), type };
}

/** The schema that describes a payload of this type; the JSON Schema where no type is named. */
export function schemaFor(served: ServedMill, site: Site, type: string, by: Convention): MillDocument {
	// A query string writes a space as a plus, and people write the plus of `schema+json` as it is.
	const essence = parseEssence((type.split(";", 1)[0] ?? "").trim().replaceAll(" ", "+")) ?? "";
	const document = type === "" ? "schema" : SCHEMA_OF[essence];
	if (document === undefined) throw notOffered(served, site, by, "There is no schema for that type");
	return offered(served, site, document, by);
}

/** The document itself if the mill offers it; `not-offered` with a list of what there is, if not. */
export function offered(
	served: ServedMill,
	site: Site,
	document: MillDocument,
	by: Convention,
): MillDocument {
	if (has(served, site, document)) return document;
	throw notOffered(
		served,
		site,
		by,
		`This mill offers no ${document === "xml-schema" ? "XML schema" : document}`,
	);
}

/** The documents that can be had by a convention. */
function available(served: ServedMill, site: Site, by: Convention): DocumentType[] {
	return NAMED.filter((type) => site.offers(by, served.mill.name) && has(served, site, DOCUMENT_TYPES[type]));
}

function notOffered(served: ServedMill, site: Site, by: Convention, what: string): Refusal {
	const types = available(served, site, by);
	const end = types.length > 0 ? `: there is ${types.join(", ")}.` : ": there is none.";
	return new Refusal("not-offered", what + end, { members: { available: types } });
}
