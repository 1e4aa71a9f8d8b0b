import { unquote } from "../../core/http-words/header-list.js";
import { isHttp, resolved } from "../transport/address.js";

/** A link of an answer. */
interface Link {
	readonly href: URL;
	readonly relations: readonly string[];
	readonly type: string | undefined;
}

/**
 * Parses Link fields (RFC 8288 §3) in one pass, because the input is untrusted. Skips links about another subject (§3.2,
 * anchor) and links that are not http or https.
 */
export function parseLinks(value: string | null, subject: URL): Link[] {
	const links: Link[] = [];
	let at = 0;
	const text = value ?? "";
	for (;;) {
		const open = text.indexOf("<", at);
		const close = open < 0 ? -1 : text.indexOf(">", open);
		if (close < 0) return links;
		const end = endOfMember(text, close + 1);
		const parameters = readParameters(text.slice(close + 1, end));
		at = end + 1;
		const target = text.slice(open + 1, close);
		const anchor = parameters.get("anchor");
		const href = resolved(target, subject);
		const isOurs = anchor === undefined || resolved(anchor, subject)?.href === subject.href;
		if (href === undefined || !isHttp(href) || !isOurs) continue;
		const relations = (parameters.get("rel") ?? "").toLowerCase().split(/\s+/);
		links.push({ href, relations, type: parameters.get("type") });
	}
}

function endOfMember(text: string, from: number): number {
	let quoted = false;
	for (let i = from; i < text.length; i++) {
		if (quoted && text[i] === "\\") i++;
		else if (text[i] === '"') quoted = !quoted;
		else if (!quoted && text[i] === ",") return i;
	}
	return text.length;
}

function readParameters(text: string): Map<string, string> {
	const parameters = new Map<string, string>();
	// The parts of the pattern do not overlap, so the time is linear.
	for (const [, name = "", raw = ""] of text.matchAll(
		/;\s*([^\s=;,"]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;,"]*)/g,
	)) {
		const plain = raw.startsWith('"') ? unquote(raw) : raw;
		// §3.3: the first rel counts.
		if (plain !== undefined && !parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), plain);
	}
	return parameters;
}
