import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { get_encoding, type TiktokenEncoding } from "tiktoken";
import { hostileText, random } from "../../../testing/hostile-texts.js";
import { ENCODINGS } from "./encodings.js";
import { loadEncodings } from "./model.js";

/** So many hundred texts. */
const HUNDREDS = Number(process.env.GRISTMILL_FUZZ ?? 100) / 2;
const SEED = 20_261_115;
const ROOT = new URL("../../../../../", import.meta.url);

const ours = loadEncodings(new URL("models/tokeniser/", ROOT));
/** Each set of ranks and each pattern once, and all that tiktoken knows. */
const NAMES = (Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[]).filter(
	(name) => name !== "o200k_harmony",
);
const theirs = new Map(NAMES.map((name) => [name, get_encoding(name)]));

function assertSame(name: TiktokenEncoding, text: string): void {
	const expected = theirs.get(name)?.encode_ordinary(text);
	const actual = ours.get(name)?.encode(text, false).ids;
	if (!expected || !actual) throw new Error(`${name} is missing`);
	if (Buffer.compare(Buffer.from(expected.buffer), Buffer.from(actual.slice().buffer)) !== 0)
		assert.deepEqual([...actual], [...expected], `${name}: ${JSON.stringify(text)}`);
}

test("random texts have the same tokens as tiktoken gives them", (t) => {
	const next = random(SEED);
	const count = Math.ceil(HUNDREDS * 100);
	t.diagnostic(`GRISTMILL_FUZZ: ${count} texts in each of the encodings ${NAMES.join(", ")}`);
	for (let i = 0; i < count; i++) {
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
		...readdirSync(new URL("docs/", ROOT)).map((name) => `docs/${name}`),
		"package-lock.json",
		"src/testing/hostile-texts.ts",
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
	for (let point = 0; point < 0x110000; point += isUniform(point) ? 61 : 1) {
		if (point >= 0xd800 && point < 0xe000) continue;
		const character = String.fromCodePoint(point);
		for (const name of encodings) assertSame(name, `${character}'s${character}123 ${character}A`);
	}
});

/** Ideographs, Hangul, private use and what is not assigned: large blocks of one class. */
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
		const file = new URL(`node_modules/tiktoken/encoders/${name}.json`, ROOT);
		const { special_tokens: special } = JSON.parse(readFileSync(file, "utf8"));
		assert.deepEqual({ ...ENCODINGS[name].special }, special, name);
	}
});

test("special tokens are parsed as tiktoken parses them", () => {
	const text = "Hi <|endoftext|>  <|fim_prefix|>é<|endofprompt|><|endoftext|><|nothing|><|<|endoftext|>|>";
	for (const name of NAMES) {
		const expected = theirs.get(name)?.encode(text, "all");
		assert.deepEqual([...(ours.get(name)?.encode(text, true).ids ?? [])], [...(expected ?? [])], name);
	}
});

test("the conversation's marks of o200k_harmony lie where its special range says", () => {
	const { special } = ENCODINGS.o200k_harmony;
	assert.equal(special["<|start|>"], 200_006);
	assert.equal(special["<|call|>"], 200_012);
	assert.equal(special["<|reserved_200013|>"], 200_013);
	assert.equal(special["<|endofprompt|>"], 200_018);
	assert.equal(special["<|reserved_201087|>"], 201_087);
	assert.equal(Object.keys(special).length, 201_088 - 199_998 + 1);
});
