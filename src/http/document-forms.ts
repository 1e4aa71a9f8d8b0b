import { namedWeight, parseAccept, prefer, weight } from "../core/accept.js";
import { queryPairs } from "../core/parameters.js";
import { Problem } from "../core/problem.js";
import type { Request } from "./message.js";
import type { Service } from "./service.js";

export const LIST_TYPES = { json: "application/json", hal: "application/hal+json" } as const;

/** `$list` in the form that Accept prefers. */
export function listForm(service: Service, request: Request): "json" | "hal" {
	const ranges = parseAccept(request.headers.accept);
	const best = prefer(["application/json", "application/hal+json"], (type) => weight(ranges, type));
	return best === "application/hal+json" && service.site.offers("links") ? "hal" : "json";
}

/** HTML for whoever names it and wants it more than Markdown; Markdown for everybody else. */
export function textForm(request: Request): "markdown" | "html" {
	const ranges = parseAccept(request.headers.accept);
	const html = namedWeight(ranges, "text/html") ?? 0;
	return html > 0 && html > (namedWeight(ranges, "text/markdown") ?? 0) ? "html" : "markdown";
}

/** The query of a document: nothing but what it knows. */
export function only(query: string, known: readonly string[]): Readonly<Record<string, string>> {
	const values: Record<string, string> = {};
	for (const [name, value] of queryPairs(query)) {
		if (!known.includes(name))
			throw new Problem("bad-parameter", "Leave out the unknown parameter.", { known });
		values[name] = value;
	}
	return values;
}
