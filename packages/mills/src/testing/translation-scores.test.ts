import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { random } from "./hostile-texts.js";
import { pieceLines } from "./piece-lines.js";
import { corpusBleu, corpusChrf, tokens13a } from "./translation-scores.js";

/** Translations, references, and what sacreBLEU 2.6.0 says of them. */
const CASES: readonly (readonly [string[], string[], bleu: number, chrf: number])[] = [
	[["a b c d e"], ["a b x d e"], 30.213753973567677, 26],
	[["It's 3.5% of $1,000."], ["It is 3.5% of $1,000!"], 53.29462628216855, 75.02410579616462],
	[["the cat"], ["the cat sat"], 0, 55.77101053281037],
	[["hola a", "b"], ["hola", "b c d e f g h i"], 0, 32.10851648351648],
	[["x"], ["hello"], 0, 0],
	[
		["¿Dónde está la biblioteca, señor?", "El 3-4 de mayo, 2.500 €."],
		["¿Dónde queda la biblioteca, señora?", "El 3-4 de mayo: 2,500 €."],
		45.47912444166088,
		67.82228119429132,
	],
	[
		["Tom &amp; Jerry said &quot;no&quot; to 😀 👍 and 漢字.", "A state-of-the-art 3-way <skipped>test"],
		['Tom & Jerry said "no" to 😀 👎 and 漢字!', "A state-of-the-art 3 way test"],
		61.848095818535704,
		57.444246912933785,
	],
	[
		["", "one two three four five"],
		["nothing here", "one two three four six"],
		44.82700320176826,
		56.18426898492302,
	],
	[["..,, 1.,2 a.b 😀.5 5.😀"], [". . , , 1 .,2 a . b 😀.5 5 . 😀"], 76.24658586234858, 100],
];

function assertNear(actual: number, expected: number): void {
	assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
}

test("scores are those of sacreBLEU", () => {
	for (const [translations, references, bleu, chrf] of CASES) {
		assertNear(corpusBleu(translations, references), bleu);
		assertNear(corpusChrf(translations, references), chrf);
	}
});

test("scores of 400 mixed and hostile lines are those of sacreBLEU", () => {
	const file = new URL("../../models/translator/vocab.json", import.meta.url);
	const { pieces } = JSON.parse(readFileSync(file, "utf8")) as { pieces: [string, number, string][] };
	const words = pieces.filter(([, , kind]) => kind === "n").map(([piece]) => piece);
	const next = random(400);
	const references = [...pieceLines(words, 400, 400)];
	const translations = references.map((line) =>
		line
			.split(" ")
			.filter(() => next() < 0.85)
			.join(" "),
	);
	assertNear(corpusBleu(translations, references), 78.75740656478162);
	assertNear(corpusChrf(translations, references), 84.81329452049823);
});

test("punctuation marks are tokens, except a point or comma between digits", () => {
	const tokens = ["It's", "3.5", "%", "of", "$", "1,000", ",", '"', "he", '"', "said", "."];
	assert.deepEqual(tokens13a('It\'s 3.5% of $1,000, "he" said.'), tokens);
});

test("lists of different lengths are refused", () => {
	assert.throws(() => corpusBleu(["a"], []), { message: "Give as many references as translations: 0 and 1" });
});
