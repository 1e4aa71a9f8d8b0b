import { isObject } from "../../core/schema/is-object.js";
import { isHttp, resolved } from "../transport/address.js";
import { isJson, jsonOf } from "../transport/json-answer.js";
import type { RawAnswer } from "../transport/message.js";
import { Search } from "./search.js";

/** A mill in the list of a server, with absolute URLs, whatever the format of the list. */
export interface MillEntry {
	readonly name: string;
	/** The URL to call; a URI template if `templated`. */
	readonly url: string;
	readonly templated: boolean;
	readonly method?: string;
	readonly summary?: string;
	readonly version?: string;
	/** The digest of its algorithm. */
	readonly digest?: string;
	/** Media types of its input, and of its results. */
	readonly accepts?: readonly string[];
	readonly produces?: readonly string[];
	readonly schema?: string;
	readonly description?: string;
}

/** A URL below another, which may or may not end with a slash. */
export function below(url: URL, name: string): URL {
	const result = new URL(url);
	result.search = "";
	result.hash = "";
	result.pathname = `${result.pathname.replace(/\/$/, "")}/${name}`;
	return result;
}

const LISTS = "application/json, application/hal+json;q=0.9";

/** Lists the mills of a server: its `$list`, its own address as HAL, or its API catalogue (RFC 9727). */
export async function findList(
	get: (url: URL, accept: string) => Promise<RawAnswer>,
	base: URL,
): Promise<MillEntry[]> {
	const search = new Search();
	const catalogue = new URL("/.well-known/api-catalog", base);
	for (const [url, accept] of [
		[below(base, "$list"), LISTS],
		[below(base, ""), "application/hal+json, application/json;q=0.9"],
		[catalogue, "application/linkset+json, application/json;q=0.9"],
	] as const) {
		const answer = await get(url, accept);
		search.note(`GET ${url.href}`, answer);
		if (answer.status !== 200 || !isJson(answer.headers)) continue;
		const entries = readList(jsonOf(answer), new URL(answer.url), base);
		if (entries) return entries;
	}
	return search.inVain(
		`${base.href} has no $list, no links and no API catalogue. Use the base URL of a server that lists its mills.`,
		base.href,
	);
}

type Fields = Readonly<Record<string, unknown>>;

/** The entries of a list, resolved against its own URL; undefined if it is not a list. */
function readList(value: unknown, at: URL, base: URL): MillEntry[] | undefined {
	if (Array.isArray(value)) return value.flatMap((member) => readEntry(member, at) ?? []);
	if (!isObject(value)) return undefined;
	const embedded = isObject(value._embedded) ? Object.values(value._embedded).flat() : undefined;
	if (embedded) return readList(embedded, at, base);
	if (Array.isArray(value.linkset)) return readLinkset(value.linkset, base);
	for (const name of ["methods", "mills", "tools", "items", "endpoints"]) {
		const member = value[name];
		if (Array.isArray(member)) return readList(member, at, base);
		if (isObject(member)) return readMap(member, at);
	}
	const links = isObject(value._links) ? value._links.item : undefined;
	return links === undefined ? undefined : readList([links].flat(), at, base);
}

function readMap(members: Fields, at: URL): MillEntry[] {
	return Object.entries(members).flatMap(
		([name, member]) => readEntry({ name, ...(isObject(member) && member) }, at) ?? [],
	);
}

/** The items of a link set at this base or below it; undefined if there are none. */
function readLinkset(linkset: readonly unknown[], base: URL): MillEntry[] | undefined {
	const contexts = linkset.filter(isObject);
	const own = contexts.filter(({ anchor }) => typeof anchor === "string" && isWithin(anchor, base));
	const items = own.flatMap(({ item }) => (Array.isArray(item) ? item : []));
	if (items.length === 0) return undefined;
	return items.flatMap((item) => {
		const entry = readEntry(item, base);
		if (!entry) return [];
		const about = contexts.find(({ anchor }) => anchor === entry.url) ?? {};
		const first = (name: string) => hrefOf(Array.isArray(about[name]) ? about[name][0] : undefined, base);
		return [
			{ ...entry, ...text("schema", first("describedby")), ...text("description", first("service-doc")) },
		];
	});
}

function isWithin(anchor: string, base: URL): boolean {
	const url = resolved(anchor);
	return url !== undefined && below(url, "").href.startsWith(below(base, "").href);
}

function readEntry(value: unknown, at: URL): MillEntry | undefined {
	if (typeof value === "string") return readEntry({ name: value }, at);
	if (!isObject(value)) return undefined;
	const links = isObject(value._links) ? value._links : {};
	const self = isObject(links.self) ? links.self : undefined;
	const named = typeof value.name === "string" ? value.name : undefined;
	const href = hrefOf(self ?? value.href ?? value.url ?? value.path ?? named, at);
	if (href === undefined) return undefined;
	const url = href.replaceAll("%7B", "{").replaceAll("%7D", "}");
	const name = named ?? lastSegment(url);
	return {
		name,
		url,
		templated: value.templated === true || self?.templated === true || url.includes("{"),
		...text("method", typeof value.method === "string" ? value.method.toUpperCase() : undefined),
		...text("summary", value.summary ?? value.title),
		...text("version", value.version),
		...text("digest", value.digest),
		...texts("accepts", value.accepts),
		...texts("produces", value.produces),
		...text("schema", hrefOf(value.schema ?? links.schema, at)),
		...text("description", hrefOf(isObject(value.description) ? value.description : links.description, at)),
	};
}

/** An absolute http(s) URL from a link object or a string. */
function hrefOf(value: unknown, at: URL): string | undefined {
	const href = isObject(value) ? value.href : value;
	const url = typeof href === "string" ? resolved(href, at) : undefined;
	return url && isHttp(url) ? url.href : undefined;
}

/** The last segment that is not a template. */
function lastSegment(url: string): string {
	const { host, pathname } = new URL(url);
	return (
		pathname
			.split("/")
			.filter((segment) => segment !== "" && !segment.startsWith("%7B"))
			.at(-1) ?? host
	);
}

function text<Name extends string>(name: Name, value: unknown): { [N in Name]?: string } {
	return (typeof value === "string" ? { [name]: value } : {}) as { [N in Name]?: string };
}

function texts<Name extends string>(name: Name, value: unknown): { [N in Name]?: string[] } {
	const isList = Array.isArray(value) && value.every((member) => typeof member === "string");
	return (isList ? { [name]: value } : {}) as { [N in Name]?: string[] };
}
