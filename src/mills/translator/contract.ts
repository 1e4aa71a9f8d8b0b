import { Type } from "typebox";
import { json, text } from "../../core/input.js";
import { MiB } from "../../core/limits.js";
import { Problem } from "../../core/problem.js";
import type { Pair } from "./engine.js";

/** The most text of one call, in bytes. */
export const MAX_TEXT = 1 * MiB;

/** A translator's input forms: the text itself, or a JSON string. */
export const INPUT = {
	"text/plain": text({
		maxBytes: MAX_TEXT,
		description: "Any text, in any charset that Content-Type names.",
	}),
	"application/json": json(Type.String(), { maxBytes: MAX_TEXT, description: "The text as a JSON string." }),
} as const;

/** A translator's result. */
export const OUTPUT = Type.Object({
	text: Type.String({ description: "The translation; its line breaks are those of the text." }),
	from: Type.String({ description: "The language that was translated from." }),
	to: Type.String({ description: "The language that was translated into." }),
});

/** The problems of a translator's own. */
export const PROBLEMS = {
	"unsupported-pair": {
		status: 422,
		title: "Unsupported pair of languages",
		todo: "Choose one of the pairs in `pairs`.",
	},
} as const;

/** A translator's parameters for these pairs. */
export function parametersOf(pairs: readonly Pair[]) {
	// No enumeration: a language that is not on offer makes a pair that is not, and is answered as such.
	const tag = (description: string) =>
		Type.Optional(Type.String({ pattern: "^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$", description }));
	return Type.Object({
		from: tag(
			`The language of the text, as a BCP 47 tag: ${tags(pairs, "from")}. May be left out where only one leads to \`to\`.`,
		),
		to: tag(
			`The language of the answer: ${tags(pairs, "to")}. May be left out where \`from\` leads to only one.`,
		),
	});
}

/** The pair that a call means; a Problem where there is none, or more than one. */
export function choosePair(
	pairs: readonly Pair[],
	{ from, to }: { readonly from?: string; readonly to?: string },
): Pair {
	const fitting = narrowed(narrowed(pairs, "from", from), "to", to);
	const [pair, another] = fitting;
	if (pair && !another) return pair;
	const listed = pairs.map((pair) => ({ ...pair }));
	if (!pair)
		throw new Problem(
			"unsupported-pair",
			`Choose a pair that is on offer: ${from ?? "any"} to ${to ?? "any"} is not.`,
			{ pairs: listed },
		);
	const missing = from === undefined ? "from" : "to";
	throw new Problem(
		"bad-parameter",
		`Give the parameter "${missing}": it may be ${tags(fitting, missing)}.`,
		{
			pairs: listed,
		},
	);
}

/** The pairs with this language on this side; `en-GB` finds `en` where nothing nearer is there (RFC 4647, 3.4). */
function narrowed(pairs: readonly Pair[], side: keyof Pair, wanted: string | undefined): readonly Pair[] {
	if (wanted === undefined) return pairs;
	for (let tag = canonicalTag(wanted); tag; tag = tag.slice(0, Math.max(0, tag.lastIndexOf("-")))) {
		const found = pairs.filter((pair) => pair[side] === tag);
		if (found.length > 0) return found;
	}
	return [];
}

/** A tag in its usual form, so that `eng_us` is `en-US`; undefined where it is none. */
export function canonicalTag(tag: string): string | undefined {
	try {
		return Intl.getCanonicalLocales(tag.replaceAll("_", "-"))[0];
	} catch {
		return undefined;
	}
}

function tags(pairs: readonly Pair[], side: keyof Pair): string {
	return [...new Set(pairs.map((pair) => pair[side]))].sort().join(", ");
}
