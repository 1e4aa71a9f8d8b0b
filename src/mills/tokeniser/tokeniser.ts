import { defineMill } from "../../core/define-mill.js";
import { json, text } from "../../core/input.js";
import { MiB } from "../../core/limits.js";
import { Problem } from "../../core/problem.js";
import { Type } from "../../core/typebox.js";
import { Lists, list } from "./answer.js";
import { CLASSES_UNICODE } from "./bpe/classes.js";
import { ENCODINGS } from "./bpe/encodings.js";
import { type BytePairs, loadEncodings, packedFiles } from "./bpe/model.js";
import { findSpecial } from "./bpe/special.js";
import { FORMATS } from "./budget.js";
import { DESCRIPTION } from "./description.js";
import { type Listing, ofBytePairs, ofSegments } from "./listing.js";
import { complainAboutLocale } from "./segments/locale.js";
import type { Granularity } from "./segments/rules.js";
import { segment } from "./segments/segments.js";

const GRANULARITIES = ["word", "sentence", "grapheme"] as const satisfies readonly Granularity[];
const MAX_BYTES = 16 * MiB;
const MODELS = new URL("../../../../models/tokeniser/", import.meta.url);

export default defineMill({
	name: "tokeniser",
	version: "1.0.0",
	summary: "Splits a text into words, sentences, graphemes, or the tokens of a language model.",
	description: DESCRIPTION,
	input: {
		"text/plain": text({ maxBytes: MAX_BYTES, invalidBy: "invalid", description: "Any text." }),
		"application/json": json(Type.String(), {
			maxBytes: MAX_BYTES,
			invalidBy: "invalid",
			description: "The text as a JSON string.",
		}),
	},
	parameters: Type.Object({
		scheme: Type.Enum([...GRANULARITIES, ...(Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[])], {
			default: "word",
			description:
				"What a token is: a segment of Unicode's UAX #29, or a token of one of OpenAI's encodings.",
		}),
		format: Type.Enum([...FORMATS], {
			default: "objects",
			description: "How tokens are listed; `ids` needs an encoding, `count` lists nothing.",
		}),
		offsets: Type.Enum(["utf16", "utf8", "codepoint", "none"], {
			default: "utf16",
			description: "What offsets count: JavaScript's and Java's code units, bytes, or Python's characters.",
		}),
		locale: Type.Optional(
			Type.String({
				maxLength: 64,
				description: "A BCP 47 tag such as `sv`, for segments alone; their rules differ in few languages.",
			}),
		),
		special: Type.Enum(["text", "parse", "reject"], {
			default: "text",
			description:
				"Whether the names of an encoding's special tokens are text, become tokens, or are refused.",
		}),
		max_tokens: Type.Optional(
			Type.Integer({ minimum: 0, description: "The most tokens that are listed; all where it is left out." }),
		),
		truncate: Type.Enum(["end", "start"], {
			default: "end",
			description: "Where tokens are left out when there are more than `max_tokens`.",
		}),
		invalid: Type.Enum(["reject", "replace"], {
			default: "reject",
			description: "What becomes of bytes or surrogates that are no text: 400, or U+FFFD.",
		}),
	}),
	output: Type.Object({
		scheme: Type.String({ description: "The scheme that was used." }),
		unicode: Type.String({
			description: "The Unicode version that decides what is a letter, a number, a break.",
		}),
		count: Type.Integer({ minimum: 0, description: "How many tokens are listed, or would be." }),
		total: Type.Integer({ minimum: 0, description: "How many tokens the text has." }),
		truncated: Type.Boolean({ description: "Whether tokens were left out because of `max_tokens`." }),
		offset_unit: Type.Optional(
			Type.Enum(["utf16", "utf8", "codepoint"], {
				description: "What the offsets count, where there are any.",
			}),
		),
		...Lists,
	}),
	problems: {
		"special-token": {
			status: 422,
			title: "Special token in the text",
			todo: "Take the special token out of the text, or choose `special=text` or `special=parse`.",
		},
	},
	examples: [
		{
			input: "Raw data.",
			output: {
				scheme: "word",
				unicode: process.versions.unicode ?? "",
				count: 4,
				total: 4,
				truncated: false,
				offset_unit: "utf16",
				tokens: [
					{ text: "Raw", start: 0, end: 3, type: "word" },
					{ text: " ", start: 3, end: 4, type: "space" },
					{ text: "data", start: 4, end: 8, type: "word" },
					{ text: ".", start: 8, end: 9, type: "other" },
				],
			},
		},
		{
			input: "Raw data goes in, processed data comes out.",
			parameters: { scheme: "o200k_base", format: "ids" },
			output: {
				scheme: "o200k_base",
				unicode: CLASSES_UNICODE,
				count: 10,
				total: 10,
				truncated: false,
				ids: [21586, 1238, 8805, 306, 11, 23478, 1238, 5124, 842, 13],
			},
		},
		{
			input: "",
			mediaType: "application/json",
			parameters: { scheme: "grapheme", format: "count" },
			output: {
				scheme: "grapheme",
				unicode: process.versions.unicode ?? "",
				count: 0,
				total: 0,
				truncated: false,
			},
		},
	],
	assets: packedFiles(MODELS),
	deadline: 60_000,
	inline: true,
	load: () => loadEncodings(MODELS),
	run: (input, { parameters, model }) => {
		const { scheme, format, offsets, truncate } = parameters;
		const encoding = model.get(scheme);
		const listing = encoding
			? encoded(input, encoding, parameters)
			: segmented(input, scheme as Granularity, parameters);
		const { count: total } = listing;
		const count = Math.min(total, parameters.max_tokens ?? total);
		const range = truncate === "end" ? { from: 0, to: count } : { from: total - count, to: total };
		const unit = offsets === "none" ? undefined : offsets;
		return {
			scheme,
			unicode: encoding ? CLASSES_UNICODE : (process.versions.unicode ?? "unknown"),
			count,
			total,
			truncated: count < total,
			...(unit && (format === "objects" || format === "columns") && { offset_unit: unit }),
			...list(input, listing, format, range, unit),
		};
	},
});

interface Choice {
	readonly scheme: string;
	readonly format: string;
	readonly special: string;
	readonly locale?: string;
}

function encoded(input: string, encoding: BytePairs, { scheme, special, locale }: Choice): Listing {
	if (locale !== undefined)
		throw new Problem("bad-parameter", `Leave locale out: ${scheme} knows no locales.`);
	if (special === "reject")
		for (const { name, start } of findSpecial(input, encoding.special))
			throw new Problem(
				"special-token",
				`Take out ${name}, or choose special=text or special=parse: it stands at UTF-16 offset ${start}.`,
			);
	return ofBytePairs(input, encoding, special === "parse");
}

function segmented(input: string, granularity: Granularity, { format, special, locale }: Choice): Listing {
	if (format === "ids")
		throw new Problem("bad-parameter", `Choose another format: scheme=${granularity} has no ids.`);
	if (special !== "text")
		throw new Problem("bad-parameter", `Leave special out: scheme=${granularity} has no special tokens.`);
	const complaint = locale === undefined ? undefined : complainAboutLocale(locale);
	if (complaint !== undefined) throw new Problem("bad-parameter", complaint);
	// Never the machine's own locale: the same call has the same answer everywhere.
	const { ends, wordLike } = segment(input, granularity, locale ?? "en");
	return ofSegments(input, ends, wordLike);
}
