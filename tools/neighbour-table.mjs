// Makes the table in packages/mills/models/translator/languages.json.br that tells English and Spanish from other languages,
// and measures it:
//   node tools/neighbour-table.mjs make FOLDER
//   npm run build && node tools/neighbour-table.mjs measure FOLDER
// FOLDER has a file LANGUAGE.txt for each language below, with a sentence on each line. The table in the repository was made
// from the prompts of Common Voice (https://github.com/common-voice/common-voice, server/data/LANGUAGE/*.txt, CC0), and for
// English and Spanish also from pairs of tools/language-table.mjs without europarl, whose Spanish has lines in other languages.
// Only counts of words and of letters are kept. A tenth of the lines, chosen by what they say, is left out of the table, and
// only these are measured, also those of other languages in FOLDER.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { replaceTable } from "./detection-tables.mjs";

const LANGUAGES = [
	"en",
	"es",
	"gl",
	"ca",
	"pt",
	"it",
	"fr",
	"de",
	"nl",
	"ro",
	"oc",
	"eo",
	"da",
	"sv-SE",
	"pl",
];
const LINES = 30_000;
const WORDS = 420;
const TRIGRAMS = 4_500;

const [task, folder] = process.argv.slice(2);
if (!["make", "measure"].includes(task) || !folder) {
	console.error("node tools/neighbour-table.mjs make|measure FOLDER");
	process.exit(2);
}
if (task === "make") make();
else await measure();

function linesOf(language, heldOut) {
	const file = `${folder}/${language}.txt`;
	if (!existsSync(file)) return [];
	const lines = readFileSync(file, "utf8")
		.split("\n")
		.filter((line) => line !== "" && isHeldOut(line) === heldOut);
	// Evenly from the whole file: the files are sorted by source or by letter.
	const step = Math.max(1, lines.length / LINES);
	return Array.from({ length: Math.min(lines.length, LINES) }, (_, i) => lines[Math.floor(i * step)]);
}

function make() {
	const words = [];
	const trigrams = [];
	for (const language of LANGUAGES) {
		const [counts, parts] = [new Map(), new Map()];
		for (const line of linesOf(language, false))
			for (const [word] of line
				.normalize("NFC")
				.toLowerCase()
				.matchAll(/\p{L}[\p{L}\p{M}]*/gu)) {
				add(counts, word);
				const padded = `_${word}_`;
				for (let at = 0; at + 3 <= padded.length; at++) add(parts, padded.slice(at, at + 3));
			}
		words.push(counts);
		trigrams.push(parts);
	}
	const frequent = new Set(words.flatMap((counts) => top(counts, WORDS)));
	// Those that differ most between the languages, weighted by how often they occur.
	const shares = trigrams.map(shareOf);
	const use = new Map();
	for (const key of new Set(trigrams.flatMap((counts) => [...counts.keys()]))) {
		const values = shares.map((share) => share(key));
		const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
		use.set(
			key,
			values.reduce((sum, value) => sum + Math.abs(value - mean), 0),
		);
	}
	const entries = (keys, maps) => {
		const share = maps.map(shareOf);
		return [...keys]
			.sort()
			.map((key) => key + share.map((of) => level(of(key))).join(""))
			.join(" ");
	};
	replaceTable("neighbours", {
		languages: LANGUAGES.join(" "),
		words: entries(frequent, words),
		trigrams: entries(top(use, TRIGRAMS), trigrams),
	});
	console.log(`${frequent.size} words, ${TRIGRAMS} trigrams`);
}

/** A function from a key to its probability. What was never seen counts as half a time. */
function shareOf(counts) {
	let total = 0;
	for (const count of counts.values()) total += count;
	return (key) => (counts.get(key) ?? 0.5) / total;
}

/** Minus twice the logarithm of a probability, as a digit. Below e^-11.5 the counts are too small to differ. */
function level(probability) {
	return Math.min(23, Math.round(-2 * Math.log(probability))).toString(36);
}

async function measure() {
	const { detectLanguage } = await import("../packages/mills/dist/translator/document/language/language.js");
	console.log(
		"Lines of five words or more that get the right answer: the language, or for others a refusal.",
	);
	console.log("language  lines        whole  eight words  first five");
	const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));
	// Further files of a language, LANGUAGE.NAME.txt, are only for tools/spanish-table.mjs.
	const others = files
		.map((name) => name.slice(0, -4))
		.filter((name) => !LANGUAGES.includes(name) && !name.includes("."));
	for (const language of [...LANGUAGES, ...others.sort()]) {
		const lines = linesOf(language, true)
			.filter((line) => line.split(/\s+/).length >= 5)
			.slice(0, 2_000);
		const isRight = (line) => {
			const { kind, language: found } = detectLanguage(line);
			return language === "en" || language === "es" ? found === language : kind !== "language";
		};
		const share = (some) =>
			`${((100 * some.filter(isRight).length) / some.length).toFixed(1)} %`.padStart(12);
		const longer = lines.filter((line) => line.split(/\s+/).length >= 8);
		const starts = lines.map((line) => line.split(/\s+/).slice(0, 5).join(" "));
		console.log(
			`${language.padEnd(8)} ${String(lines.length).padStart(6)} ${share(lines)} ${share(longer)} ${share(starts)}`,
		);
	}
}

function isHeldOut(line) {
	return createHash("md5").update(line).digest()[0] % 10 === 0;
}

function add(counts, key) {
	counts.set(key, (counts.get(key) ?? 0) + 1);
}

function top(counts, size) {
	return [...counts]
		.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
		.slice(0, size)
		.map(([key]) => key);
}
