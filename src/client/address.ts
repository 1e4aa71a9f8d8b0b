import { UsageError } from "./errors.js";
import type { CallOptions } from "./options.js";

/**
 * Puts parameters into the address of a mill: into its braces (RFC 6570, level 1) where they name one, else into the
 * query string. Braces without a parameter are refused: the server would only say 404.
 */
export function filled(mill: string, parameters: CallOptions["parameters"] = {}): string {
	const used = new Set<string>();
	const path = mill.replace(/(?:\{|%7B)([A-Za-z0-9_.-]{1,100})(?:\}|%7D)/gi, (_, name: string) => {
		const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
		if (value === undefined)
			throw new UsageError(`Give the parameter "${name}", which the address needs: ${mill}.`);
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

/** What stands before the first braces of an address: where the documents of a path pattern lie. */
export function beforeBraces(mill: string | URL): string {
	return String(mill).split(/\/?(?:\{|%7B)/i)[0] ?? "";
}

/** An address, seen from another; undefined where it is none. */
export function resolved(href: string, from?: URL): URL | undefined {
	return URL.canParse(href, from?.href) ? new URL(href, from) : undefined;
}

/** Whether an address is one of HTTP: links of strangers may lead anywhere. */
export function isHttp({ protocol }: URL): boolean {
	return protocol === "http:" || protocol === "https:";
}

/** An address of HTTP; throws a UsageError that says what to do with any other text. */
export function httpUrl(text: string, base?: URL): URL {
	const url = resolved(text, base);
	if (url === undefined) throw new UsageError(`Give a whole address such as http://127.0.0.1:8080/: ${text}`);
	if (!isHttp(url)) throw new UsageError(`Give an address of http or https: ${text}`);
	// fetch refuses an address with a password in it, and an error message must not repeat one.
	if (url.username !== "" || url.password !== "")
		throw new UsageError("Give credentials in a header field (Authorization) and not in the address.");
	return url;
}

/** A base with its slash, so that relative addresses lie below it. */
export function baseUrl(text: string | URL): URL {
	const url = httpUrl(String(text));
	url.search = "";
	url.hash = "";
	if (!url.pathname.endsWith("/")) url.pathname += "/";
	return url;
}
