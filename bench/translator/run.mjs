// The speed of the translator on one core: words per second on a text compared with a loop over its single sentences, the
// latency of one sentence, how the time grows with the text, and the memory of a worker. They alternate within one run, without
// HTTP. Then two servers alternate, with and without batches across calls, for 1, 4 and 16 callers with one sentence each.
//
//   BENCH_ROUNDS=5        measured rounds, after a warm-up round
//   BENCH_SENTENCES=50    sentences of the text
//   BENCH_GROWTH=1000     sentences of the longest text
//   BENCH_SECONDS=5       for each number of callers, in each round
//   BENCH_WORKERS=2       workers of each server; default: one per core
//   BENCH_TRIAL=FOLDER    another loop: mt.mjs with load(FOLDER/int8), which gives translate(sentence, to)
import { fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { installedModes } from "../../packages/mills/dist/translator/apertium/modes.js";
import { MACHINE, othersShare } from "../runtime/machine.mjs";
import { columns, median, quantile, short } from "../runtime/numbers.mjs";
import { callersTable, measureCallers } from "./callers.mjs";
import { makeText } from "./sentences.mjs";

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const count = Number(process.env.BENCH_SENTENCES ?? 50);
const most = Number(process.env.BENCH_GROWTH ?? 1000);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
if (![rounds, count, most, seconds].every((number) => Number.isInteger(number) && number >= 1)) {
	console.error(
		"Set BENCH_ROUNDS, BENCH_SENTENCES, BENCH_GROWTH and BENCH_SECONDS as whole numbers above 0.",
	);
	process.exit(1);
}
const hasApertium = installedModes().some(({ from, to }) => from === "en" && to === "es");
const ANCHOR = "one at a time";
const NAMES = [
	ANCHOR,
	"mill",
	...(process.env.BENCH_TRIAL ? ["trial"] : []),
	...(hasApertium ? ["apertium"] : []),
];
if (!process.env.BENCH_TRIAL) console.log("Skipped: trial, BENCH_TRIAL names no folder.");
if (!hasApertium) console.log("Skipped: apertium, the pair eng-spa is not installed.");

async function startLoop(name) {
	const child = fork(new URL("./loop.mjs", import.meta.url), [name]);
	const heard = () =>
		new Promise((resolve, reject) => {
			const gone = (code) => reject(new Error(`${name} ended with code ${code}.`));
			child.once("exit", gone);
			child.once("message", (message) => {
				child.off("exit", gone);
				resolve(message);
			});
		});
	await heard();
	return {
		run: (sentences) => {
			const answer = heard();
			child.send(sentences);
			return answer;
		},
		stop: () => child.disconnect(),
	};
}

const loops = Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await startLoop(name)])));
const text = makeText(count);
const words = text.join(" ").split(" ").length;
const samples = [];
const latencies = [];
const others = [];
// Round 0 warms up.
for (let round = 0; round <= rounds; round++) {
	others.push(await othersShare());
	for (const name of round % 2 === 0 ? NAMES : NAMES.toReversed()) {
		const found = await loops[name].run(text);
		if (round > 0) samples.push({ round, name, ...found });
	}
	for (const sentence of text.slice(0, 20)) {
		const { ms } = await loops.mill.run([sentence]);
		if (round > 0) latencies.push(ms);
	}
}
const growth = [];
for (let size = 1; size <= most; size *= 10) {
	const { ms, cpu, rss } = await loops.mill.run(makeText(size));
	growth.push({ size, ms, cpu, rss });
}
for (const loop of Object.values(loops)) loop.stop();
const callers = await measureCallers(rounds, seconds);

const setting = { date: new Date().toISOString(), ...MACHINE, rounds, count, words };
mkdirSync(new URL("../results/", import.meta.url), { recursive: true });
writeFileSync(
	new URL("../results/translator.json", import.meta.url),
	`${JSON.stringify({ ...setting, others, samples, latencies, growth, callers }, null, 2)}\n`,
);
const of = (name) => samples.filter((one) => one.name === name).sort((a, b) => a.round - b.round);
/** Compared per round, so that a busy moment of the machine affects both sides. */
const ratio = (name, what) => median(of(name).map((one, i) => of(ANCHOR)[i][what] / one[what]));
console.log(
	`Node ${setting.node} ${setting.arch}, ${setting.cores} cores; ${count} sentences, ${words} words`,
);
console.log(`used by other processes: ${others.map((share) => `${Math.round(100 * share)} %`).join(", ")}\n`);
console.log(
	"Ratios to one at a time: more is better; by the clock, and by the time of the process's own core.",
);
console.log(
	columns([
		["rival", "", "words/s", "ratio", "ratio of core time", "MB resident"],
		...NAMES.map((name) => [
			name,
			"",
			short(median(of(name).map(({ ms }) => (words / ms) * 1000))),
			ratio(name, "ms").toFixed(2),
			// The programs of Apertium are separate processes.
			name === "apertium" ? "–" : ratio(name, "cpu").toFixed(2),
			short(Math.max(...of(name).map(({ rss }) => rss)) / 1e6),
		]),
	]),
);
console.log(`\none sentence: p50 ${short(median(latencies))} ms, p95 ${short(quantile(latencies, 0.95))} ms`);
console.log("growth of the mill");
console.log(
	columns([
		["sentences", "", "ms", "ms a sentence", "MB resident"],
		...growth.map(({ size, ms, rss }) => [`${size}`, "", short(ms), short(ms / size), short(rss / 1e6)]),
	]),
);
console.log(
	"\nCallers with one sentence each, over HTTP. Ratios of together to alone: calls more is better, times less.",
);
console.log(columns(callersTable(callers)));
