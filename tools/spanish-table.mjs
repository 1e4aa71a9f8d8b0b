// Makes the table in packages/mills/models/translator/languages.json.br that tells Spanish from other languages,
// above all from its nearest relatives:
//   node tools/spanish-table.mjs FOLDER
// FOLDER is that of tools/neighbour-table.mjs, with the further languages below, from Common Voice too. Here a language may have
// more than one file: LANGUAGE.txt, which alone is measured, and LANGUAGE.NAME.txt. The table in the
// repository was also made from the Galician sentences of SLI CTG 1.1 (https://github.com/xavier-gz/SLI_Galician_Corpora, CC BY
// 4.0) and from the Spanish ones of monoc.es and mono2.es, which training/translator uses. Only weights of letters and words are
// kept. A tenth of the lines, the same as in tools/neighbour-table.mjs, is left out, and that tool measures the result.
//
// The weights are those of a logistic regression over whole lines and over a few words of each. They are found twice: first for
// everything that occurs, then for what mattered most.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { replaceTable } from "./detection-tables.mjs";

/** Spanish, its nearest relatives, and so many others that a strange word counts against Spanish. */
const LINES = {
	es: 200_000,
	gl: 80_000,
	...{ ca: 40_000, pt: 40_000, it: 20_000, fr: 20_000, ro: 8_000, eo: 8_000, oc: 5_000 },
	...Object.fromEntries(["de", "nl", "da", "sv-SE", "pl"].map((language) => [language, 4_000])),
	...Object.fromEntries(
		"cs cy et eu fi ha hr hu id lt lv rw sk sl sq sw tl tr".split(" ").map((language) => [language, 2_000]),
	),
};
const SIZE = 18_000;
/** Pairs of words count only if both are among so many words of one of these languages. */
const COMMON = 150;
const COMMON_OF = ["es", "gl", "ca", "pt"];
const LEAST = 20;
const MOST = 6;
const EPOCHS = 4;
const RATE = 0.3;
const DECAY = 0.002;

const [folder] = process.argv.slice(2);
if (!folder) {
	console.error("node tools/spanish-table.mjs FOLDER");
	process.exit(2);
}

// The same numbers on every run, so that the same files make the same table.
let state = 12_345;
function random() {
	state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
	return state / 2 ** 32;
}

const lines = Object.fromEntries(Object.keys(LINES).map((language) => [language, linesOf(language)]));
const common = new Set(COMMON_OF.flatMap((language) => mostFrequent(lines[language])));
const samples = shuffle(Object.keys(LINES).flatMap(samplesOf));
const foreign = samples.filter((sample) => sample.foreign).length;
/** Both sides count the same, however many lines they have. */
const weightOf = { true: (samples.length - foreign) / foreign, false: 1 };

const all = train(featuresOf(() => true, LEAST));
const use = [...all.places].map(([key, place]) => [
	key,
	Math.abs(all.weights[place]) * Math.sqrt(all.counts[place]),
]);
const kept = new Set(
	use
		.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
		.slice(0, SIZE)
		.map(([key]) => key),
);
const { places, weights } = train(featuresOf((key) => kept.has(key), 1));
const groups = new Map();
for (const key of [...places.keys()].sort()) {
	const value = Math.max(-4 * MOST, Math.min(4 * MOST, Math.round(4 * weights[places.get(key)])));
	if (value !== 0) groups.set(value, [...(groups.get(value) ?? []), key]);
}
replaceTable(
	"spanish",
	[...groups].sort(([a], [b]) => a - b).map(([value, keys]) => [value, keys.join(" ")]),
);
console.log(`${samples.length} samples`);

/** Evenly from all files of a language. */
function linesOf(language) {
	const found = readdirSync(folder)
		.filter((name) => name.endsWith(".txt") && name.split(".")[0] === language)
		.sort()
		.flatMap((name) => readFileSync(`${folder}/${name}`, "utf8").split("\n"))
		.filter((line) => line !== "" && !isHeldOut(line));
	const step = Math.max(1, found.length / LINES[language]);
	return Array.from(
		{ length: Math.min(found.length, LINES[language]) },
		(_, i) => found[Math.floor(i * step)],
	);
}

