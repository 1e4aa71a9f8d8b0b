import { defineMill, json, MiB, Type, text } from "gristmill";
import { Lists } from "./answer.js";
import { CLASSES_UNICODE } from "./bpe/classes.js";
import { ENCODINGS } from "./bpe/encodings.js";
import { loadEncodings, packedFiles } from "./bpe/model.js";
import { UNITS } from "./chunks/places.js";
import { DESCRIPTION } from "./description.js";
import { FORMATS } from "./listing/budget.js";
import { SEGMENTS_UNICODE, tokenise, tokeniseLong } from "./run.js";
import type { Granularity } from "./segments/rules.js";
import { SUPPRESSIONS } from "./sentences/parameter.js";

const GRANULARITIES = ["word", "sentence", "grapheme"] as const satisfies readonly Granularity[];
/** The text in a JSON string comes as a whole. */
const MAX_JSON = 16 * MiB;
const MODELS = new URL("../../models/tokeniser/", import.meta.url);

export default defineMill({
	name: "tokeniser",
	version: "1.1.0",
	summary:
		"Splits a text into words, sentences, graphemes, or the tokens of a language model, or into chunks of these.",
	description: DESCRIPTION,
	input: {
		"text/plain": text({
			maxBytes: Number.POSITIVE_INFINITY,
			stream: "chunks",
			invalidBy: "invalid",
			description: "Any text of any length.",
		}),
		"application/json": json(Type.String(), {
			maxBytes: MAX_JSON,
			invalidBy: "invalid",
			description: "The text as a JSON string.",
		}),
	},
	parameters: Type.Object({
		scheme: Type.Enum([...GRANULARITIES, ...(Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[])], {
			default: "word",
			description:
				"How the text is split: by Unicode's rules (UAX #29) for words, sentences or graphemes, or into the tokens of one of OpenAI's models.",
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
				description:
					"A BCP 47 tag such as `sv`, for segments and for the sentences of chunks. UAX #29 has other rules for few languages; abbreviations differ in many.",
			}),
		),
		suppressions: Type.Optional(
			Type.Enum([...SUPPRESSIONS], {
				description:
					"`standard` does not end sentences behind abbreviations, initials, ordinals and list numbers of the locale's language. Default: what the locale says (`en-u-ss-standard`), else `none` for `scheme=sentence` and `standard` for chunks.",
			}),
		),
		special: Type.Enum(["text", "parse", "reject"], {
			default: "text",
			description:
				"Whether the names of an encoding's special tokens are text, become tokens, or are refused.",
		}),
		max_tokens: Type.Optional(
			Type.Integer({ minimum: 0, description: "The most tokens that are listed. Default: all." }),
		),
		chunk: Type.Optional(
			Type.Integer({
				minimum: 4,
				description: "Divides the text into chunks of at most this many tokens; needs an encoding.",
			}),
		),
		overlap: Type.Optional(
			Type.Integer({
				minimum: 0,
				description:
					"The most tokens that a chunk repeats of the one before; at most half of `chunk`. Default: 0.",
			}),
		),
		on: Type.Optional(
			Type.Enum([...UNITS], {
				description:
					"Where chunks end: behind a paragraph, a sentence or a word. A longer one is cut at the next finer place. Default: `sentence`.",
			}),
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
		count: Type.Integer({ minimum: 0, description: "How many tokens or chunks are listed, or would be." }),
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
			title: "A language model's tokens",
			input: "Tokens are not words: naïve café, 東京, 👩‍🚀",
			parameters: { scheme: "o200k_base" },
			output: {
				scheme: "o200k_base",
				unicode: CLASSES_UNICODE,
				count: 16,
				total: 16,
				truncated: false,
				offset_unit: "utf16",
				tokens: [
					{ text: "Tokens", start: 0, end: 6, id: 30325 },
					{ text: " are", start: 6, end: 10, id: 553 },
					{ text: " not", start: 10, end: 14, id: 625 },
					{ text: " words", start: 14, end: 20, id: 6391 },
					{ text: ":", start: 20, end: 21, id: 25 },
					{ text: " naï", start: 21, end: 25, id: 153475 },
					{ text: "ve", start: 25, end: 27, id: 737 },
					{ text: " café", start: 27, end: 32, id: 30469 },
					{ text: ",", start: 32, end: 33, id: 11 },
					{ text: " 東京", start: 33, end: 36, id: 185244 },
					{ text: ",", start: 36, end: 37, id: 11 },
					{ bytes: "IPCfkQ==", start: 37, end: 40, id: 61138 },
					{ bytes: "qQ==", start: 38, end: 40, id: 102 },
					{ text: "\u200d", start: 40, end: 41, id: 2524 },
					{ bytes: "8J+a", start: 41, end: 43, id: 112927 },
					{ bytes: "gA==", start: 41, end: 43, id: 222 },
				],
			},
		},
		{
			title: "Words",
			input: "Raw data.",
			output: {
				scheme: "word",
				unicode: SEGMENTS_UNICODE,
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
			title: "Only the numbers",
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
			title: "Chunks that overlap",
			input: "Dr. No came. He left. She stayed.",
			parameters: { scheme: "o200k_base", chunk: 10, overlap: 5 },
			output: {
				scheme: "o200k_base",
				unicode: CLASSES_UNICODE,
				count: 2,
				total: 11,
				truncated: false,
				offset_unit: "utf16",
				chunks: [
					{ text: "Dr. No came. He left. ", start: 0, end: 22, count: 9 },
					{ text: "He left. She stayed.", start: 13, end: 33, count: 6 },
				],
			},
		},
		{
			title: "An empty text",
			input: "",
			mediaType: "application/json",
			parameters: { scheme: "grapheme", format: "count" },
			output: {
				scheme: "grapheme",
				unicode: SEGMENTS_UNICODE,
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
	run(input, { parameters, model }) {
		const encoding = model.get(parameters.scheme);
		if (typeof input === "string") return tokenise(input, encoding, parameters);
		return tokeniseLong(input, encoding, parameters);
	},
});
