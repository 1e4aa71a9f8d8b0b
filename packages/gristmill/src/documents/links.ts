import { encodersOf, type ResultType, resultFormat } from "../codecs/encode.js";
import { xmlShape } from "../codecs/formats/xml-shape.js";
import { streamTypes } from "../codecs/parts.js";
import type { Mill } from "../core/definition/mill.js";
import { deprecationLinks } from "./deprecated.js";
import type { ServerInfo } from "./server-info.js";

/** Returns the media types of a mill's results on this server. */
export function resultTypes(mill: Mill, info: ServerInfo): ResultType[] {
	const types = new Set([...encodersOf(mill).keys(), ...streamTypes(mill)]);
	return [...types].filter((type) => !resultFormat(type).needsLinks || info.offers("links", mill.name));
}

/** Returns whether the server offers the XML Schema of a mill. */
export function offersXmlSchema(mill: Mill, info: ServerInfo): boolean {
	const { offers } = info;
	return (
		offers("schema", mill.name) && offers("xml-schema", mill.name) && xmlShape(mill.output) !== undefined
	);
}

/** Returns whether the server offers the page for people, or shows this mill on it. The page needs the list. */
export function offersPage({ offers }: ServerInfo, mill?: string): boolean {
	return offers("page", mill) && offers("urls") && offers("list");
}

/** Returns whether the server offers the reference at `docs` and the guide at `llms.txt`. They show schemas and texts. */
export function offersReference({ offers }: ServerInfo): boolean {
	return offers("urls") && offers("schema") && offers("description");
}

/**
 * Returns the address of a mill's document relative to the mill's own address, whose last segment is `self`.
 * The address has no leading slash, so it still works behind a proxy that adds or removes a prefix.
 */
export function documentHref(
	mill: Mill,
	info: ServerInfo,
	self: string,
	document: "schema" | "description",
	payload?: string,
): string | undefined {
	const { offers } = info;
	if (!offers(document, mill.name)) return undefined;
	// RFC 3986 §4.2: a colon in the first segment would be parsed as a scheme.
	const start = self.includes(":") ? `./${self}` : self;
	const type = payload && encodeURIComponent(payload);
	if (offers("urls", mill.name)) return `${start}/$${document}${type ? `?type=${type}` : ""}`;
	// The query form needs no convention about paths. It works at every address of the mill.
	if (offers("negotiation", mill.name)) return `${start}?$${document}${type ? `=${type}` : ""}`;
	return undefined;
}

/** Returns the `_links` of a result as JSON. There is no `self`, because a result has no address. */
export function halLinks(mill: Mill, info: ServerInfo, self: string): string {
	const schema = documentHref(mill, info, self, "schema", "application/hal+json");
	const description = documentHref(mill, info, self, "description");
	return JSON.stringify({
		...(schema && { schema: { href: schema, type: "application/schema+json" } }),
		...(description && { description: { href: description, type: "text/markdown" } }),
	});
}

/** Returns the Link field of a response at a mill's address. `depth` is the number of segments after the first. */
export function linkField(
	mill: Mill,
	info: ServerInfo,
	place: { readonly self: string; readonly depth: number },
	options: { readonly resultType?: ResultType; readonly anchored?: boolean } = {},
): string | undefined {
	if (!info.offers("links", mill.name)) return undefined;
	// RFC 8288 §3.2: in an error response, the schema describes the mill and not the problem document.
	const anchor = options.anchored ? `; anchor="${place.self}"` : "";
	const xml = options.resultType === "application/xml";
	const fields: string[] = [];
	const add = (href: string | undefined, rel: string, type: string) => {
		// Node checks every character of every header, so results omit the type hints.
		const hint = options.resultType === undefined ? `; type="${type}"` : "";
		if (href !== undefined) fields.push(`<${href}>; rel="${rel}"${hint}${anchor}`);
	};
	if (xml && offersXmlSchema(mill, info)) {
		const href = documentHref(mill, info, place.self, "schema", "application/xml");
		add(href, "describedby", "application/schema+xml");
	} else if (!xml) {
		add(documentHref(mill, info, place.self, "schema"), "describedby", "application/schema+json");
	}
	add(documentHref(mill, info, place.self, "description"), "service-doc", "text/markdown");
	// This link is for people who open a mill's address in a browser and see an error.
	if (options.anchored && offersPage(info, mill.name))
		add(`${"../".repeat(place.depth) || "./"}#${mill.name}`, "service-doc", "text/html");
	if (info.offers("urls") && info.offers("schema"))
		add(`${"../".repeat(place.depth)}$schema`, "service-desc", "application/openapi+json");
	for (const { href, rel } of deprecationLinks(mill, place.depth))
		fields.push(`<${href}>; rel="${rel}"${anchor}`);
	return fields.length > 0 ? fields.join(", ") : undefined;
}
