import { isObject } from "../../core/schema/is-object.js";
import { isHttp, resolved } from "../transport/address.js";
import { essenceOf, isJson, jsonOf, textOf } from "../transport/json-answer.js";
import type { RawAnswer } from "../transport/message.js";
import { parseLinks } from "./link-field.js";
import { below, type MillEntry } from "./mill-list.js";
import { Search } from "./search.js";

/** The convention that led to a document: Accept, links, a URL with `$`, or another document. */
export type Via = "negotiation" | "links" | "urls" | "list" | "schema";

/** A document about a mill and how it was found. */
export interface Found<Content> {
	readonly content: Content;
	readonly url: string;
	readonly via: Via;
	/** Without parameters. */
	readonly mediaType: string;
}

/** The requests that finding a document needs. */
export interface DocumentReader {
	/** Sends GET and returns the answer, whatever its status. */
	get(url: URL, accept: string): Promise<RawAnswer>;
	/** Sends OPTIONS. */
	options(url: URL): Promise<RawAnswer>;
	/** Calls the mill and accepts HAL. Calls are pure, so one can be made only for its links. */
	sample(url: URL): Promise<RawAnswer>;
	/** The mill's entry in the list of its server. */
	entry(url: URL): Promise<MillEntry | undefined>;
}

/** One kind of document: how to request it, and how to recognise it. */
interface DocumentKind<Content> {
	readonly name: "schema" | "description";
	/** The media type that names it (convention A). */
	readonly named: string;
	/** The Accept value for a URL that already names the document. */
	readonly accept: string;
	/** The relations of its links (convention B). */
	readonly relations: readonly string[];
	/** Returns its content, or undefined if the answer is something else. */
	read(answer: RawAnswer): Content | undefined;
}

/** A JSON Schema: an object, or true or false. */
export type Schema = Readonly<Record<string, unknown>> | boolean;

const SCHEMA: DocumentKind<Schema> = {
	name: "schema",
	named: "application/schema+json",
	accept: "application/schema+json, application/json;q=0.9",
	relations: ["describedby", "schema"],
	read: (answer) => {
		const value = isJson(answer.headers) ? jsonOf(answer) : undefined;
		return typeof value === "boolean" || isObject(value) ? value : undefined;
	},
};

const DESCRIPTION: DocumentKind<string> = {
	name: "description",
	named: "x-text/docs",
	accept: "text/markdown, text/plain;q=0.9, x-text/docs;q=0.8, text/html;q=0.5",
	relations: ["service-doc", "description", "help"],
	read: (answer) => (/^(?:x-)?text\//.test(essenceOf(answer.headers)) ? textOf(answer) : undefined),
};

/** Finds the schema of a mill by any convention that its server offers. */
export async function findSchema(documents: DocumentReader, mill: URL): Promise<Found<Schema>> {
	const search = new Search();
	return (await find(documents, mill, SCHEMA, search)) ?? notFound(mill, SCHEMA, search);
}

/** Finds the description of a mill, or uses the description in its schema. */
export async function findDescription(documents: DocumentReader, mill: URL): Promise<Found<string>> {
	const search = new Search();
	const found = await find(documents, mill, DESCRIPTION, search);
	if (found) return found;
	const schema = await find(documents, mill, SCHEMA, search);
	const { title, description } = (schema?.content ?? {}) as Record<string, unknown>;
	if (!schema || typeof description !== "string") return notFound(mill, DESCRIPTION, search);
	const heading = typeof title === "string" ? `# ${title}\n\n` : "";
	return {
		content: `${heading}${description}\n`,
		url: schema.url,
		via: "schema",
		mediaType: "text/markdown",
	};
}

/**
 * Tries the conventions, the cheapest first. One request serves A and shows the links of B. The URL of C is next, then
 * OPTIONS, the server's list, and last a call, whose result may contain `_links`.
 */
async function find<C>(
	documents: DocumentReader,
	mill: URL,
	kind: DocumentKind<C>,
	search: Search,
): Promise<Found<C> | undefined> {
	const take = async (url: URL, via: Via): Promise<Found<C> | undefined> => {
		const answer = await search.attempt(() => documents.get(url, kind.accept));
		if (answer === undefined) return undefined;
		search.note(`GET ${url.href}`, answer);
		const content = answer.status === 200 ? kind.read(answer) : undefined;
		if (content === undefined) return undefined;
		return { content, url: answer.url, via, mediaType: essenceOf(answer.headers) };
	};
	const follow = async (answer: RawAnswer, via: Via = "links"): Promise<Found<C> | undefined> => {
		for (const url of linksOf(answer, mill, kind)) {
			const found = await take(url, via);
			if (found) return found;
		}
		return undefined;
	};

	const negotiated = await documents.get(mill, kind.named);
	search.note(`GET ${mill.href} with Accept: ${kind.named}`, negotiated);
	// A server that ignores Accept sends something else, so only the requested type counts.
	if (negotiated.status === 200 && essenceOf(negotiated.headers) === kind.named) {
		const content = kind.read(negotiated);
		if (content !== undefined)
			return { content, url: negotiated.url, via: "negotiation", mediaType: kind.named };
	}
	const linked = (await follow(negotiated)) ?? (await take(below(mill, `$${kind.name}`), "urls"));
	if (linked) return linked;

	const options = await search.attempt(() => documents.options(mill));
	if (options) search.note(`OPTIONS ${mill.href}`, options);
	const byOptions = options && (await follow(options));
	if (byOptions) return byOptions;
	const entry = await search.attempt(() => documents.entry(mill));
	const listed = entry?.[kind.name];
	const byList = listed === undefined ? undefined : await take(new URL(listed), "list");
	if (byList) return byList;
	const called = await search.attempt(() => documents.sample(mill));
	if (called) search.note(`a call with Accept: application/hal+json`, called);
	return called && follow(called);
}

/** The http(s) URLs of a document that an answer links to, in its Link field and in its body. */
function linksOf<C>(answer: RawAnswer, mill: URL, kind: DocumentKind<C>): URL[] {
	const fields = parseLinks(answer.headers.get("link"), mill)
		.filter(({ relations }) => relations.some((relation) => kind.relations.includes(relation)))
		// An XML Schema is described by the same relation.
		.filter(({ type }) => kind.name !== "schema" || type === undefined || type.includes("json"))
		.map(({ href }) => href);
	const value = isJson(answer.headers) ? jsonOf(answer) : undefined;
	const links = ((value as Record<string, unknown> | undefined)?._links ?? {}) as Record<string, unknown>;
	const payload = kind.relations.flatMap((relation) => {
		// HAL §4.1.1: one link object or a list of them.
		const [link] = [links[relation]].flat() as ({ href?: unknown } | undefined)[];
		const href = typeof link?.href === "string" ? link.href : undefined;
		return (href === undefined ? undefined : resolved(href, new URL(answer.url))) ?? [];
	});
	return [...payload, ...fields].filter(isHttp).slice(0, 4);
}

function notFound<C>(mill: URL, kind: DocumentKind<C>, search: Search): never {
	search.inVain(
		`${mill.href} offers no ${kind.name}, neither by Accept, nor by links, nor as $${kind.name}. Ask its operator.`,
		mill.href,
	);
}
