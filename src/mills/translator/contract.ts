import { json, text } from "../../core/input.js";
import { MiB } from "../../core/limits.js";
import { Problem } from "../../core/problem.js";
import { Type } from "../../core/typebox.js";
import type { Pair } from "./engine.js";

/** The most text of one call, in bytes. */
export const MAX_TEXT = MiB / 8;

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
	segments: Type.Optional(
		Type.Array(
			Type.Object({
				source: Type.String({ description: "A sentence, or what stands between two." }),
				target: Type.String({ description: "What became of it." }),
				start: Type.Integer({ minimum: 0, description: "Where it begins in the text, in UTF-16." }),
				end: Type.Integer({ minimum: 0, description: "Where it ends." }),
			}),
			{ description: "With `segments=true`: the text part by part, in order and without a gap." },
		),
	),
});

/** The problems of a translator's own. */
export const PROBLEMS = {
	"unknown-language": {
		status: 422,
		title: "Unknown language",
		todo: "Name the language of the text in the parameter `from`.",
	},
	"unsupported-pair": {
		status: 422,
		title: "Unsupported pair of languages",
		todo: "Choose one of the pairs in `pairs`.",
	},
} as const;

/** A translator's parameters for these pairs. */
export function parametersOf(pairs: readonly Pair[]) {
	// Not the enumeration alone: a language that is not on offer makes a pair that is not, and is answered as such.
	const tag = (side: keyof Pair, description: string) =>
		Type.Optional(
			Type.Unsafe<string>({
				type: "string",
				anyOf: [
					{ enum: tags(pairs, side), description: "What is on offer." },
					{ pattern: "^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$", description: "Another BCP 47 tag." },
				],
				description,
			}),
		);
	return Type.Object({
		from: tag("from", "The language of the text. May be left out where it can be told."),
		to: tag("to", "The language of the answer. May be left out where there is only one."),
		segments: Type.Boolean({
			default: false,
			description: "Whether the answer shows the text part by part.",
		}),
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
		`Give the parameter "${missing}": it may be ${tags(fitting, missing).join(", ")}.`,
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

function tags(pairs: readonly Pair[], side: keyof Pair): string[] {
	return [...new Set(pairs.map((pair) => pair[side]))].sort();
}
