import type { ParameterValues } from "../../core/parameters.js";
import { Problem } from "../../core/problem.js";
import type { Suggest } from "./did-you-mean.js";
import type { ServedMill } from "./served-mill.js";

/** A parsed request target. */
interface Target {
	/** With unreserved characters and `$` decoded, so that equal addresses look equal. */
	readonly path: string;
	/** Without the question mark; "" if there is none. */
	readonly query: string;
}

export function parseTarget(target: string): Target {
	const mark = target.indexOf("?");
	let path = mark < 0 ? target : target.slice(0, mark);
	const query = mark < 0 ? "" : target.slice(mark + 1);
	// RFC 9112 §3.2.2: a server must accept the absolute form too.
	if (!path.startsWith("/")) path = path.replace(/^https?:\/\/[^/]*/i, "") || "/";
	return { path: path.includes("%") ? decodeUnreserved(path) : path, query };
}

/** RFC 3986 §6.2.2.2: `%41` is `A`. We also decode `%24` to `$`; `%2F` stays encoded. */
function decodeUnreserved(path: string): string {
	return path.replace(/%(?:24|2[dDeE]|3\d|4[1-9a-fA-F]|5[0-9aAfF]|6[1-9a-fA-F]|7[0-9aAeE])/g, (encoded) => {
		const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
		return /[A-Za-z0-9._~$-]/.test(character) ? character : encoded;
	});
}

/** What the router found for a path. */
export type Place = Found & {
	/** The path as a pattern, for logs and traces. It contains nothing that the caller wrote. */
	readonly pattern: string;
};

type Found =
	/** A mill at one of its addresses. */
	| {
			readonly kind: "mill";
			readonly served: ServedMill;
			/** False at the prefix of a path pattern, which has only documents. */
			readonly callable: boolean;
			readonly self: string;
			readonly depth: number;
			readonly fromPath: ParameterValues;
	  }
	| {
			readonly kind: "mill-document";
			readonly name: string;
			readonly served: ServedMill;
			readonly depth: number;
	  }
	| { readonly kind: "server-document"; readonly name: string }
	| { readonly kind: "problem"; readonly code: string | undefined }
	| { readonly kind: "page-file"; readonly name: string }
	/** What browsers and crawlers ask every site for. */
	| { readonly kind: "site-file"; readonly name: "robots.txt" | "favicon.ico" }
	| { readonly kind: "api-catalog" }
	/** How to get tokens for the mills, or for the agents' address. */
	| { readonly kind: "token-metadata"; readonly of: "" | "/mcp" }
	| { readonly kind: "health"; readonly of: "live" | "serving" | "ready" | { readonly mill: string } }
	| { readonly kind: "mcp" }
	| { readonly kind: "metrics" }
	| { readonly kind: "asterisk" }
	| { readonly kind: "redirect"; readonly to: string };

/** The address of a mill. */
export type MillPlace = Extract<Place, { kind: "mill" }>;

export type Router = (path: string) => Place;

/** RFC 9728 §3.1: the path of the resource follows. */
export const TOKEN_METADATA = "/.well-known/oauth-protected-resource";

/** The documents of the server whose names are those that people and programs try first. */
const SITE_DOCUMENTS = ["openapi.json", "docs", "llms.txt"];

const NOTHING: ParameterValues = {};

