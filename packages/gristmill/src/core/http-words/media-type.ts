import { isToken, splitOutsideQuotes, unquote } from "./header-list.js";

/** A media type as RFC 9110 §8.3.1 writes it: names in lower case, parameter values as sent. */
export interface MediaType {
	/** `type/subtype`, in lower case. */
	readonly essence: string;
	readonly parameters: ReadonlyMap<string, string>;
}

/** Parses a Content-Type value; undefined if it is malformed. */
export function parseMediaType(value: string): MediaType | undefined {
	const [head = "", ...rest] = splitOutsideQuotes(value, ";");
	const essence = parseEssence(head);
	if (essence === undefined) return undefined;
	const parameters = new Map<string, string>();
	for (const part of rest) {
		const text = part.trim();
		if (text === "") continue; // RFC 9110 §5.6.6 allows an empty parameter
		const equals = text.indexOf("=");
		const name = text.slice(0, Math.max(0, equals)).toLowerCase();
		const raw = text.slice(equals + 1);
		const plain = raw.startsWith('"') ? unquote(raw) : isToken(raw) ? raw : undefined;
		if (equals < 1 || !isToken(name) || plain === undefined) return undefined;
		// The first of two equal names counts, as in browsers.
		if (!parameters.has(name)) parameters.set(name, plain);
	}
	return { essence, parameters };
}

/** Whether a media type is JSON: application/json, text/json, or a type with the suffix +json (RFC 6839 §3.1). */
export function isJsonType(mediaType: string): boolean {
	const essence = parseMediaType(mediaType)?.essence ?? "";
	return essence === "application/json" || essence === "text/json" || essence.endsWith("+json");
}

/** `type/subtype` in lower case, or undefined. Wildcards are tokens, so ranges pass too. */
export function parseEssence(text: string): string | undefined {
	const essence = text.trim().toLowerCase();
	const slash = essence.indexOf("/");
	if (slash < 1) return undefined;
	return isToken(essence.slice(0, slash)) && isToken(essence.slice(slash + 1)) ? essence : undefined;
}
