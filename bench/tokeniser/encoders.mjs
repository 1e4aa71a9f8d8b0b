/** Every encoder as a function from text to the number of its tokens; loaded only when asked for. */
export const ENCODERS = {
	tiktoken: async (encoding) => {
		const { get_encoding } = await import("tiktoken");
		const encoder = get_encoding(encoding);
		return (text) => encoder.encode_ordinary(text).length;
	},
	gristmill: async (encoding) => {
		const { loadEncodings } = await import("../../packages/mills/dist/tokeniser/bpe/model.js");
		const encoder = loadEncodings(new URL("../../packages/mills/models/tokeniser/", import.meta.url)).get(
			encoding,
		);
		return (text) => encoder.encode(text, false).count;
	},
	"gpt-tokenizer": async (encoding) => {
		const { encode } = await import(`gpt-tokenizer/encoding/${encoding}`);
		return (text) => encode(text).length;
	},
	"ai-tokenizer": async (encoding) => {
		const { default: Tokenizer } = await import("ai-tokenizer");
		const ranks = await import("ai-tokenizer/encoding");
		const encoder = new Tokenizer(ranks[encoding]);
		return (text) => encoder.encode(text).length;
	},
	"js-tiktoken": async (encoding) => {
		const { getEncoding } = await import("js-tiktoken");
		const encoder = getEncoding(encoding);
		return (text) => encoder.encode(text, [], []).length;
	},
};
