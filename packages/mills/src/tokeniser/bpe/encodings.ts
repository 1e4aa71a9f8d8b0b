import { type NextPiece, nextOfCl100k, nextOfGpt2, nextOfO200k } from "./pieces.js";

/** The parts of an encoding: ranks, a pattern, and the names of special tokens, which have no text. */
export interface Encoding {
	/** The packed ranks. */
	readonly vocabulary: "p50k_base" | "cl100k_base" | "o200k_base";
	/** The number of ranks that it uses. The default is all of them. */
	readonly size?: number;
	readonly nextPiece: NextPiece;
	readonly special: Readonly<Record<string, number>>;
}

const END_OF_TEXT = "<|endoftext|>";
const FILL_IN = { "<|fim_prefix|>": 0, "<|fim_middle|>": 1, "<|fim_suffix|>": 2 };

const gpt2: Encoding = {
	vocabulary: "p50k_base",
	size: 50_256,
	nextPiece: nextOfGpt2,
	special: { [END_OF_TEXT]: 50_256 },
};
const p50k: Encoding = { vocabulary: "p50k_base", nextPiece: nextOfGpt2, special: gpt2.special };
const o200k: Encoding = {
	vocabulary: "o200k_base",
	nextPiece: nextOfO200k,
	special: { [END_OF_TEXT]: 199_999, "<|endofprompt|>": 200_018 },
};

/** OpenAI's encodings, by the names that OpenAI gave them. */
export const ENCODINGS = {
	o200k_base: o200k,
	o200k_harmony: { ...o200k, special: { ...reserved(), ...o200k.special, ...harmony() } },
	cl100k_base: {
		vocabulary: "cl100k_base",
		nextPiece: nextOfCl100k,
		special: { [END_OF_TEXT]: 100_257, ...from(100_258, FILL_IN), "<|endofprompt|>": 100_276 },
	},
	p50k_base: p50k,
	p50k_edit: { ...p50k, special: { ...p50k.special, ...from(50_281, FILL_IN) } },
	r50k_base: gpt2,
	gpt2,
} as const satisfies Record<string, Encoding>;

export type EncodingName = keyof typeof ENCODINGS;

function from(first: number, names: Readonly<Record<string, number>>): Record<string, number> {
	return Object.fromEntries(Object.entries(names).map(([name, offset]) => [name, first + offset]));
}

/** The special tokens of a conversation. */
function harmony(): Record<string, number> {
	return {
		"<|startoftext|>": 199_998,
		"<|return|>": 200_002,
		"<|constrain|>": 200_003,
		"<|channel|>": 200_005,
		"<|start|>": 200_006,
		"<|end|>": 200_007,
		"<|message|>": 200_008,
		"<|call|>": 200_012,
	};
}

/** Every other id of the special range is named after its number. 200018 has two names. */
function reserved(): Record<string, number> {
	const marks = new Set(Object.values(harmony()));
	const ids = Array.from({ length: 201_088 - 200_000 }, (_, i) => 200_000 + i).filter((id) => !marks.has(id));
	return Object.fromEntries(ids.map((id) => [`<|reserved_${id}|>`, id]));
}