function mostFrequent(some) {
	const counts = new Map();
	for (const line of some) for (const word of wordsOf(line)) counts.set(word, (counts.get(word) ?? 0) + 1);
	return [...counts]
		.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
		.slice(0, COMMON)
		.map(([word]) => word);
}

/** Each line, and three to six words of it. Some are without accents, as many people write Spanish. */
function samplesOf(language) {
	const isForeign = language !== "es";
	return lines[language].flatMap((line) => {
		let words = wordsOf(line);
		if (words.length === 0) return [];
		if (random() < (isForeign ? 0.05 : 0.15)) words = words.map(withoutAccents);
		const parts = [partsOf(words.slice(0, 15), true)];
		if (words.length > 4) {
			const length = 3 + Math.floor(random() * 4);
			const start = random() < 0.6 ? 0 : Math.floor(random() * Math.max(1, words.length - length));
			parts.push(partsOf(words.slice(start, start + length), start === 0));
		}
		return parts.map((part) => ({ parts: part, foreign: isForeign }));
	});
}

function partsOf(words, atStart) {
	return words.flatMap((word, i) => {
		const parts = [`_${word}_`];
		if (i === 0 && atStart && common.has(word)) parts.push(`^_${word}_`);
		if (i > 0 && common.has(word) && common.has(words[i - 1])) parts.push(`_${words[i - 1]}_${word}_`);
		return parts;
	});
}

/** What counts in each part: a word with its letters, or the part as it is. */
function keysOf(part) {
	if (part.startsWith("^") || part.indexOf("_", 1) !== part.length - 1) return [part];
	const keys = new Set([part]);
	for (let length = 2; length <= 4; length++)
		for (let at = 0; at + length <= part.length && at < 40; at++) keys.add(part.slice(at, at + length));
	return [...keys];
}

function featuresOf(isWanted, least) {
	const seen = new Map();
	for (const { parts } of samples) for (const part of parts) seen.set(part, (seen.get(part) ?? 0) + 1);
	const totals = new Map();
	for (const [part, count] of seen)
		for (const key of keysOf(part)) if (isWanted(key)) totals.set(key, (totals.get(key) ?? 0) + count);
	const keys = [...totals].filter(([, count]) => count >= least);
	const found = new Map(keys.map(([key], place) => [key, place]));
	const features = new Map(
		[...seen.keys()].map((part) => [
			part,
			keysOf(part)
				.map((key) => found.get(key))
				.filter((place) => place !== undefined),
		]),
	);
	return { places: found, counts: keys.map(([, count]) => count), features };
}

/** Stochastic gradient descent with the step sizes of AdaGrad. */
function train({ places, counts, features }) {
	const weights = new Float64Array(counts.length);
	const squares = new Float64Array(counts.length).fill(0.01);
	const rows = samples.map(({ parts }) => parts.map((part) => features.get(part)));
	for (let epoch = 0; epoch < EPOCHS; epoch++)
		samples.forEach((sample, row) => {
			const sums = rows[row].map((part) => part.reduce((sum, place) => sum + weights[place], 0));
			const sum = sums.reduce((total, value) => total + Math.max(-MOST, Math.min(MOST, value)), 0);
			const error = (1 / (1 + Math.exp(-sum)) - (sample.foreign ? 1 : 0)) * weightOf[sample.foreign];
			if (Math.abs(error) < 1e-4) return;
			rows[row].forEach((part, i) => {
				if ((sums[i] > MOST && error < 0) || (sums[i] < -MOST && error > 0)) return;
				for (const place of part) {
					const slope = error + DECAY * weights[place];
					squares[place] += slope * slope;
					weights[place] -= (RATE * slope) / Math.sqrt(squares[place]);
				}
			});
		});
	return { places, counts, weights };
}

function shuffle(list) {
	for (let i = list.length - 1; i > 0; i--) {
		const j = Math.floor(random() * (i + 1));
		[list[i], list[j]] = [list[j], list[i]];
	}
	return list;
}

function wordsOf(line) {
	return (
		line
			.normalize("NFC")
			.toLowerCase()
			.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
	);
}

function withoutAccents(word) {
	return word
		.normalize("NFD")
		.replace(/[\u0300\u0301]/g, "")
		.normalize("NFC");
}

function isHeldOut(line) {
	return createHash("md5").update(line).digest()[0] % 10 === 0;
}
