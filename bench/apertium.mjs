// The speed of Apertium through our interface, compared with its own command.
// "one" is the latency of a single sentence. The command keeps state between sentences.
//
//   BENCH_ROUNDS=5        measured rounds, after a warm-up round
//   BENCH_SENTENCES=500   sentences of a long call
//   BENCH_PAIR=en-es      an installed direction; the sentences are English or Spanish
import { spawnSync } from "node:child_process";
import { basename } from "node:path";
import { apertiumEngine } from "../packages/mills/dist/translator/apertium/apertium.js";
import { installedModes } from "../packages/mills/dist/translator/apertium/modes.js";
import { columns, median, short } from "./measuring/numbers.mjs";
import { alternate, save, settings, stop } from "./measuring/rounds.mjs";
import { makeSentences } from "./translator/sentences.mjs";

const { rounds, sentences: count } = settings({ rounds: 5, sentences: 500 });
const pair = process.env.BENCH_PAIR ?? "en-es";
const [from, to] = pair.split("-");
const mode = installedModes().find((mode) => mode.from === from && mode.to === to);
if (!mode)
	stop(`No pair of Apertium is installed for ${pair}. Install one, or choose another with BENCH_PAIR.`);
const sentences = makeSentences(from, count);
const engine = apertiumEngine([mode]);
const signal = new AbortController().signal;
const ANCHOR = "apertium";
const RIVALS = {
	[ANCHOR]: (texts) => {
		const words = ["-u", basename(mode.file, ".mode")];
		const { status } = spawnSync("apertium", words, { input: `${texts.join("\n")}\n`, maxBuffer: 1e9 });
		if (status !== 0) throw new Error(`apertium ended with ${status}`);
	},
	engine: (texts) => engine.translate(texts, { from, to }, signal),
};
const names = Object.keys(RIVALS);
const CALLS = { one: sentences.slice(0, 1), many: sentences };
const kinds = Object.keys(CALLS);

const run = await alternate({ rounds, names, kinds }, async (name, kind) => {
	const before = performance.now();
	await RIVALS[name](CALLS[kind]);
	return { ms: performance.now() - before, words: CALLS[kind].join(" ").split(" ").length };
});
save("apertium", { from, to, rounds, count, ...run });
run.printHead(`${rounds} rounds`, `${from} to ${to}`, `${count} sentences`);
console.log("Medians; the ratio is of times to those of the command: less is better.\n");
const lines = kinds.flatMap((kind) =>
	names.map((name) => [
		kind,
		name,
		short(median(run.values({ kind, name }, "ms"))),
		short(median(run.values({ kind, name }, ({ words, ms }) => (words / ms) * 1000))),
		median(run.ratios({ kind, name }, ANCHOR, "ms")).toFixed(2),
	]),
);
console.log(columns([["call", "what", "ms", "words/s", "ratio"], ...lines]));
