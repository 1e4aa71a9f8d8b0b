// What a mill costs as a function of a program: a call of the tokeniser with 1 KB of text, compared with its algorithm called
// directly, and the start of a program that opens a trivial mill and calls it, compared with that of a bare Node.
//
//   BENCH_ROUNDS=7      measured rounds, after a warm-up round
//   BENCH_CALLS=2000    calls in a round
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "../packages/gristmill/dist/library/index.js";
import tokeniser from "../packages/mills/dist/tokeniser/tokeniser.js";
import { columns, median, short } from "./measuring/numbers.mjs";
import { alternate, printGoal, save, settings } from "./measuring/rounds.mjs";

const { rounds, calls } = settings({ rounds: 7, calls: 2_000 });
const TEXT = "The old mill stands by the river. Out comes the answer, naïve café. ".repeat(15);
const KINDS = { "scheme=word": { scheme: "word" }, "scheme=o200k_base": { scheme: "o200k_base" } };

const call = await open(tokeniser);
const model = await tokeniser.load({});
/** The parameters with their defaults, which the library adds to each call. */
const defaults = Object.fromEntries(
	Object.entries(tokeniser.parameters.properties).flatMap(([name, schema]) =>
		"default" in schema ? [[name, schema.default]] : [],
	),
);
const DIRECT = "the algorithm";
const LIBRARY = "open()";
const WAYS = {
	[DIRECT]: (parameters) =>
		tokeniser.run(TEXT, { parameters: { ...defaults, ...parameters }, model, mediaType: "text/plain" }),
	[LIBRARY]: (parameters) => call(TEXT, parameters),
};

const run = await alternate(
	{ rounds, names: Object.keys(WAYS), kinds: Object.keys(KINDS) },
	async (way, kind) => {
		const before = performance.now();
		for (let i = 0; i < calls; i++) await WAYS[way](KINDS[kind]);
		return { us: ((performance.now() - before) / calls) * 1e3 };
	},
);

const folder = mkdtempSync(join(tmpdir(), "gristmill-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const dist = new URL("../packages/gristmill/dist/", import.meta.url).href;
const BARE = "bare Node";
const TRIVIAL = "a trivial mill";
writeFileSync(join(folder, `${BARE}.mjs`), "");
writeFileSync(
	join(folder, `${TRIVIAL}.mjs`),
	`import { defineMill, Type, text } from "${dist}index.js";
import { open } from "${dist}library/index.js";
const call = await open(defineMill({ name: "counter", version: "1.0.0", summary: "Counts.", input: { "text/plain": text() },
	output: Type.Object({ n: Type.Integer() }), run: (input) => ({ n: input.length }) }));
await call("one");
`,
);
const starts = await alternate({ rounds, names: [BARE, TRIVIAL] }, async (name) => {
	const before = performance.now();
	for (let i = 0; i < 5; i++)
		spawnSync(process.execPath, [join(folder, `${name}.mjs`)], { stdio: "inherit" });
	return { ms: (performance.now() - before) / 5 };
});
save("library", { rounds, calls, calling: run, starting: starts });

run.printHead(`${rounds} rounds`, `${calls} calls`, `${TEXT.length} characters`);
const ratio = (kind) => median(run.ratios({ kind, name: LIBRARY }, DIRECT, "us"));
const lines = Object.keys(KINDS).map((kind) => [
	kind,
	short(median(run.values({ kind, name: DIRECT }, "us"))),
	short(median(run.values({ kind, name: LIBRARY }, "us"))),
	ratio(kind).toFixed(3),
]);
console.log(columns([["call", "algorithm, µs", "open(), µs", "ratio"], ...lines]), "\n");
const bare = median(starts.values({ name: BARE }, "ms"));
const more = median(starts.values({ name: TRIVIAL }, "ms")) - bare;
console.log(`Start: bare Node ${bare.toFixed(0)} ms, with a trivial mill ${more.toFixed(0)} ms more.\n`);
for (const kind of Object.keys(KINDS))
	printGoal(ratio(kind) <= 1.15, `at most 1.15 of the algorithm, ${kind}`, ratio(kind).toFixed(3));
printGoal(more <= 60, "at most 60 ms more than bare Node", `${more.toFixed(0)} ms`);
