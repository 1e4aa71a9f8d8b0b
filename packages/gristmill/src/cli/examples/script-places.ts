import type { ExamplePlaces, Span } from "./places.js";

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Finds the examples in a mill file in TypeScript or JavaScript; undefined if `defineMill({ … })` is not found. */
export function placesInScript(code: string): ExamplePlaces | undefined {
	const object = objectOfDefinition(code);
	if (!object) return undefined;
	const definition = object.start + 1;
	const list = memberOf(code, object, "examples");
	if (!list) return { list: undefined, examples: undefined, definition };
	if (code[list.start] !== "[") return { list: undefined, examples: undefined, definition };
	// Without "as const" behind it.
	const bracket = { start: list.start, end: endOf(code, list.start) };
	const examples = itemsOf(code, bracket).map((item) => ({
		...item,
		output: memberOf(code, item, "output"),
	}));
	const isWritten = examples.every(({ start }) => code[start] === "{");
	return { list: bracket, examples: isWritten ? examples : undefined, definition };
}

/** The object literal that `defineMill` is called with. */
function objectOfDefinition(code: string): Span | undefined {
	for (let at = 0; at < code.length; ) {
		const call = /^defineMill\s*\(\s*(?=\{)/.exec(code.slice(at, at + 200));
		if (call && !/[\w$.]/.test(code[at - 1] ?? "")) {
			const start = at + call[0].length;
			return { start, end: endOf(code, start) };
		}
		// Brackets are entered: the definition may be inside of a function.
		at = /[([{]/.test(code[at] ?? "") ? at + 1 : endOf(code, at);
	}
	return undefined;
}

/** The value of a member of an object literal. */
function memberOf(code: string, object: Span, name: string): Span | undefined {
	if (code[object.start] !== "{") return undefined;
	for (const { start, end } of itemsOf(code, object)) {
		const key = new RegExp(`^(?:${name}|"${name}"|'${name}')\\s*:`).exec(code.slice(start, end));
		if (key) return trimmed(code, { start: start + key[0].length, end });
	}
	return undefined;
}

/** What a bracket holds between its commas, without blanks and comments around it. */
function itemsOf(code: string, bracket: Span): Span[] {
	const items: Span[] = [];
	let start = bracket.start + 1;
	for (let at = start; at < bracket.end; ) {
		const isEnd = at === bracket.end - 1;
		if (isEnd || code[at] === ",") {
			const item = trimmed(code, { start, end: at });
			if (item.start < item.end) items.push(item);
			start = at + 1;
		}
		at = isEnd ? bracket.end : endOf(code, at);
	}
	return items;
}

/** Without the blanks and comments around it. */
function trimmed(code: string, { start, end }: Span): Span {
	let first = end;
	let last = start;
	for (let at = start; at < end; ) {
		const next = Math.min(end, endOf(code, at));
		const isNothing = /\s/.test(code[at] ?? "") || isComment(code, at);
		if (!isNothing) {
			first = Math.min(first, at);
			last = next;
		}
		at = next;
	}
	return first < last ? { start: first, end: last } : { start: end, end };
}

function isComment(code: string, at: number): boolean {
	return code[at] === "/" && (code[at + 1] === "/" || code[at + 1] === "*");
}

/** The end of what begins here: a string, a template, a comment, a regular expression or a bracket; else the next character. */
function endOf(code: string, at: number): number {
	const character = code[at] ?? "";
	if (character === '"' || character === "'") return endOfText(code, at, character);
	if (character === "`") return endOfTemplate(code, at);
	if (character === "/") return endOfSlash(code, at);
	const closing = CLOSING[character];
	if (closing === undefined) return at + 1;
	let next = at + 1;
	while (next < code.length && code[next] !== closing) next = endOf(code, next);
	return next + 1;
}

function endOfText(code: string, at: number, quote: string): number {
	let next = at + 1;
	while (next < code.length && code[next] !== quote) next += code[next] === "\\" ? 2 : 1;
	return next + 1;
}

function endOfTemplate(code: string, at: number): number {
	let next = at + 1;
	while (next < code.length && code[next] !== "`")
		if (code[next] === "\\") next += 2;
		else next = code.startsWith("${", next) ? endOf(code, next + 1) : next + 1;
	return next + 1;
}

/** A comment, a regular expression, or a division. */
function endOfSlash(code: string, at: number): number {
	if (code[at + 1] === "/") {
		const end = code.indexOf("\n", at);
		return end < 0 ? code.length : end;
	}
	if (code[at + 1] === "*") {
		const end = code.indexOf("*/", at + 2);
		return end < 0 ? code.length : end + 2;
	}
	const before = code.slice(Math.max(0, at - 50), at).trimEnd();
	const isDivision =
		/[\w$)\]}"'`]$/.test(before) && !/\b(?:return|typeof|case|in|of|await|yield)$/.test(before);
	if (isDivision) return at + 1;
	let isInClass = false;
	let next = at + 1;
	for (; next < code.length && (isInClass || code[next] !== "/") && code[next] !== "\n"; next++) {
		if (code[next] === "\\") next++;
		else if (code[next] === "[") isInClass = true;
		else if (code[next] === "]") isInClass = false;
	}
	return next + 1;
}
