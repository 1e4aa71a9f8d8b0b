import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Problem } from "gristmill";
import { callerOf } from "../../../gristmill/dist/testing/mill-call.js";
import { MOST_HELD } from "../long/held-pieces.js";
import { hostileText, random } from "../testing/hostile-texts.js";
import type { BytePairs } from "./bpe/model.js";
import type { Choice } from "./choice.js";
import { cutsOf } from "./cuts.js";
import { tokenise, tokeniseLong } from "./run.js";
import tokeniser from "./tokeniser.js";

const RUNS = Number(process.env.TEST_RUNS ?? 60);
const { ready } = callerOf(tokeniser);
const encodings = async () => (await ready()).model as ReadonlyMap<string, BytePairs>;
const PLAIN: Choice = {
	scheme: "word",
	format: "objects",
	offsets: "utf16",
	special: "text",
	truncate: "end",
};

/** What joins over a border, or seems to. */
const BITS = [
	"word ",
	"One. Two! ",
	"(See U.S. Law.) «No.» » Yes. ",
	"etc. A\n",
	"u. a.\nm. Foo ",
	"http://a.b/c.D?E\u2028f.G\u0085h.I ",
	"e\u0301\u0323 ",
	"\r\n",
	"\r",
	"\n",
	"  \n\n  \t x",
	" ".repeat(40),
	"\u3000\u3000",
	"👨‍👩‍👧",
	"👍🏽",
	"🇩🇪🇫🇷🇩",
	"क्षि",
	"क्\u200dष",
	"한국어",
	"\u1112\u1161\u11ab",
	"ภาษาไทยเป็นภาษาที่มี",
	"中国人民共和国成立了。",
	"「カタカナー」、ー本〱ー",
	"ﾞｶﾞ",
	"\u0600١٢٣",
	"can't 'll don’t a'b 3.14,15 1'2 ",
	"א\"ב' ",
	"ªªAAAA AAbb ᾳ ",
	"1234567",
	"...//!!\n\n",
	"'s'S'ſ",
	"<|endoftext|>",
	"<|endof",
	"text|>",
	"𝒳𐐀",
	"\ufeff\u200b\u0000\u0085\u2028",
	"\u0301",
];

const text = fc.oneof(
	{
		weight: 4,
		arbitrary: fc
			.array(fc.constantFrom(...BITS), { minLength: 30, maxLength: 90 })
			.map((bits) => bits.join("")),
	},
	{
		weight: 1,
		arbitrary: fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((seed) => {
			const next = random(seed);
			return Array.from({ length: 8 }, () => hostileText(next)).join("");
		}),
	},
);
/** The lengths of chunks. As in a long input, no character is divided. */
const lengths = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 4, maxLength: 12 });

function chunksOf(text: string, lengths: readonly number[]): string[] {
	const chunks: string[] = [];
	for (let at = 0, n = 0; at < text.length; n++) {
		let end = at + (lengths[n % lengths.length] as number);
		if (/[\udc00-\udfff]/.test(text.charAt(end))) end++;
		chunks.push(text.slice(at, end));
		at = end;
	}
	return chunks;
}

const CHOICES: Readonly<Record<string, Partial<Choice>>> = {
	words: {},
	"words in bytes": { offsets: "utf8", locale: "ja" },
	"Swedish words as columns": { locale: "sv", format: "columns", offsets: "codepoint" },
	sentences: { scheme: "sentence", offsets: "utf8" },
	"German sentences with abbreviations": { scheme: "sentence", suppressions: "standard", locale: "de" },
	"French sentences with abbreviations": { scheme: "sentence", suppressions: "standard", locale: "fr" },
	"Japanese sentences with abbreviations": { scheme: "sentence", suppressions: "standard", locale: "ja" },
	graphemes: { scheme: "grapheme", offsets: "codepoint" },
	o200k_base: { scheme: "o200k_base", offsets: "utf8" },
	"o200k_harmony with special tokens": { scheme: "o200k_harmony", special: "parse" },
	"cl100k_base as columns": { scheme: "cl100k_base", format: "columns", special: "parse" },
	"r50k_base as ids": { scheme: "r50k_base", format: "ids" },
	"p50k_edit as a count": { scheme: "p50k_edit", format: "count" },
	"the first words": { max_tokens: 70 },
	"no words": { max_tokens: 0 },
	"the last words": { max_tokens: 70, truncate: "start" },
	"the last ids": { scheme: "gpt2", max_tokens: 200, truncate: "start", format: "ids" },
	"the last columns in bytes": { max_tokens: 99, truncate: "start", format: "columns", offsets: "utf8" },
	"none of the last": { max_tokens: 0, truncate: "start", format: "columns" },
	"all from the end": { truncate: "start", format: "columns" },
	chunks: { scheme: "o200k_base", chunk: 20, overlap: 5 },
};

