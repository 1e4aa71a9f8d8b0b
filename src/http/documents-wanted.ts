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
	const named = NAMED.filter((type) => (namedWeight(ranges, type) ?? 0) > 0);
	if (named.length === 0) return undefined;
	const byAccept = site.offers("negotiation", served.mill.name);
	const offered = named.filter((type) => byAccept && has(served, site, DOCUMENT_TYPES[type]));
	const best = prefer(offered, (type) => namedWeight(ranges, type) ?? 0);
	if (served.mill.method === "GET") {
		const result = Math.max(0, ...served.resultTypes.map((type) => weight(ranges, type)));
		// The normal answer wins ties; a document must be wanted more.
		if (result > 0 && !(best && (namedWeight(ranges, best) ?? 0) > result)) return undefined;
	}
	if (best === undefined) throw notOffered(served, site, "The document named in Accept is not offered");
	return { document: DOCUMENT_TYPES[best], type: best };
}

/** Which document a query such as `?$schema` or `?$schema=application/xml` asks for. */
export function wantedByQuery(served: ServedMill, site: Site, query: string): MillDocument | undefined {
	if (!query.includes("$") && !query.includes("%24")) return undefined;
	const asked = [...queryPairs(query)].filter(([name]) => name === "$schema" || name === "$description");
	const [first] = asked;
	if (first === undefined) return undefined;
	if (asked.length > 1) throw new Problem("bad-parameter", "Ask for one document at a time.");
	const [name, type] = first;
	if (!site.offers("negotiation", served.mill.name))
		throw new Refusal("not-offered", "This mill does not offer documents by query parameter.");
	if (name === "$schema") return schemaFor(served, site, type);
	if (type !== "" && type !== "text/markdown" && type !== "x-text/docs" && type !== "text/html")
		throw notOffered(served, site, "There is no description of that type");
	return offered(served, site, "description");
}

/** The schema that describes a payload of this type; the JSON Schema where no type is named. */
export function schemaFor(served: ServedMill, site: Site, type: string): MillDocument {
	const document = type === "" ? "schema" : SCHEMA_OF[parseEssence(type.split(";", 1)[0] ?? "") ?? ""];
	if (document === undefined) throw notOffered(served, site, "There is no schema for that type");
	return offered(served, site, document);
}

/** The document itself if the mill offers it; `not-offered` with a list of what there is, if not. */
export function offered(served: ServedMill, site: Site, document: MillDocument): MillDocument {
	if (has(served, site, document)) return document;
	throw notOffered(
		served,
		site,
		`This mill offers no ${document === "xml-schema" ? "XML schema" : document}`,
	);
}

function notOffered(served: ServedMill, site: Site, what: string): Refusal {
	const available = NAMED.filter((type) => has(served, site, DOCUMENT_TYPES[type]));
	const end = available.length > 0 ? `: there is ${available.join(", ")}.` : ": there is none.";
	return new Refusal("not-offered", what + end, { members: { available } });
}
