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

/** What a text for people can be sent as: Markdown, unless something else is named and wanted more. */
export const TEXT_TYPES = ["text/markdown", "text/html", "x-text/docs"] as const;

export function textType(request: Request): (typeof TEXT_TYPES)[number] {
	const ranges = parseAccept(request.headers.accept);
	return prefer(TEXT_TYPES, (type) => namedWeight(ranges, type) ?? 0) ?? "text/markdown";
}

/** The same where there is no third form. */
export function textForm(request: Request): "markdown" | "html" {
	return textType(request) === "text/html" ? "html" : "markdown";
}

/** The query of a document: nothing but what it knows. */
export function only(query: string, known: readonly string[]): Readonly<Record<string, string>> {
	const values: Record<string, string> = {};
	for (const [name, value] of queryPairs(query)) {
		if (!known.includes(name))
			throw new Problem("bad-parameter", "Leave out the unknown parameter.", { known });
		if (name in values) throw new Problem("bad-parameter", `Give the parameter once: "${name}".`, { known });
		values[name] = value;
	}
	return values;
}