for (const [name, more] of Object.entries(CHOICES))
	test(`a text has the tokens that it has as a whole, however it is cut: ${name}`, async () => {
		const choice = { ...PLAIN, ...more };
		const encoding = (await encodings()).get(choice.scheme);
		let cuts = 0;
		const lastCut = cutsOf(encoding, choice);
		await fc.assert(
			fc.asyncProperty(text, lengths, async (text, lengths) => {
				const chunks = chunksOf(text, lengths);
				if (lastCut(chunks.slice(0, -1).join(""))) cuts++;
				const long = await tokeniseLong(chunks, encoding, choice);
				assert.equal(JSON.stringify(plain(long)), JSON.stringify(plain(tokenise(text, encoding, choice))));
			}),
			{ numRuns: RUNS },
		);
		assert.ok(cuts > RUNS / 4, `only ${cuts} of ${RUNS} texts were cut`);
	});

/** As JSON of the server: typed arrays are lists. */
function plain(answer: object): unknown {
	return JSON.parse(
		JSON.stringify(answer, (_, value) =>
			ArrayBuffer.isView(value) ? Array.from(value as Uint32Array) : value,
		),
	);
}

test("texts are cut at borders that nothing behind them can change", async () => {
	const model = await encodings();
	const cutIn = (text: string, choice: Partial<Choice>) => {
		const scheme = choice.scheme ?? "word";
		return cutsOf(model.get(scheme), { ...PLAIN, ...choice })("x".repeat(80) + text)?.end;
	};
	for (const [scheme, cut, whole] of [
		["word", "a 本", "can't"],
		["word", "本。本", "カカ"],
		["grapheme", "\u0301b", "\u0301\u0301"],
		["sentence", ". B", ". b"],
		["sentence", "。本", "。」"],
		["sentence", "\na", "\ra"],
		["o200k_base", "a b", "'s"],
		["cl100k_base", "1a", "é"],
		["r50k_base", "! a", "'"],
	] as const) {
		assert.notEqual(cutIn(cut, { scheme }), undefined, `${scheme}: ${cut}`);
		const isLetter = scheme === "grapheme"; // Any two letters may be cut there.
		assert.equal(cutIn(whole, { scheme }), isLetter ? 79 : undefined, `${scheme}: ${whole}`);
	}
	const special = { scheme: "o200k_base", special: "parse" };
	assert.equal(cutIn("<|endoftext|>", special), 80);
	assert.equal(cutIn("<|endoftext|> a", { ...special, special: "text" }), 93);
	assert.equal(cutIn("Dr. B\n", { scheme: "sentence", suppressions: "standard" }), undefined);
});

test("a special token that is refused is told with its place in the whole text", async () => {
	const choice: Choice = { ...PLAIN, scheme: "o200k_base", special: "reject" };
	const encoding = (await encodings()).get("o200k_base");
	const begin = "some words and ".repeat(20);
	await assert.rejects(tokeniseLong([begin, begin, "a<|endof", "text|>"], encoding, choice), (error) => {
		assert.ok(Problem.is(error));
		assert.match(error.detail ?? "", new RegExp(`at UTF-16 offset ${2 * begin.length + 1}\\.`));
		return true;
	});
});

test("a text without a place to cut is held back up to a limit, and refused beyond it", async () => {
	const chunk = "x".repeat(MOST_HELD / 16);
	const chunks = (count: number) => Array.from({ length: count }, () => chunk);
	const refused = async (task: Promise<unknown>, detail: RegExp) =>
		assert.rejects(task, (error) => {
			assert.ok(Problem.is(error));
			assert.equal(error.code, "content-too-large");
			assert.match(error.detail ?? "", detail);
			return true;
		});
	const count: Choice = { ...PLAIN, format: "count" };
	assert.equal((await tokeniseLong(chunks(16), undefined, count)).total, 1);
	await refused(tokeniseLong(chunks(17), undefined, count), /^More than 16 MiB of the text have no place/);
	const encoding = (await encodings()).get("o200k_base");
	const inChunks: Choice = { ...count, scheme: "o200k_base", chunk: 100 };
	await refused(tokeniseLong(chunks(17), encoding, inChunks), /^With chunk, a text has at most 16 MiB\. /);
	const lines = Array.from({ length: 18 }, () => `${"x ".repeat(MOST_HELD / 64)}\n`);
	const last: Choice = { ...PLAIN, truncate: "start", max_tokens: 4_000_000, scheme: "sentence" };
	await refused(
		tokeniseLong(
			lines.map((line) => line.repeat(2)),
			undefined,
			last,
		),
		/^The last 4000000 tokens have more than 16 MiB of text\. /,
	);
});

test("parameters that do not fit together are refused before any text is read", async () => {
	// biome-ignore lint/correctness/useYield: nothing must be asked of it.
	async function* unread(): AsyncGenerator<string> {
		assert.fail("it was read");
	}
	await assert.rejects(tokeniseLong(unread(), undefined, { ...PLAIN, format: "ids" }), Problem);
});
