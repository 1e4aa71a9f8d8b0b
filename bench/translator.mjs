// The speed of the translator on one core, alone and for several callers.
// Words per second on a text compared with a loop over its single sentences, the latency of one sentence, how the time grows
// with the text, and the memory of a worker, without HTTP. Then two servers alternate, with and without batches across calls,
// for 1, 4 and 16 callers with one sentence each.
//
//   BENCH_ROUNDS=5        measured rounds, after a warm-up round
//   BENCH_SENTENCES=50    sentences of the text
//   BENCH_GROWTH=1000     sentences of the longest text
//   BENCH_SECONDS=5       for each number of callers, in each round
//   BENCH_WORKERS=2       workers of each server; default: one per core
import { availableParallelism } from "node:os";
import { installedModes } from "../packages/mills/dist/translator/apertium/modes.js";
import { columns, median, quantile, short } from "./measuring/numbers.mjs";
import { alternate, save, settings } from "./measuring/rounds.mjs";
import { start } from "./measuring/start.mjs";
import { callersTable, measureCallers } from "./translator/callers.mjs";
import { makeText } from "./translator/sentences.mjs";

const fallbacks = { rounds: 5, sentences: 50, growth: 1_000, seconds: 5, workers: availableParallelism() };
const { rounds, sentences: count, growth: most, seconds, workers } = settings(fallbacks);
const hasApertium = installedModes().some(({ from, to }) => from === "en" && to === "es");
const ANCHOR = "one at a time";
const names = [ANCHOR, "mill"];
if (hasApertium) names.push("apertium");
else console.log("Skipped: apertium, the pair eng-spa is not installed.");

const loops = {};
for (const name of names) loops[name] = await start(new URL("translator/loop.mjs", import.meta.url), [name]);
const text = makeText(count);
const words = text.join(" ").split(" ").length;
const run = await alternate({ rounds, names }, (name) => loops[name].ask(text));
const latencies = [];
for (const sentence of makeText(20 * rounds)) latencies.push((await loops.mill.ask([sentence])).ms);
const growth = [];
for (let size = 1; size <= most; size *= 10) growth.push({ size, ...(await loops.mill.ask(makeText(size))) });
for (const loop of Object.values(loops)) await loop.stop();
const callers = await measureCallers(rounds, seconds, workers);
save("translator", { rounds, count, words, ...run, latencies, growth, callers: callers.samples });

const of = (name, measure) => run.values({ name }, measure);
/** How many times as fast as the anchor. */
const ratio = (name, what) => median(run.ratios({ name }, ANCHOR, (one) => 1 / one[what])).toFixed(2);
run.printHead(`${rounds} rounds`, `${count} sentences`, `${words} words`);
console.log(
	"Ratios to one at a time: more is better; by the clock, and by the time of the process's own core.",
);
console.log(
	columns([
		["rival", "", "words/s", "ratio", "ratio of core time", "MB resident"],
		...names.map((name) => [
			name,
			"",
			short(median(of(name, ({ ms }) => (words / ms) * 1000))),
			ratio(name, "ms"),
			// The programs of Apertium are separate processes.
			name === "apertium" ? "–" : ratio(name, "cpu"),
			short(Math.max(...of(name, "rss")) / 1e6),
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
