import { json, MiB, Problem, Type, text } from "gristmill";
import type { Pair } from "./engine.js";

/** The maximum size of the text of one call, in bytes. */
const MAX_TEXT = MiB / 8;

/** The inputs of a translator: plain text, or a JSON string. */
export const INPUT = {
	"text/plain": text({
		maxBytes: MAX_TEXT,
		description: "Any text, in any charset.",
	}),
	"application/json": json(Type.String(), { maxBytes: MAX_TEXT, description: "The text as a JSON string." }),
} as const;

/** The result of a translator. */
export const OUTPUT = Type.Object({
	text: Type.String({
		description: "The translation. It has the same line breaks as the text.",
		view: "text",
	}),
	from: Type.String({ description: "The source language." }),
	to: Type.String({ description: "The target language." }),
	segments: Type.Optional(
		Type.Array(
			Type.Object({
				source: Type.String({ description: "A sentence, or the text between two sentences." }),
				target: Type.String({ description: "The translation of `source`." }),
				start: Type.Integer({ minimum: 0, description: "The start in the text, in UTF-16 code units." }),
				end: Type.Integer({ minimum: 0, description: "The end in the text, exclusive." }),
				confidence: Type.Optional(
					Type.Number({
						minimum: 0,
						maximum: 1,
						description: "Only with `confidence=true`, of a sentence: how likely it has no serious error.",
					}),
				),
				alternatives: Type.Optional(
					Type.Array(Type.String(), {
						description: "Only with `alternatives`, of a sentence: other translations, the likeliest first.",
					}),
				),
			}),
			{
				description:
					"Only with `segments`, `confidence` or `alternatives`: the text part by part, in order and without gaps.",
				view: "pairs",
			},
		),
	),
	changes: Type.Optional(
		Type.Array(
			Type.Object({
				rule: Type.String({ description: "The rule: `units`, `times`, `spelling`, `doubles` or `names`." }),
				in: Type.String({ description: "`source` before the translation, or `translation` after it." }),
				before: Type.String({ description: "The words that the rule replaced." }),
				after: Type.String({ description: "The words that the rule wrote." }),
			}),
			{ description: "Only with `changes=true`: what the rules changed. Equal changes are listed once." },
		),
	),
});

/** The problems that only translators have. */
export const PROBLEMS = {
	"unknown-language": {
		status: 422,
		title: "Unknown language",
		todo: "Name the language of the text in the parameter `from`.",
	},
	"unsupported-pair": {
		status: 422,
		title: "Unsupported language pair",
		todo: "Choose one of the pairs in `pairs`.",
	},
} as const;

/** The parameters of a translator for these pairs. */
export function parametersOf(pairs: readonly Pair[]) {
	// Not only the enumeration: another language must get `unsupported-pair`, not `bad-parameter`.
	const tag = (side: keyof Pair, description: string) =>
		Type.Optional(
			Type.Unsafe<string>({
				type: "string",
				anyOf: [
					{ enum: tags(pairs, side), description: "Supported languages." },
					{ pattern: "^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$", description: "Another BCP 47 tag." },
				],
				description,
			}),
		);
	return Type.Object({
		from: tag("from", "Source language. Detected from the text if omitted."),
		to: tag("to", "Target language. Optional if there is only one."),
		segments: Type.Boolean({
			default: false,
			description: "Also returns each sentence with its translation.",
		}),
		changes: Type.Boolean({
			default: false,
			description:
				"Adds the words that rules for units, times, spelling and names replaced before and after the translation.",
		}),
	});
}

/** The parameters of a translator that knows how sure it is. */
export const DOUBT_PARAMETERS = {
	confidence: Type.Boolean({
		default: false,
		description: "Returns each sentence with the probability that its translation has no serious error.",
	}),
	alternatives: Type.Integer({
		default: 0,
		minimum: 0,
		maximum: 5,
		description:
			"Returns each sentence with up to this many other translations. Takes several times as long.",
	}),
} as const;

/** Chooses the pair for a call. Throws a Problem if no pair matches, or more than one. */
export function choosePair(
	pairs: readonly Pair[],
	{ from, to }: { readonly from?: string; readonly to?: string },
): Pair {
	const fitting = matching(matching(pairs, "from", from), "to", to);
	const [pair, another] = fitting;
	if (pair && !another) return pair;
	const listed = pairs.map((pair) => ({ ...pair }));
	if (!pair)
		throw new Problem(
			"unsupported-pair",
			`The translation from ${from ?? "any"} to ${to ?? "any"} is not supported. Choose one of the pairs in "pairs".`,
			{ pairs: listed },
		);
	const missing = from === undefined ? "from" : "to";
	throw new Problem(
		"bad-parameter",
		`The parameter "${missing}" is missing. Set it to one of ${tags(fitting, missing).join(", ")}.`,
		{
			pairs: listed,
		},
	);
}

/** The pairs with this language on this side. `en-GB` matches `en` if nothing closer exists (RFC 4647, section 3.4). */
function matching(pairs: readonly Pair[], side: keyof Pair, wanted: string | undefined): readonly Pair[] {
	if (wanted === undefined) return pairs;
	for (let tag = canonicalTag(wanted); tag; tag = tag.slice(0, Math.max(0, tag.lastIndexOf("-")))) {
		const found = pairs.filter((pair) => pair[side] === tag);
		if (found.length > 0) return found;
	}
	return [];
}

/** The canonical form of a tag: `eng_us` becomes `en-US`. Undefined if it is not a language tag. */
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
