import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Tokenizer } from "@huggingface/tokenizers";
import { get_encoding } from "tiktoken";
import { readTokenizer } from "../../packages/gristmill/dist/examples/hugging-face-tokeniser.js";
import { cpuGrowth } from "../../packages/mills/dist/testing/growth.js";
import { hostileText, random } from "../../packages/mills/dist/testing/hostile-texts.js";

const ROOT = new URL("../../", import.meta.url);
const TEXTS = Number(process.env.TEST_RUNS ?? 1_000);

function idsOf(tokenizer: Tokenizer, text: string): number[] {
	return tokenizer.encode(text, { add_special_tokens: false }).ids;
}

/** Byte pairs write each byte as a visible character: these bytes as themselves, the others from U+0100 on. */
function bytePairLetters(): string[] {
	let next = 0x100;
	return Array.from({ length: 256 }, (_, byte) => {
		const visible = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
		return String.fromCodePoint(visible ? byte : next++);
	});
}

/** The `tokenizer.json` of GPT-2, from tiktoken's ranks: a token's merge is what its bytes are before it is known. */
function gpt2(): string {
	const file = new URL("node_modules/tiktoken/encoders/gpt2.json", ROOT);
	const { bpe_ranks: lines } = JSON.parse(readFileSync(file, "utf8")) as { bpe_ranks: string };
	const ranks = new Map<string, number>();
	for (const line of lines.split("\n")) {
		const [, first, ...tokens] = line.split(" ");
		for (const [i, token] of tokens.entries())
			ranks.set(Buffer.from(token, "base64").toString("latin1"), Number(first) + i);
	}
	const letters = bytePairLetters();
	const spelt = (token: string) => Array.from(token, (byte) => letters[byte.charCodeAt(0)]).join("");
	const merges: string[] = [];
	for (const [token, rank] of [...ranks].sort(([, a], [, b]) => a - b)) {
		const parts = [...token];
		for (;;) {
			const found = parts.map((part, i) => ranks.get(part + (parts[i + 1] ?? "")) ?? rank);
			const least = Math.min(...found.slice(0, -1), rank);
			if (least >= rank) break;
			parts.splice(found.indexOf(least), 2, parts.slice(found.indexOf(least)).slice(0, 2).join(""));
		}
		if (parts.length === 2) merges.push(parts.map(spelt).join(" "));
	}
	return JSON.stringify({
		added_tokens: [],
		normalizer: null,
		pre_tokenizer: { type: "ByteLevel", add_prefix_space: false, use_regex: true },
		post_processor: null,
		decoder: { type: "ByteLevel" },
		model: { type: "BPE", vocab: Object.fromEntries([...ranks].map(([t, r]) => [spelt(t), r])), merges },
	});
}

test("a BPE file of GPT-2 gives tiktoken's ids for every text", (t) => {
	t.diagnostic(`${TEXTS} texts`);
	const tokenizer = readTokenizer(gpt2());
	const theirs = get_encoding("gpt2");
	const next = random(13);
	for (let i = 0; i < TEXTS; i++) {
		// The library's patterns are JavaScript's: they know this Node's version of Unicode, a byte order mark is white
		// space to them, and U+0085 is not. These characters are left out.
		const text = hostileText(next).replace(/[\u0085\u088f\u{105c9}\ufeff]|\p{Cn}/gu, "x");
		assert.deepEqual(idsOf(tokenizer, text), [...theirs.encode_ordinary(text)], JSON.stringify(text));
	}
});

/** Pieces with random scores: no two divisions of a text are equally good. */
function unigramPieces(next: () => number): [piece: string, score: number][] {
	const letters = [..."▁abcdeé中😀"];
	const pieces = new Map<string, number>(letters.map((letter) => [letter, -8 - next()]));
	while (pieces.size < 300) {
		const length = 2 + Math.floor(next() * 5);
		const piece = Array.from({ length }, () => letters[Math.floor(next() * letters.length)]).join("");
		pieces.set(piece, -4 - next() * 6);
	}
	return [["<unk>", 0], ...pieces];
}

/** The best division by trying every piece at every place; what no piece covers is unknown, and its neighbours with it. */
function bestDivision(text: string, scores: ReadonlyMap<string, number>, unknown: number): number[] {
	const ids = [...scores.keys()];
	const characters = [...text];
	const best: { score: number; from: number; id: number }[] = [{ score: 0, from: 0, id: -1 }];
	for (let end = 1; end <= characters.length; end++) {
		let found = { score: Number.NEGATIVE_INFINITY, from: 0, id: 0 };
		for (let from = Math.max(0, end - 6); from < end; from++) {
			const piece = characters.slice(from, end).join("");
			const score = scores.get(piece) ?? (end - from === 1 ? unknown : undefined);
			if (score === undefined) continue;
			const total = (best[from]?.score ?? 0) + score;
			if (total > found.score)
				found = { score: total, from, id: scores.has(piece) ? ids.indexOf(piece) + 1 : 0 };
		}
		best.push(found);
	}
	const result: number[] = [];
	for (let at = characters.length; at > 0; at = best[at]?.from ?? 0) {
		const id = best[at]?.id ?? 0;
		if (id !== 0 || result[0] !== 0) result.unshift(id);
	}
	return result;
}

test("a Unigram file gives the ids of the best division for every text", () => {
	const next = random(14);
	const vocab = unigramPieces(next);
	const tokenizer = readTokenizer(
		JSON.stringify({
			added_tokens: [],
			normalizer: null,
			pre_tokenizer: { type: "Metaspace", replacement: "▁", prepend_scheme: "always", split: false },
			post_processor: null,
			decoder: { type: "Metaspace", replacement: "▁", prepend_scheme: "always" },
			model: { type: "Unigram", unk_id: 0, vocab },
		}),
	);
	const scores = new Map(vocab.slice(1));
	const unknown = Math.min(...vocab.map(([, score]) => score)) - 10;
	const letters = [..."aabbccddeé中😀  xyz"];
	for (let i = 0; i < TEXTS; i++) {
		const length = 1 + Math.floor(next() * 30);
		const text = Array.from({ length }, () => letters[Math.floor(next() * letters.length)]).join("");
		// A text that begins with a space gets no second one.
		const spaced = text.replaceAll(" ", "▁").replace(/^(?!▁)/, "▁");
		const expected = bestDivision(spaced, scores, unknown);
		assert.deepEqual(idsOf(tokenizer, text), expected, JSON.stringify(text));
	}
});

test("the time grows with the length", async () => {
	const tokenizer = readTokenizer(
		readFileSync(new URL("examples/hugging-face-tokeniser.json", ROOT), "utf8"),
	);
	for (const unit of ["a", " ", "mill ", "中", "\n"]) {
		const task = (size: number) => idsOf(tokenizer, unit.repeat(size / unit.length));
		const growth = await cpuGrowth(task, 3_000, { factor: 4, most: 10 });
		assert.ok(growth <= 10, `${JSON.stringify(unit)}: ${growth.toFixed(1)} times as long`);
	}
});

test("the examples are met when the file is served as it stands", () => {
	const command = fileURLToPath(new URL("packages/gristmill/dist/cli/main.js", ROOT));
	const file = fileURLToPath(new URL("examples/hugging-face-tokeniser.ts", ROOT));
	const out = execFileSync(process.execPath, [command, "test", file], { encoding: "utf8" });
	assert.match(out, /hugging-face-tokeniser 1\.0\.0: 2 examples/);
});
