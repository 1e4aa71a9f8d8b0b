import { UsageError } from "../errors/errors.js";
import type { CallOptions } from "./options.js";

/**
 * Puts parameters into the URL of a mill: into its braces (RFC 6570, level 1) if they name one, otherwise into the
 * query string. Throws if a brace has no parameter: the server would only answer 404.
 */
export function filled(mill: string, parameters: CallOptions["parameters"] = {}): string {
	const used = new Set<string>();
	const path = mill.replace(/(?:\{|%7B)([A-Za-z0-9_.-]{1,100})(?:\}|%7D)/gi, (_, name: string) => {
		const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
		if (value === undefined)
			throw new UsageError(`The parameter "${name}" is missing, and the URL ${mill} needs it.`);
		used.add(name);
		return [value].flat().map(encodeURIComponent).join(",");
	});
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(parameters))
		if (!used.has(name) && value !== undefined)
			for (const one of [value].flat()) query.append(name, String(one));
	if (query.size === 0) return path;
	return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

/** The part of a URL before the first braces: the URL of a path pattern's documents. */
export function beforeBraces(mill: string | URL): string {
	return String(mill).split(/\/?(?:\{|%7B)/i)[0] ?? "";
}

/** Resolves a URL relative to another; undefined if it is invalid. */
export function resolved(href: string, from?: URL): URL | undefined {
	return URL.canParse(href, from?.href) ? new URL(href, from) : undefined;
}

/** Whether a URL is http or https. Links in foreign documents may have any scheme. */
export function isHttp({ protocol }: URL): boolean {
	return protocol === "http:" || protocol === "https:";
}

/** Parses an http or https URL. Throws a UsageError for anything else. */
export function httpUrl(text: string, base?: URL): URL {
	const url = resolved(text, base);
	if (url === undefined) throw new UsageError(`${text} is not a full URL, such as http://127.0.0.1:8080/.`);
	if (!isHttp(url)) throw new UsageError(`${text} is not an http or https URL.`);
	// fetch rejects a URL with a password, and its error message would repeat it.
	if (url.username !== "" || url.password !== "")
		throw new UsageError("The URL has credentials. Send them in a header field (Authorization).");
	return url;
}

/** Parses a base URL and adds its trailing slash, so that relative URLs resolve below it. */
export function baseUrl(text: string | URL): URL {
	const url = httpUrl(String(text));
	url.search = "";
	url.hash = "";
	if (!url.pathname.endsWith("/")) url.pathname += "/";
	return url;
}
