import { ALSO_NOUNS, NOT_VERBS, OBJECTS, VERBS } from "./verbs.js";

/** Names that the server answers itself. @example RESERVED_NAMES.includes("metrics") // true */
export const RESERVED_NAMES: readonly string[] = ["health", "metrics", "mcp", "page", "docs"];

const MAX_LENGTH = 64;
const FORM = /^[a-z][a-z0-9-]*$/;
const VERSION = /^(?:v[0-9]+|[0-9])$/;

/** Says what is wrong with how a name is written, if anything is. @example complainAboutForm("Foo_Bar") */
export function complainAboutForm(name: string): string | undefined {
	// First, so that no complaint below repeats a long name.
	if (name.length > MAX_LENGTH) {
		return `The name has ${name.length} characters, and may have at most ${MAX_LENGTH}.`;
	}
	const quoted = JSON.stringify(name);
	if (!FORM.test(name))
		return `The name ${quoted} is not of the form [a-z][a-z0-9-]*, such as "word-counter".`;
	if (name.endsWith("-") || name.includes("--")) {
		return `The name ${quoted} must have single hyphens between words, and none at the end.`;
	}
	if (RESERVED_NAMES.includes(name)) return `The name ${quoted} is reserved. Choose another.`;
	return undefined;
}

/**
 * If a name ends with a verb, or is a verb and its object, says so and suggests a tool. A `score-card` is a card, and a `parse-tree` a tree.
 * @example complainAboutVerb("text-translate") // … ends with the verb "translate". … such as "text-translator", …
 */
export function complainAboutVerb(name: string): string | undefined {
	const words = name.split("-");
	// `search-engine-v2` is as good a name as `search-engine`.
	const version = words.length > 1 && VERSION.test(words.at(-1) ?? "") ? words.splice(-1) : [];
	const order = isOrder(words);
	const verb = order ? words.shift() : baseForm(words.at(-1) ?? "");
	if (verb === undefined) return undefined;
	const tool = toolNoun(verb);
	const others = order ? words.map(singular) : words.slice(0, -1);
	const joined = [...others, tool, ...version].join("-");
	const better = complainAboutForm(joined) === undefined ? joined : tool;
	const relation = order ? "begins with" : words.length > 1 ? "ends with" : "is";
	return `The name ${JSON.stringify(name)} ${relation} the verb "${verb}". Name the mill as a tool, such as "${better}", or keep the name with allowName: true (in Python allow_name=True).`;
}

/** Whether words are a verb and its object, such as `count-words` or `translate-text`. */
function isOrder(words: readonly string[]): boolean {
	const [first = "", last = ""] = [words[0], words.at(-1)];
	if (words.length < 2 || !(isVerb(first) || ALSO_NOUNS.has(first))) return false;
	return OBJECTS.has(last);
}

function singular(word: string): string {
	return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
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

function undouble(stem: string): string {
	return stem.length > 1 && stem.at(-1) === stem.at(-2) ? stem.slice(0, -1) : stem;
}

function endsWithAny(word: string, endings: readonly string[]): boolean {
	return endings.some((ending) => word.endsWith(ending));
}
