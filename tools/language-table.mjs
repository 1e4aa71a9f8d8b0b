// Makes the table of English and Spanish words in packages/mills/models/translator/languages.json.br from lines of "English TAB Spanish" on standard input:
//   node tools/language-table.mjs < LINES
// The table in the repository: tatoeba three times (everyday words), pud, xquad, tico19, storybooks, bilinguator, uil10n,
// civic and webdocsmd once, every fourth line of games and of openstax, the first 40,000 lines of europarl-0.
// A tenth of the lines, chosen by what they say, is left out, so that accuracy can be measured on lines that the table has not seen:
//   xzcat CORPUS/tatoeba-0.tsv.xz | node tools/language-table.mjs --measure
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import { replaceTable } from "./detection-tables.mjs";

const WORDS = 6000;
const TRIGRAMS = 5000;
// Made where it is read: lines that come while something else is awaited are lost.
const readLines = () => createInterface({ input: process.stdin });

if (process.argv.includes("--measure")) await measure();
else await make();

async function make() {
	const words = [new Map(), new Map()];
	const trigrams = [new Map(), new Map()];
	let number = 0;
	for await (const line of readLines()) {
		number++;
		if (isHeldOut(line)) continue;
		line.split("\t", 2).forEach((side, language) => {
			for (const [word] of side.toLowerCase().matchAll(/[\p{L}\p{M}]+/gu)) add(words[language], word);
		});
	}
	const lists = words.map((counts) => top(counts, WORDS));
	words.forEach((counts, language) => {
		// Each word counts once or so, not as often as it stands: unknown words are what trigrams are for.
		for (const [word, count] of counts)
			if (count > 4 && /^[a-záéíóúüñ]+$/.test(word))
				for (const trigram of trigramsOf(word)) add(trigrams[language], trigram, Math.log(count));
	});
	const totals = trigrams.map((counts) => [...counts.values()].reduce((sum, count) => sum + count, 0));
	const odds = new Map();
	const seen = new Map([...trigrams[0], ...trigrams[1]].map(([key]) => [key, sum(trigrams, key)]));
	for (const key of top(seen, TRIGRAMS)) {
		const [en, es] = trigrams.map((counts, index) => ((counts.get(key) ?? 0) + 5) / totals[index]);
		const value = Math.max(-9, Math.min(9, Math.round(2 * Math.log(es / en))));
		if (value !== 0) odds.set(value, (odds.get(value) ?? "") + key);
	}
	replaceTable("ours", {
		words: { en: lists[0].join(" "), es: lists[1].join(" ") },
		trigrams: [...odds].sort(([a], [b]) => a - b),
	});
	console.log(`${number} lines read`);
}

async function measure() {
	const { detectLanguage } = await import("../packages/mills/dist/translator/document/language/language.js");
	const results = { en: {}, es: {} };
	for await (const line of readLines()) {
		if (!isHeldOut(line)) continue;
		const [en, es] = line.split("\t");
		for (const [language, side] of Object.entries({ en, es })) {
			const found = detectLanguage(side);
			const key = found.kind === "language" ? found.language : found.kind;
			results[language][key] = (results[language][key] ?? 0) + 1;
		}
	}
	console.log(results);
}

function isHeldOut(line) {
	return createHash("md5").update(line).digest()[0] % 10 === 0;
}

function add(counts, key, by = 1) {
	counts.set(key, (counts.get(key) ?? 0) + by);
}

function sum(maps, key) {
	return maps.reduce((total, counts) => total + (counts.get(key) ?? 0), 0);
}

function top(counts, size) {
	return [...counts]
		.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
		.slice(0, size)
		.map(([key]) => key);
}

function trigramsOf(word) {
	const padded = `_${word}_`;
	return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3));
}
