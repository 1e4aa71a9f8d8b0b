// Measures the translator on lines whose translations are known: BLEU and chrF as sacreBLEU defines them.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

const HELP = `node tools/evaluate-translator.mjs SRC REF [--from en] [--to es] [--url BASE] [--limit N] [--save FILE] [--typos N] [--given FILE | --bare]

Translates each line of the file SRC and compares with the same line of REF.

  --from, --to  the languages, en and es by default; one follows from the other
  --url         the base of a server, e.g. http://localhost:8080; without it the mill runs in this process
  --limit       only so many lines
  --save        writes the translations there, line by line
  --typos       makes a typing error in about one of N longer words first, always the same ones
  --given       translates nothing: the translations are there, line by line
  --bare        the model alone, each line as it is: what the mill adds to it is the difference

  npm run build && node tools/evaluate-translator.mjs flores.en flores.es
  node tools/evaluate-translator.mjs flores.es flores.en --from es --url http://localhost:8080 --limit 100
  apertium -u eng-spa < flores.en > apertium.es
  node tools/evaluate-translator.mjs flores.en flores.es --given apertium.es
`;
const OTHER = { en: "es", es: "en" };

/** Says what is wrong and ends; 2 is for a wrong call, 1 for a failed one. */
function fail(message, status = 1) {
	console.error(message);
	process.exit(status);
}

function readOptions() {
	const string = { type: "string" };
	try {
		const { values, positionals } = parseArgs({
			options: {
				from: string,
				to: string,
				url: string,
				limit: string,
				save: string,
				typos: string,
				given: string,
				bare: { type: "boolean" },
				help: { type: "boolean", short: "h" },
			},
			allowPositionals: true,
		});
		return { ...values, files: positionals };
	} catch (error) {
		return fail(`${error.message}\n\n${HELP}`, 2);
	}
}

function readLines(file) {
	try {
		return readFileSync(file, "utf8")
			.replace(/\r?\n$/, "")
			.split(/\r?\n/);
	} catch (error) {
		return fail(`Name a file that can be read: ${file} (${error.code})`);
	}
}

/** A function from text to its translation, by HTTP. */
function remoteTranslator(base, query) {
	const address = `${base.replace(/\/+$/, "")}/translator?${query}`;
	return async (text) => {
		const response = await fetch(address, {
			method: "POST",
			headers: { "Content-Type": "text/plain; charset=utf-8", Accept: "application/json" },
			body: text,
		});
		const answer = await response.text();
		if (!response.ok) throw new Error(`${address} answered ${response.status}: ${answer.slice(0, 300)}`);
		return JSON.parse(answer).text;
	};
}

/** The same in this process: from bytes to bytes, as the server calls the mill. */
async function localTranslator(query) {
	const [{ callerOf }, { default: mill }] = await Promise.all([
		import("../packages/gristmill/dist/testing/mill-call.js"),
		import("../packages/mills/dist/translator/translator.js"),
	]).catch((error) => fail(`Run npm run build first, or give --url: ${error.message}`));
	const { call } = await callerOf(mill);
	return async (text) => (await call(text, { query })).text;
}

/** The model without the mill around it. */
async function bareTranslator(to) {
	const { NativeEngine } = await import("../packages/mills/dist/translator/native/engine.js").catch((error) =>
		fail(`Run npm run build first: ${error.message}`),
	);
	const engine = await NativeEngine.load(new URL("../packages/mills/models/translator/", import.meta.url));
	const { signal } = new AbortController();
	return async (text) => (await engine.translate([text], to, signal))[0];
}

function showProgress(done, all, began) {
	if (!process.stderr.isTTY) return;
	const width = 30;
	const full = Math.round((done / all) * width);
	const left = Math.round((((performance.now() - began) / done) * (all - done)) / 1_000);
	process.stderr.write(
		`\r\x1b[K[${"=".repeat(full)}${" ".repeat(width - full)}] ${done}/${all}, ${left} s left`,
	);
	if (done === all) process.stderr.write("\r\x1b[K");
}

const options = readOptions();
if (options.help) {
	console.log(HELP);
	process.exit();
}
if (options.files.length !== 2)
	fail(`Name two files, SRC and REF: ${options.files.length} given\n\n${HELP}`, 2);
const limit = options.limit === undefined ? Number.POSITIVE_INFINITY : Number(options.limit);
if (!(limit >= 1 && (limit === Number.POSITIVE_INFINITY || Number.isInteger(limit))))
	fail(`Give --limit a number of lines: ${options.limit}`, 2);
const typos = options.typos === undefined ? 0 : Number(options.typos);
if (options.typos !== undefined && !(Number.isInteger(typos) && typos >= 1))
	fail(`Give --typos a number of words: ${options.typos}`, 2);
if (typos && options.given !== undefined) fail("Leave --typos out: with --given nothing is translated", 2);
if ([options.bare, options.url, options.given].filter((way) => way !== undefined).length > 1)
	fail("Give one of --bare, --given and --url", 2);
if (options.url !== undefined && !URL.canParse(options.url)) fail(`Give --url an address: ${options.url}`, 2);
const from = options.from ?? OTHER[options.to] ?? "en";
const to = options.to ?? OTHER[from] ?? "es";
const [allSources, allReferences] = options.files.map(readLines);
if (allSources.length !== allReferences.length)
	fail(`Give two files with as many lines: ${allSources.length} and ${allReferences.length}`);
const references = allReferences.slice(0, limit);

const query = `${new URLSearchParams({ from, to })}`;
const given = options.given === undefined ? undefined : readLines(options.given);
if (given && given.length !== allSources.length)
	fail(`Give --given as many lines as SRC has: ${given.length} and ${allSources.length}`);
const translate = given
	? undefined
	: options.url
		? remoteTranslator(options.url, query)
		: options.bare
			? await bareTranslator(to)
			: await localTranslator(query);
const { corpusBleu, corpusChrf } = await import("../packages/mills/dist/testing/translation-scores.js").catch(
	(error) => fail(`Run npm run build first: ${error.message}`),
);
const { misspelt } = await import("../packages/mills/dist/testing/misspelt.js");
const sources = allSources.slice(0, limit).map((line) => (typos ? misspelt(line, typos) : line));
const translations = [];
const began = performance.now();
for (const [i, source] of sources.entries()) {
	try {
		// A translation of several lines is compared as one.
		const found = given ? given[i] : source.trim() === "" ? "" : await translate(source);
		translations.push(found.replace(/\s*\n\s*/g, " "));
	} catch (error) {
		fail(`Line ${i + 1} was not translated: ${error.cause?.message ?? error.message}`);
	}
	showProgress(i + 1, sources.length, began);
}
const seconds = (performance.now() - began) / 1_000;
if (options.save) writeFileSync(options.save, `${translations.join("\n")}\n`);
const scores = `BLEU ${corpusBleu(translations, references).toFixed(2)} chrF ${corpusChrf(translations, references).toFixed(2)}`;
console.log(`${from}-${to} ${scores} on ${sources.length} lines, ${seconds.toFixed(1)} s`);
