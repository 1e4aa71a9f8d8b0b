import { ENDING_IN_S, NAMESAKES, NOT_VERBS, THINGS, TOOLS, TOOLS_AFTER_GERUND, VERBS } from "./verbs.js";

/** Names that the server answers itself. @example RESERVED_NAMES.includes("metrics") // true */
export const RESERVED_NAMES: readonly string[] = ["health", "metrics", "mcp", "page", "docs"];

const MAX_LENGTH = 64;
const FORM = /^[a-z][a-z0-9-]*$/;
const VERSION = /^(?:v[0-9]+|[0-9])$/;

/** Words that end the head of a name: in `search-engine-for-books`, the books do not matter. */
const CUTS = new Set(["by", "for", "from", "of", "using", "via", "with", "without"]);
/** Words that follow or precede the object of a verb. */
const LINKS = new Set([...CUTS, "and", "at", "down", "in", "into", "off", "on", "out", "the", "to", "up"]);

const TOOLS_BY_TABLE = new Set(VERBS.values());

/** Says what is wrong with how a name is written, if anything is. @example complainAboutForm("Foo_Bar") */
export function complainAboutForm(name: string): string | undefined {
	// First, so that no complaint below repeats a long name.
	if (name.length > MAX_LENGTH) {
		return `Shorten the name to ${MAX_LENGTH} characters at most: it has ${name.length}.`;
	}
	const quoted = JSON.stringify(name);
	if (!FORM.test(name)) return `Write the name in lower case as [a-z][a-z0-9-]*: ${quoted}.`;
	if (name.endsWith("-") || name.includes("--")) {
		return `Put single hyphens between words and none at the end: ${quoted}.`;
	}
	if (RESERVED_NAMES.includes(name)) return `Choose another name. This one is reserved: ${quoted}.`;
	return undefined;
}

/**
 * If a name is a verb, says so and suggests the name of a tool.
 * @example complainAboutVerb("translate-text") // Name the mill as a tool, … "text-translator" …
 */
export function complainAboutVerb(name: string): string | undefined {
	const better = toolInsteadOf(name);
	if (better === undefined) return undefined;
	return `Name the mill as a tool, not as a verb, for example "${better}": ${JSON.stringify(name)}.`;
}

/** The tool name for a verb; undefined if the name is not a verb. */
function toolInsteadOf(name: string): string | undefined {
	const words = name.split("-");
	// `search-engine-v2` is as good a name as `search-engine`.
	const version = words.length > 1 && VERSION.test(words.at(-1) ?? "") ? words.splice(-1) : [];
	const cut = words.findIndex((word, i) => i > 0 && CUTS.has(word));
	const head = cut < 0 ? words : words.slice(0, cut);
	const [first = "", last = ""] = [head[0], head.at(-1)];
	if (isTool(last) || (first.endsWith("ing") && TOOLS_AFTER_GERUND.has(last))) return undefined;

	const closing = NAMESAKES.has(last) ? undefined : baseForm(last);
	const opening = head.length > 1 ? baseForm(first) : closing;
	// If both ends are verbs, the first one is the verb, as in `detect-change`, unless only the first can be a thing.
	const isThing = THINGS.has(first) || NAMESAKES.has(first);
	const lastActs = head.includes("and") || (isThing && !THINGS.has(last));
	let better: string[];
	if (closing !== undefined && (opening === undefined || lastActs)) {
		better = [...head.slice(0, -1), toolNoun(closing)];
	} else if (opening !== undefined) {
		better = [...objectOf(words.slice(1)), toolNoun(opening)];
	} else {
		return undefined;
	}
	const joined = [...better, ...version].join("-");
	// The suggestion for `rotate-3d-view` must be well-formed too.
	return complainAboutForm(joined) === undefined ? joined : better.at(-1);
}

/** Whether a word is a tool: a known tool, or a known verb with -er or -or. */
function isTool(word: string): boolean {
	if (TOOLS.has(word) || TOOLS_BY_TABLE.has(word)) return true;
	if (baseForm(word) !== undefined) return false; // render, gather
	if (word.endsWith("ator")) return true;
	if (!word.endsWith("er") && !word.endsWith("or")) return false;
	const stem = word.slice(0, -2);
	const y = stem.endsWith("i") ? `${stem.slice(0, -1)}y` : stem;
	return [stem, `${stem}e`, undouble(stem), y].some(isVerb);
}

/** The verb of a word, which may be a gerund. */
function baseForm(word: string): string | undefined {
	if (isVerb(word)) return word;
	if (!word.endsWith("ing") || NOT_VERBS.has(word)) return undefined;
	const stem = word.slice(0, -"ing".length);
	return [stem, `${stem}e`, undouble(stem)].find(isVerb);
}

function isVerb(word: string): boolean {
	return VERBS.has(word) || (hasVerbEnding(word) && !NOT_VERBS.has(word));
}

function hasVerbEnding(word: string): boolean {
	if (endsWithAny(word, ["ify", "lyse", "lyze"])) return word.length > 4;
	// Shorter words are usually nouns, such as size, noise and prize. -wise is an adverb, such as clockwise.
	return word.length > 5 && endsWithAny(word, ["ise", "ize"]) && !word.endsWith("wise");
}

function toolNoun(verb: string): string {
	const known = VERBS.get(verb);
	if (known !== undefined) return known;
	if (verb.endsWith("ate")) return `${verb.slice(0, -1)}or`;
	if (verb.endsWith("ct")) return `${verb}or`;
	if (verb.endsWith("e")) return `${verb}r`;
	if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ier`;
	// One short syllable doubles its last letter: trim, trimmer.
	if (/^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb)) return `${verb}${verb.slice(-1)}er`;
	return `${verb}er`;
}

/** The object of a verb as the first part of a compound: `words-in-text` gives `word`, `to-pdf` gives `pdf`. */
function objectOf(words: readonly string[]): readonly string[] {
	const link = words.findIndex((word) => LINKS.has(word));
	const object = link > 0 ? words.slice(0, link) : words.filter((word) => !LINKS.has(word));
	return object.map((word, i) => (i === object.length - 1 ? singular(word) : word));
}

function singular(word: string): string {
	if (!word.endsWith("s") || word.length < 4 || ENDING_IN_S.has(word)) return word;
	if (endsWithAny(word, ["ss", "us", "is"])) return word;
	if (word.endsWith("ies") && word.length > 4 && word !== "movies" && word !== "cookies") {
		return `${word.slice(0, -3)}y`;
	}
	if (endsWithAny(word, ["sses", "shes", "tches", "rches", "nches", "xes", "zzes"])) return word.slice(0, -2);
	return word.slice(0, -1);
}

function undouble(stem: string): string {
	return stem.length > 1 && stem.at(-1) === stem.at(-2) ? stem.slice(0, -1) : stem;
}

function endsWithAny(word: string, endings: readonly string[]): boolean {
	return endings.some((ending) => word.endsWith(ending));
}
