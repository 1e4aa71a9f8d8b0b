import { namedWeight, prefer, weight } from "../../core/http-words/accept.js";
import { queryPairs } from "../../core/parameters.js";
import { Problem } from "../../core/problem.js";
import { shown } from "../../core/schema/declared-text.js";
import type { ServerInfo } from "../../documents/server-info.js";
import type { HttpRequest } from "../wire/message.js";
import { accepted } from "./negotiate.js";

export const LIST_TYPES = { json: "application/json", hal: "application/hal+json" } as const;

/** The form of `$list` that Accept prefers. */
export function listForm(info: ServerInfo, request: HttpRequest): "json" | "hal" {
	const ranges = accepted(request);
	const best = prefer(["application/json", "application/hal+json"], (type) => weight(ranges, type));
	return best === "application/hal+json" && info.offers("links") ? "hal" : "json";
}

/** The types of a text for people. Markdown, unless Accept names another type and prefers it. */
export const TEXT_TYPES = ["text/markdown", "text/html", "x-text/docs"] as const;

export function textType(request: HttpRequest): (typeof TEXT_TYPES)[number] {
	const ranges = accepted(request);
	return prefer(TEXT_TYPES, (type) => namedWeight(ranges, type) ?? 0) ?? "text/markdown";
}

/** The same for texts without a third form. */
export function textForm(request: HttpRequest): "markdown" | "html" {
	return textType(request) === "text/html" ? "html" : "markdown";
}

/** Reads the query of a document; throws `bad-parameter` for unknown parameters. */
export function readQuery(query: string, known: readonly string[]): Readonly<Record<string, string>> {
	const values: Record<string, string> = {};
	for (const [name, value] of queryPairs(query)) {
		if (!known.includes(name))
			throw new Problem("bad-parameter", `Unknown parameter ${shown(name)}.`, { known });
		if (name in values)
			throw new Problem("bad-parameter", `The parameter "${name}" is there more than once.`, { known });
		values[name] = value;
	}
	return values;
}
