import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { get_encoding, type Tiktoken } from "tiktoken";
import { hostileText, random } from "../../testing/hostile-texts.js";
import { ENCODINGS, type EncodingName } from "./encodings.js";
import { loadEncodings } from "./model.js";

const RUNS = Number(process.env.TEST_RUNS ?? 5_000);
const SEED = 20_261_115;
const ROOT = new URL("../../../../../", import.meta.url);

const ours = loadEncodings(new URL("packages/mills/models/tokeniser/", ROOT));
/** Each set of ranks and each pattern once, and every encoding that tiktoken has. */
const NAMES = Object.keys(ENCODINGS) as EncodingName[];
const theirs = new Map(NAMES.map((name) => [name, theirEncoding(name)]));

/** The package has no o200k_harmony. It is o200k_base with other special tokens, as in OpenAI's own tiktoken. */
function theirEncoding(name: EncodingName): Tiktoken {
	return name === "o200k_harmony" ? get_encoding("o200k_base", harmony()) : get_encoding(name);
}

/** The special tokens of o200k_harmony that o200k_base does not have. */
function harmony(): Record<string, number> {
	const marks = new Map([
		[199_998, "<|startoftext|>"],
		[200_002, "<|return|>"],
		[200_003, "<|constrain|>"],
		[200_005, "<|channel|>"],
		[200_006, "<|start|>"],
		[200_007, "<|end|>"],
		[200_008, "<|message|>"],
		[200_012, "<|call|>"],
	]);
	const special: Record<string, number> = {};
	for (let id = 199_998; id < 201_088; id++)
		if (id !== 199_999) special[marks.get(id) ?? `<|reserved_${id}|>`] = id;
	return special;
}

function assertSame(name: EncodingName, text: string): void {
	const expected = theirs.get(name)?.encode_ordinary(text);
	const actual = ours.get(name)?.encode(text, false).ids;
	if (!expected || !actual) throw new Error(`${name} is missing`);
	if (Buffer.compare(Buffer.from(expected.buffer), Buffer.from(actual.slice().buffer)) !== 0)
		assert.deepEqual([...actual], [...expected], `${name}: ${JSON.stringify(text)}`);
}

test("random texts have the same tokens as tiktoken gives them", () => {
	const next = random(SEED);
	for (let i = 0; i < RUNS; i++) {
		const text = hostileText(next);
		for (const name of NAMES) assertSame(name, text);
	}
});

test("long runs have the same tokens as tiktoken gives them, as far as it can follow", () => {
	for (const unit of ["a", " ", "\n", "\u0301", "A", "ª", "中", "😀", "1", "!", "ab", "\t ", "A\u0301", "'"])
		for (const length of [39, 40, 41, 64, 255, 256, 3_000])
			for (const name of ["o200k_base", "cl100k_base", "r50k_base"] as const)
				assertSame(name, unit.repeat(length / unit.length));
	for (const unit of [" ", "a"]) assertSame("o200k_base", unit.repeat(10_000));
});

test("real texts have the same tokens as tiktoken gives them", () => {
	const files = [
		...readdirSync(ROOT).filter((name) => name.endsWith(".md")),
		...readdirSync(new URL("docs/", ROOT))
			.filter((name) => name.endsWith(".md"))
			.map((name) => `docs/${name}`),
		"package-lock.json",
		"packages/mills/src/testing/hostile-texts.ts",
		"node_modules/@types/node/fs.d.ts",
		"node_modules/marked/README.md",
	].filter((name) => /\.(md|json|ts)$/.test(name));
	assert.ok(files.length > 10);
	for (const file of files) {
		const text = readFileSync(new URL(file, ROOT), "utf8");
		for (const name of NAMES) assertSame(name, text);
	}
});

test("every character has the same tokens as tiktoken gives it, alone and before what shows its class", () => {
	const encodings = ["o200k_base", "cl100k_base", "r50k_base"] as const;
	for (let point = 0; point < 0x110000; point = next(point)) {
		if (point >= 0xd800 && point < 0xe000) continue;
		const character = String.fromCodePoint(point);
		for (const name of encodings) assertSame(name, `${character}'s${character}123 ${character}A`);
	}
});

/** The next code point to try. It steps over most of a uniform block, and never over its end. */
function next(point: number): number {
	let to = point + 1;
	if (isUniform(point)) while (isUniform(to) && to < point + 61) to++;
	return to;
}

/** Ideographs, Hangul, private use and unassigned code points: large blocks of one class. */
function isUniform(point: number): boolean {
	return (
		(point > 0x3500 && point < 0x9f00) ||
		(point > 0xac00 && point < 0xf900) ||
		(point > 0x17000 && point < 0x18a00) ||
		(point > 0x20000 && point < 0xe0000) ||
		point > 0xe01f0
	);
}

test("special tokens have the ids that tiktoken's data gives them", () => {
	for (const name of NAMES) {
		const base = name === "o200k_harmony" ? "o200k_base" : name;
		const file = new URL(`node_modules/tiktoken/encoders/${base}.json`, ROOT);
		const { special_tokens: special } = JSON.parse(readFileSync(file, "utf8"));
		const more = name === "o200k_harmony" ? harmony() : {};
		assert.deepEqual({ ...ENCODINGS[name].special }, { ...special, ...more }, name);
	}
});

test("special tokens are parsed as tiktoken parses them", () => {
	const text =
		"Hi <|endoftext|>  <|fim_prefix|>é<|endofprompt|><|endoftext|><|nothing|><|<|endoftext|>|>" +
		"<|start|>user<|message|>Hi<|end|><|reserved_200013|><|call|>";
	for (const name of NAMES) {
		const expected = theirs.get(name)?.encode(text, "all");
		assert.deepEqual([...(ours.get(name)?.encode(text, true).ids ?? [])], [...(expected ?? [])], name);
	}
});
