import { readFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";
import { defineMill, Type, text } from "gristmill";

/** Put the `tokenizer.json` of your model here, and its name into the mill. This one is small, for the example. */
const FILE = new URL("hugging-face-tokeniser.json", import.meta.url);

/** The library takes about 15 µs for a byte of one endless word: 256 KiB stay far below the deadline. */
const MAX_BYTES = 256 * 1024;

/** A tokeniser from the content of a `tokenizer.json`: BPE, Unigram, WordPiece, with every step that the file names. */
export function readTokenizer(content: string): Tokenizer {
	// The second argument is tokenizer_config.json. Only a few old models need it.
	return new Tokenizer(JSON.parse(content), {});
}

export default defineMill({
	name: "hugging-face-tokeniser",
	version: "1.0.0",
	summary: "Splits a text into the tokens of a model that has a tokenizer.json.",
	description:
		"The tokens are those of Transformers.js, which uses the same library. `tokens` has them as the vocabulary spells them: " +
		"byte pairs write a space as `Ġ`.",
	input: { "text/plain": text({ maxBytes: MAX_BYTES, description: "Any text." }) },
	parameters: Type.Object({
		special: Type.Boolean({
			default: false,
			description: "Whether to add the special tokens that the model expects, such as `<s>`.",
		}),
	}),
	output: Type.Object({
		count: Type.Integer({ minimum: 0, description: "How many tokens there are." }),
		ids: Type.Array(Type.Integer({ minimum: 0 }), { description: "The number of each token." }),
		tokens: Type.Array(Type.String(), { description: "Each token as the vocabulary spells it." }),
	}),
	examples: [
		{ input: "the mill", output: { count: 3, ids: [116, 263, 329], tokens: ["t", "he", "Ġmill"] } },
		{
			input: "mill",
			parameters: { special: true },
			output: { count: 2, ids: [406, 328], tokens: ["<s>", "mill"] },
		},
	],
	assets: [FILE],
	deadline: 30_000,
	load: () => readTokenizer(readFileSync(FILE, "utf8")),
	run: (input, { parameters, model }) => {
		const { ids, tokens } = model.encode(input, { add_special_tokens: parameters.special });
		return { count: ids.length, ids, tokens };
	},
});
