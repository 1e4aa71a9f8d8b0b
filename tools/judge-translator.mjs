// What readers need to judge the translator on the 600 inputs of training/translator/everyday-600.tsv, and what they found.
import { readFileSync } from "node:fs";

const HELP = `node tools/judge-translator.mjs translate > FILE
node tools/judge-translator.mjs agree VERDICTS-A VERDICTS-B

  translate  prints id, language, domain, input and translation of all inputs; run npm run build first
  agree      compares two files of "id TAB verdict TAB note"; the verdict is right, slip or serious
`;
const INPUTS = new URL("../training/translator/everyday-600.tsv", import.meta.url);
const VERDICTS = ["right", "slip", "serious"];

function fail(message, status = 1) {
	console.error(message);
	process.exit(status);
}

function readRows(file) {
	const lines = readFileSync(file, "utf8").split(/\r?\n/);
	return lines.filter((line) => line.trim() !== "").map((line) => line.split("\t"));
}

async function translateAll() {
	const [{ callerOf }, { default: mill }] = await Promise.all([
		import("../packages/gristmill/dist/testing/mill-call.js"),
		import("../packages/mills/dist/translator/translator.js"),
	]).catch((error) => fail(`Run npm run build first: ${error.message}`));
	const { call } = await callerOf(mill);
	for (const [id, from, domain, input] of inputs) {
		const query = `from=${from}&to=${from === "en" ? "es" : "en"}`;
		// In the file, \n between spaces stands for a line break.
		const { text } = await call(input.replaceAll(" \\n ", "\n"), { query });
		console.log([id, from, domain, input, text.trim().replace(/\r?\n/g, " \\n ")].join("\t"));
	}
}

function readVerdicts(file, known) {
	const verdicts = new Map();
	for (const [id, verdict] of readRows(file).map((row) => row.map((field) => field.trim()))) {
		if (!known.has(id)) fail(`Name ids of the inputs: ${id} in ${file}`);
		if (verdicts.has(id)) fail(`Judge each input once: ${id} in ${file}`);
		if (!VERDICTS.includes(verdict)) fail(`Use right, slip or serious: ${id} ${verdict} in ${file}`);
		verdicts.set(id, verdict);
	}
	return verdicts;
}

/** A row of the table: the shares of both readers, how often they agree, and Cohen's kappa. */
function rowOf(name, direction, pairs) {
	const shares = [0, 1].map((reader) =>
		VERDICTS.map((verdict) => pairs.filter((pair) => pair[reader] === verdict).length / pairs.length),
	);
	const agreed = pairs.filter(([a, b]) => a === b).length / pairs.length;
	const byChance = VERDICTS.reduce((sum, _, i) => sum + shares[0][i] * shares[1][i], 0);
	const kappa = byChance < 1 ? ((agreed - byChance) / (1 - byChance)).toFixed(2) : "–";
	const percent = (share) => (share * 100).toFixed(0);
	const cells = shares.map((reader) => reader.map(percent).join(" / "));
	return `| ${[name, direction, pairs.length, ...cells, percent(agreed), kappa].join(" | ")} |`;
}

function agree(files) {
	const [a, b] = files.map((file) => readVerdicts(file, new Set(inputs.map(([id]) => id))));
	const judged = inputs.filter(([id]) => a.has(id) && b.has(id));
	console.log("| Domain | Direction | Inputs | A: right / slip / serious, % | B | Agreement, % | Kappa |");
	console.log("|---|---|---|---|---|---|---|");
	for (const name of [...new Set(inputs.map((row) => row[2])), "all"])
		for (const direction of ["en→es", "es→en", "both"]) {
			const isFrom = (language) => direction === "both" || direction.startsWith(language);
			const isMeant = (row) => isFrom(row[1]) && (name === "all" || name === row[2]);
			const pairs = judged.filter(isMeant).map(([id]) => [a.get(id), b.get(id)]);
			if (pairs.length > 0) console.log(rowOf(name, direction, pairs));
		}
	console.error(`Both judged ${judged.length} of ${inputs.length} inputs.`);
}

const [command, ...files] = process.argv.slice(2);
const inputs = readRows(INPUTS);
if (command === "translate" && files.length === 0) await translateAll();
else if (command === "agree" && files.length === 2) agree(files);
else fail(`Call it in one of two ways:\n\n${HELP}`, 2);