/** Makes the router. An unknown path throws `not-found`. */
export function router(
	base: string,
	mills: readonly ServedMill[],
	/** The mills whose readiness can be asked for. */
	examined: readonly string[],
	suggest: Suggest,
): Router {
	const byName = new Map(mills.map((served) => [served.mill.name, served]));
	// Paths without parameters, the common case, are one lookup.
	const fixed = new Map<string, Found>();
	for (const served of mills) {
		const { name, path } = served.mill;
		const callable = path === name;
		fixed.set(`${base}/${name}`, { kind: "mill", served, callable, self: name, depth: 0, fromPath: NOTHING });
	}
	fixed.set(`${base}/`, { kind: "server-document", name: "" });
	fixed.set(`${base}/mcp`, { kind: "mcp" });
	fixed.set(`${base}/$problems`, { kind: "problem", code: undefined });
	for (const name of SITE_DOCUMENTS) fixed.set(`${base}/${name}`, { kind: "server-document", name });
	// Agents look for it at the root.
	fixed.set("/llms.txt", { kind: "server-document", name: "llms.txt" });
	for (const name of ["robots.txt", "favicon.ico"] as const)
		fixed.set(`/${name}`, { kind: "site-file", name });
	fixed.set("/.well-known/api-catalog", { kind: "api-catalog" });
	for (const of of ["", "/mcp"] as const)
		fixed.set(`${TOKEN_METADATA}${base}${of}`, { kind: "token-metadata", of });
	for (const of of ["live", "serving", "ready"] as const) fixed.set(`/health/${of}`, { kind: "health", of });
	for (const name of examined) fixed.set(`/health/ready/${name}`, { kind: "health", of: { mill: name } });
	// No mill can have this name.
	fixed.set(`${base}/metrics`, { kind: "metrics" });
	fixed.set("*", { kind: "asterisk" });
	if (base !== "") fixed.set(base, { kind: "redirect", to: `${base.slice(base.lastIndexOf("/") + 1)}/` });

	const known = new Map([...fixed].map(([path, found]) => [path, named(base, found)] as const));

	return (path) => {
		const place = known.get(path);
		if (place) return place;
		let hint: string | undefined;
		if (path.startsWith(`${base}/`)) {
			const [first = "", ...rest] = path.slice(base.length + 1).split("/");
			const found = within(first, rest);
			if (found) return named(base, found);
			hint = suggest(first);
		}
		throw new Problem(
			"not-found",
			`There is nothing at this address.${hint ? ` Did you mean ${hint}?` : ""} $list has the addresses of this server.`,
		);
	};

	function within(first: string, rest: string[]): Found | undefined {
		if (first.startsWith("$")) return belowDollar(first, rest);
		const served = byName.get(first);
		if (!served) return undefined;
		const document = rest.at(-1)?.startsWith("$") ? rest.pop() : undefined;
		const pattern = served.mill.path.split("/").slice(1);
		if (rest.length !== pattern.length && rest.length > 0) return undefined;
		// An empty segment is an extra slash, not a value.
		if (rest.includes("")) return undefined;
		const texts = rest.map(decoded);
		// Throws `not-found` for an invalid value: there is no such resource.
		const fromPath = served.parameters.readPath(
			Object.fromEntries(texts.map((text, i) => [pattern[i]?.slice(1, -1) ?? "", text])),
		);
		const depth = rest.length;
		if (document !== undefined) return { kind: "mill-document", name: document, served, depth };
		const self = encodeURIComponent(texts.at(-1) ?? first);
		return { kind: "mill", served, callable: depth === pattern.length, self, depth, fromPath };
	}
}

/** The documents of the server, and the folders `$problems` and `$page`. */
function belowDollar(first: string, [name, ...more]: readonly string[]): Found | undefined {
	if (name === undefined) return { kind: "server-document", name: first };
	if (more.length > 0) return undefined;
	if (first === "$problems") return { kind: "problem", code: name };
	return first === "$page" ? { kind: "page-file", name } : undefined;
}

function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		throw new Problem("not-found", "The path has an invalid percent sequence. Percent-encode it as UTF-8.");
	}
}

/** The documents that exist. Any other name after `$` was invented by a caller. */
const DOCUMENTS = ["", "$list", "$schema", "$description", "$example", "$keys", ...SITE_DOCUMENTS];

function named(base: string, found: Found): Place {
	return { ...found, pattern: patternOf(base, found) };
}

function patternOf(base: string, place: Found): string {
	switch (place.kind) {
		case "mill":
			return `${base}/${place.callable ? place.served.mill.path : place.served.mill.name}`;
		case "mill-document":
			return DOCUMENTS.includes(place.name) ? `${base}/${place.served.mill.path}/${place.name}` : "";
		case "server-document":
			return DOCUMENTS.includes(place.name) ? `${base}/${place.name}` : "";
		case "problem":
			return place.code === undefined ? `${base}/$problems` : `${base}/$problems/{code}`;
		case "api-catalog":
			return "/.well-known/api-catalog";
		case "token-metadata":
			return `${TOKEN_METADATA}${base}${place.of}`;
		case "health":
			return typeof place.of === "string" ? `/health/${place.of}` : `/health/ready/${place.of.mill}`;
		case "site-file":
			return `/${place.name}`;
		case "page-file":
			return `${base}/$page/{file}`;
		case "mcp":
			return `${base}/mcp`;
		case "metrics":
			return `${base}/metrics`;
		case "asterisk":
			return "*";
		case "redirect":
			return base;
	}
}
