// Measures how well the tokeniser finds sentences, against the sentences of Universal Dependencies.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";

const HELP = `node tools/evaluate-sentences.mjs PATH... [--show N]

Each PATH is a file in the CoNLL-U format, or a folder of such files. The language is the beginning of the file's name:
"en" for en_ewt-ud-test.conllu. Prints precision, recall and F1 of the sentence ends for suppressions=none and
suppressions=standard.

  --show N   also prints N places where suppressions=standard is wrong: + for an end that should not be there, - for a
             missing one

The sentences of a file are joined into one text: with nothing where the last word says SpaceAfter=No and in Chinese
and Japanese, with an empty line before a new paragraph, else with a space. The end of the text is not counted.

  npm run build && node tools/evaluate-sentences.mjs en_ewt-ud-test.conllu de_gsd-ud-test.conllu
`;
/** Languages without a space between sentences; not all their files say so. */
const UNSPACED = new Set(["ja", "zh"]);
const VALUES = ["none", "standard"];

/** Prints a message and exits: 2 for a wrong command line, 1 for a failure. */
function fail(message, status = 1) {
	console.error(message);
	process.exit(status);
}

function readOptions() {
	try {
		return parseArgs({
			options: { show: { type: "string", default: "0" }, help: { type: "boolean" } },
			allowPositionals: true,
		});
	} catch (error) {
		return fail(`${error.message}\n\n${HELP}`, 2);
	}
}

/** The files that the paths name. */
function filesOf(paths) {
	return paths.flatMap((path) => {
		const found = statSync(path, { throwIfNoEntry: false });
		if (!found) return fail(`Check the path: there is no file ${path}.`);
		if (!found.isDirectory()) return [path];
		const names = readdirSync(path).filter((name) => name.endsWith(".conllu"));
		return names.length > 0
			? names.sort().map((name) => join(path, name))
			: fail(`${path} has no .conllu file.`);
	});
}

/** The text of a CoNLL-U file, and where its sentences end. */
function readSentences(path, language) {
	let text = "";
	let separator = "";
	const ends = new Set();
	for (const block of readFileSync(path, "utf8").split(/\r?\n\r?\n/)) {
		const lines = block.split(/\r?\n/);
		const sentence = lines
			.find((line) => line.startsWith("# text = "))
			?.slice("# text = ".length)
			.trim();
		if (!sentence) continue;
		if (text !== "" && lines.some((line) => /^# newpar\b/.test(line))) separator = "\n\n";
		text += separator + sentence;
		ends.add(text.length);
		separator = UNSPACED.has(language) || /SpaceAfter=No/.test(lines.at(-1) ?? "") ? "" : " ";
	}
	if (ends.size < 2) fail(`${path} has fewer than two sentences: is it a CoNLL-U file?`);
	ends.delete(text.length);
	return { text, ends };
}

/** Where the sentences of a text end, without the white space behind them. */
async function foundEnds(call, text, locale, suppressions) {
	const query = new URLSearchParams({ scheme: "sentence", format: "columns", locale, suppressions });
	const { columns } = await call(text, { query: String(query) });
	const ends = columns.ends.map(
		(end, i) => columns.starts[i] + text.slice(columns.starts[i], end).trimEnd().length,
	);
	const found = new Set(ends.filter((end, i) => end > columns.starts[i]));
	found.delete(text.trimEnd().length);
	return found;
}

function scores(found, ends) {
	const right = [...found].filter((end) => ends.has(end)).length;
	const [precision, recall] = [right / (found.size || 1), right / ends.size];
	return { precision, recall, f1: (2 * right) / (found.size + ends.size) };
}

function show(text, found, ends, most) {
	const wrong = [...found].filter((end) => !ends.has(end)).map((end) => [end, "+"]);
	const missing = [...ends].filter((end) => !found.has(end)).map((end) => [end, "-"]);
	const all = [...wrong, ...missing].sort(([a], [b]) => a - b);
	const step = Math.max(1, all.length / most);
	for (let i = 0; i < all.length && i / step < most; i += step) {
		const [end, sign] = all[Math.floor(i)];
		console.log(
			`  ${sign} ${JSON.stringify(`${text.slice(Math.max(0, end - 40), end)} | ${text.slice(end, end + 30)}`)}`,
		);
	}
}

const { values, positionals } = readOptions();
if (values.help || positionals.length === 0) {
	console.log(HELP);
	process.exit(values.help ? 0 : 2);
}
const [{ callerOf }, { default: mill }] = await Promise.all([
	import("../packages/gristmill/dist/testing/mill-call.js"),
	import("../packages/mills/dist/tokeniser/tokeniser.js"),
]).catch((error) => fail(`Build first with "npm run build": ${error.message}`));
const { call } = await callerOf(mill);
const shown = (part) => part.toFixed(3);
for (const path of filesOf(positionals)) {
	const [language] = basename(path).split("_");
	const { text, ends } = readSentences(path, language);
	const columns = [];
	for (const suppressions of VALUES) {
		const found = await foundEnds(call, text, language, suppressions);
		const { precision, recall, f1 } = scores(found, ends);
		columns.push(`${suppressions} P ${shown(precision)} R ${shown(recall)} F1 ${shown(f1)}`);
		if (suppressions === "standard") {
			console.log(`${basename(path)}: ${ends.size + 1} sentences, ${columns.join(", ")}`);
			if (Number(values.show) > 0) show(text, found, ends, Number(values.show));
		}
	}
}
