// The speed of Apertium through our interface, compared with the `apertium` command, which keeps state between sentences. The
// same sentences alternate within one run, without HTTP. "one" is the latency of a single sentence.
//
//   BENCH_ROUNDS=5        measured rounds, after a warm-up round
//   BENCH_SENTENCES=500   sentences of a long call
//   BENCH_PAIR=en-es      an installed direction; the sentences are English or Spanish
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { apertiumEngine } from "../../packages/mills/dist/translator/apertium/apertium.js";
import { installedModes } from "../../packages/mills/dist/translator/apertium/modes.js";
import { MACHINE, othersShare } from "../runtime/machine.mjs";
import { columns, median, short } from "../runtime/numbers.mjs";
import { makeSentences } from "./sentences.mjs";

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const count = Number(process.env.BENCH_SENTENCES ?? 500);
const [from, to] = (process.env.BENCH_PAIR ?? "en-es").split("-");
const mode = installedModes().find((mode) => mode.from === from && mode.to === to);
if (!mode || !Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(count) || count < 1) {
	console.error("Install the pair of BENCH_PAIR, and give BENCH_ROUNDS and BENCH_SENTENCES above 0.");
	process.exit(1);
}
const sentences = makeSentences(from, count);
const engine = apertiumEngine([mode]);
const signal = new AbortController().signal;
const command = (texts) => {
	const name = basename(mode.file, ".mode");
	const { status } = spawnSync("apertium", ["-u", name], { input: `${texts.join("\n")}\n`, maxBuffer: 1e9 });
	if (status !== 0) throw new Error(`apertium ended with ${status}`);
};
const RIVALS = { apertium: command, engine: (texts) => engine.translate(texts, { from, to }, signal) };
const NAMES = Object.keys(RIVALS);
const CALLS = { one: sentences.slice(0, 1), many: sentences };

const samples = [];
const others = [];
for (let round = 0; round <= rounds; round++) {
	others.push(await othersShare());
	for (const [call, texts] of Object.entries(CALLS))
		for (const name of round % 2 === 0 ? NAMES : NAMES.toReversed()) {
			const before = performance.now();
			await RIVALS[name](texts);
			const ms = performance.now() - before;
			const words = texts.join(" ").split(" ").length;
			if (round > 0) samples.push({ round, call, name, words, ms });
		}
}

const setting = { date: new Date().toISOString(), ...MACHINE, from, to, rounds, count };
mkdirSync(new URL("../results/", import.meta.url), { recursive: true });
writeFileSync(
	new URL("../results/translator-apertium.json", import.meta.url),
	`${JSON.stringify({ ...setting, others, samples }, null, 2)}\n`,
);
const of = (call, name) =>
	samples.filter((s) => s.call === call && s.name === name).sort((a, b) => a.round - b.round);
const lines = Object.keys(CALLS).flatMap((call) =>
	NAMES.map((name) => {
		const anchor = of(call, NAMES[0]);
		const mine = of(call, name);
		return [
			call,
			name,
			short(median(mine.map(({ ms }) => ms))),
			short(median(mine.map(({ words, ms }) => (words / ms) * 1000))),
			median(mine.map(({ ms }, i) => ms / anchor[i].ms)).toFixed(2),
		];
	}),
);
console.log(
	`Node ${setting.node} ${setting.arch}, ${setting.cores} cores; ${from} to ${to}, ${count} sentences`,
);
console.log(`Other processes took ${(median(others) * 100).toFixed(0)} % of the machine between the rounds.`);
console.log("Medians; the ratio is of times to those of the command: less is better.\n");
console.log(columns([["call", "what", "ms", "words/s", "ratio"], ...lines]));
