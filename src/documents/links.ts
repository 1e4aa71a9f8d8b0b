import { RESULT_TYPES, type ResultType } from "../codecs/result-types.js";
import { xmlShape } from "../codecs/xml-shape.js";
import type { Mill } from "../core/mill.js";
import { deprecationLinks } from "./deprecated.js";
import type { Site } from "./site.js";

/** The media types of a mill's results on this site. */
export function resultTypes(mill: Mill, site: Site): ResultType[] {
	return RESULT_TYPES.filter((type) => {
		if (type === "application/hal+json") return site.offers("links", mill.name);
		return type !== "application/xml" || xmlShape(mill.output) !== undefined;
	});
}

/** Whether the XML Schema of a mill can be had. */
export function offersXmlSchema(mill: Mill, site: Site): boolean {
	const { offers } = site;
	return (
		offers("schema", mill.name) && offers("xml-schema", mill.name) && xmlShape(mill.output) !== undefined
	);
}

/** Whether there is a page for people, or this mill is on it; it lives from the list. */
export function offersPage({ offers }: Site, mill?: string): boolean {
	return offers("page", mill) && offers("urls") && offers("list");
}

/**
 * Where a document of a mill is found, seen from the mill's own address, whose last segment is `self`.
 * Relative and without a leading slash, so that it survives a proxy that adds or takes a prefix.
 */
export function documentHref(
	mill: Mill,
	site: Site,
	self: string,
	document: "schema" | "description",
	payload?: string,
): string | undefined {
	const { offers } = site;
	if (!offers(document, mill.name)) return undefined;
	// RFC 3986 §4.2: a colon in the first segment would read as a scheme.
	const start = self.includes(":") ? `./${self}` : self;
	const type = payload && encodeURIComponent(payload);
	if (offers("urls", mill.name)) return `${start}/$${document}${type ? `?type=${type}` : ""}`;
	// The query form needs no convention about paths: it works wherever the mill itself is reached.
	if (offers("negotiation", mill.name)) return `${start}?$${document}${type ? `=${type}` : ""}`;
	return undefined;
}

/** The `_links` of a result, as JSON. No `self`: a result has no address. */
export function halLinks(mill: Mill, site: Site, self: string): string {
	const schema = documentHref(mill, site, self, "schema", "application/hal+json");
	const description = documentHref(mill, site, self, "description");
	return JSON.stringify({
		...(schema && { schema: { href: schema, type: "application/schema+json" } }),
		...(description && { description: { href: description, type: "text/markdown" } }),
	});
}

/** The Link field of an answer at a mill's address; `depth` counts the segments behind the first. */
export function linkField(
	mill: Mill,
	site: Site,
	place: { readonly self: string; readonly depth: number },
	options: { readonly resultType?: ResultType; readonly anchored?: boolean } = {},
): string | undefined {
	if (!site.offers("links", mill.name)) return undefined;
	// RFC 8288 §3.2: on an error the schema describes the mill and not the problem document.
	const anchor = options.anchored ? `; anchor="${place.self}"` : "";
	const xml = options.resultType === "application/xml";
	const fields: string[] = [];
	const add = (href: string | undefined, rel: string, type: string) => {
		// Node looks at every character of every header: the hints about types stay out of results.
		const hint = options.resultType === undefined ? `; type="${type}"` : "";
		if (href !== undefined) fields.push(`<${href}>; rel="${rel}"${hint}${anchor}`);
	};
	if (xml && offersXmlSchema(mill, site)) {
		const href = documentHref(mill, site, place.self, "schema", "application/xml");
		add(href, "describedby", "application/schema+xml");
	} else if (!xml) {
		add(documentHref(mill, site, place.self, "schema"), "describedby", "application/schema+json");
	}
	add(documentHref(mill, site, place.self, "description"), "service-doc", "text/markdown");
	// For people who open a mill's address in a browser: an error is what they see there.
	if (options.anchored && offersPage(site, mill.name))
		add(`${"../".repeat(place.depth) || "./"}#${mill.name}`, "service-doc", "text/html");
	if (site.offers("urls") && site.offers("schema"))
		add(`${"../".repeat(place.depth)}$schema`, "service-desc", "application/openapi+json");
	for (const { href, rel } of deprecationLinks(mill, place.depth))
		fields.push(`<${href}>; rel="${rel}"${anchor}`);
	return fields.length > 0 ? fields.join(", ") : undefined;
}
