// The speed of byte pair encoding, compared with the encoders of npm.
// The text is mixed and new to the process. Each encoder runs in its own process. Then the cost of an answer, and how the time
// grows.
//
//   BENCH_ROUNDS=5         rounds
//   BENCH_ENCODING=o200k_base
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { columns, median, short } from "./measuring/numbers.mjs";
import { alternate, needPackages, printGoal, save, settings } from "./measuring/rounds.mjs";
import { ENCODERS } from "./tokeniser/encoders.mjs";

needPackages("tiktoken");
const { rounds } = settings({ rounds: 5 });
const encoding = process.env.BENCH_ENCODING ?? "o200k_base";
function inChild(script, ...args) {
	const file = fileURLToPath(new URL(`tokeniser/${script}.mjs`, import.meta.url));
	return JSON.parse(execFileSync(process.execPath, [file, ...args], { encoding: "utf8" }));
}

const ANCHOR = "tiktoken";
const names = Object.keys(ENCODERS);
const run = await alternate({ rounds, names, warmUps: 0 }, (name) => inChild("measure", name, encoding));
const answers = inChild("answers");
const growth = inChild("growth");
save("tokeniser", { rounds, encoding, ...run, answers, growth });

const of = (name, measure) => run.values({ name }, measure);
const speed = ({ bytes, seconds }) => bytes / 1e6 / seconds;
const ratio = (name) => median(run.ratios({ name }, ANCHOR, speed));
const [bytes] = of(ANCHOR, "bytes");
const [tokens] = of(ANCHOR, "tokens");
run.printHead(encoding, `${rounds} rounds`, `${(bytes / 1e6).toFixed(1)} MB of mixed text, not seen before`);
console.log("Ratios to tiktoken, medians\n");
console.log(
	columns([
		["encoder", "tokens", "MB/s", "ratio"],
		...names.map((name) => {
			const [own] = of(name, "tokens");
			const count = `${own}${own === tokens ? "" : " (differs)"}`;
			return [name, count, short(median(of(name, speed))), ratio(name).toFixed(2)];
		}),
	]),
);
const FORMATS = ["count", "ids", "columns"];
const cost = (format) =>
	median(answers.filter((answer) => answer.format === format).map(({ ratio }) => ratio));
console.log("\nThe whole call from bytes to bytes, as a ratio to the encoding alone (CPU time):");
for (const format of FORMATS) console.log(`  ${format.padEnd(8)} ${cost(format).toFixed(2)}`);
console.log("\nCPU seconds for 0.25, 1, 4 and 10 million characters:");
for (const { trap, seconds } of growth)
	console.log(`  ${trap.padEnd(16)} ${seconds.map((s) => s.toFixed(2)).join("  ")}`);
console.log();
for (const name of names.filter((one) => one !== "gristmill")) {
	const found = ratio("gristmill") / ratio(name);
	printGoal(found >= 3, `3 times ${name}`, found.toFixed(2));
}
for (const format of FORMATS)
	printGoal(
		cost(format) <= 2,
		`the answer as ${format} costs no more than the encoding`,
		cost(format).toFixed(2),
	);
