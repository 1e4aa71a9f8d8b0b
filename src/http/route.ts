import type { Parameters } from "../core/mill.js";
import { Problem } from "../core/problem.js";
import type { ServedMill } from "./served-mill.js";

/** A mill at one of its addresses. */
export interface MillPlace {
	readonly kind: "mill";
	readonly served: ServedMill;
	/** False at the prefix of a path pattern, where only the documents live. */
	readonly callable: boolean;
	readonly self: string;
	readonly depth: number;
	readonly fromPath: Parameters;
}

/** What lies at an address. */
export type Place =
	| MillPlace
	| {
			readonly kind: "mill-document";
			readonly name: string;
			readonly served: ServedMill;
			readonly depth: number;
	  }
	| { readonly kind: "server-document"; readonly name: string }
	| { readonly kind: "problem"; readonly code: string | undefined }
	| { readonly kind: "page-file"; readonly name: string }
	| { readonly kind: "api-catalog" }
	| { readonly kind: "health"; readonly of: "live" | "ready" | { readonly mill: string } }
	| { readonly kind: "mcp" }
	| { readonly kind: "metrics" }
	| { readonly kind: "everything" }
	| { readonly kind: "redirect"; readonly to: string };

export type Router = (path: string) => Place;

const NOTHING: Parameters = {};

/** Makes the map from addresses to places. A path that leads nowhere throws `not-found`. */
export function router(
	base: string,
	mills: readonly ServedMill[],
	/** Names that health is asked about beside those of the mills. */
	alsoReady: readonly string[] = [],
): Router {
	const byName = new Map(mills.map((served) => [served.mill.name, served]));
	// The addresses without parameters are looked up whole: the common case is one step.
	const fixed = new Map<string, Place>();
	for (const served of mills) {
		const { name, path } = served.mill;
		const callable = path === name;
		fixed.set(`${base}/${name}`, { kind: "mill", served, callable, self: name, depth: 0, fromPath: NOTHING });
	}
	fixed.set(`${base}/`, { kind: "server-document", name: "" });
	fixed.set(`${base}/mcp`, { kind: "mcp" });
	fixed.set(`${base}/$problems`, { kind: "problem", code: undefined });
	fixed.set("/.well-known/api-catalog", { kind: "api-catalog" });
	fixed.set("/health/live", { kind: "health", of: "live" });
	fixed.set("/health/ready", { kind: "health", of: "ready" });
	for (const name of [...mills.map(({ mill }) => mill.name), ...alsoReady])
		fixed.set(`/health/ready/${name}`, { kind: "health", of: { mill: name } });
	// No mill can have this name.
	fixed.set(`${base}/metrics`, { kind: "metrics" });
	fixed.set("*", { kind: "everything" });
	if (base !== "") fixed.set(base, { kind: "redirect", to: `${base.slice(base.lastIndexOf("/") + 1)}/` });

	return (path) => {
		const place = fixed.get(path);
		if (place) return place;
		if (path.startsWith(`${base}/`)) {
			const [first = "", ...rest] = path.slice(base.length + 1).split("/");
			const found = within(first, rest);
			if (found) return found;
		}
		throw new Problem(
			"not-found",
			"Look into $list for the addresses of this server: there is nothing here.",
		);
	};

	function within(first: string, rest: string[]): Place | undefined {
		if (first.startsWith("$")) return belowDollar(first, rest);
		const served = byName.get(first);
		if (!served) return undefined;
		const document = rest.at(-1)?.startsWith("$") ? rest.pop() : undefined;
		const pattern = served.mill.path.split("/").slice(1);
		if (rest.length !== pattern.length && rest.length > 0) return undefined;
		// An empty segment is a slash too many, not a value.
		if (rest.includes("")) return undefined;
		const texts = rest.map(decoded);
		// Throws `not-found` where a value is not valid: then there is no such resource.
		const fromPath = served.parameters.readPath(
			Object.fromEntries(texts.map((text, i) => [pattern[i]?.slice(1, -1) ?? "", text])),
		);
		const depth = rest.length;
		if (document !== undefined) return { kind: "mill-document", name: document, served, depth };
		const self = encodeURIComponent(texts.at(-1) ?? first);
		return { kind: "mill", served, callable: depth === pattern.length, self, depth, fromPath };
	}
}

/** The server's own documents, and the two folders among them. */
function belowDollar(first: string, [name, ...more]: readonly string[]): Place | undefined {
	if (name === undefined) return { kind: "server-document", name: first };
	if (more.length > 0) return undefined;
	if (first === "$problems") return { kind: "problem", code: name };
	return first === "$page" ? { kind: "page-file", name } : undefined;
}

function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		throw new Problem("not-found", "Percent-encode the path as UTF-8: it holds a broken sequence.");
	}
}
