// Byte pair encoding compared with the encoders of npm: mixed text that is new to the process. Each encoder runs in its own
// process, and the order is reversed between rounds. Then the cost of an answer, and how the time grows.
//
//   BENCH_ROUNDS=5         rounds
//   BENCH_ENCODING=o200k_base
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { MACHINE, othersShare } from "../runtime/machine.mjs";
import { columns, median, short } from "../runtime/numbers.mjs";
import { ENCODERS } from "./encoders.mjs";

const bench = new URL("../", import.meta.url);
if (!existsSync(new URL("node_modules/tiktoken", bench))) {
	console.error("Install the packages to compare with first: npm ci --prefix bench");
	process.exit(1);
}
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const encoding = process.env.BENCH_ENCODING ?? "o200k_base";
if (!Number.isInteger(rounds) || rounds < 1) {
	console.error("Set BENCH_ROUNDS above 0.");
	process.exit(1);
}
const inChild = (script, ...args) =>
	JSON.parse(
		execFileSync(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
			encoding: "utf8",
		}),
	);

const names = Object.keys(ENCODERS);
const samples = [];
const others = [];
for (let round = 0; round < rounds; round++) {
	others.push(await othersShare());
	for (const name of round % 2 ? names.toReversed() : names)
		samples.push({ round, ...inChild("measure.mjs", name, encoding) });
}
const of = (name) => samples.filter((sample) => sample.name === name);
const anchor = of("tiktoken");
const rows = names.map((name) => {
	const own = of(name);
	return {
		name,
		tokens: own[0].tokens,
		speed: median(own.map(({ bytes, seconds }) => bytes / 1e6 / seconds)),
		ratio: median(own.map(({ seconds }, i) => anchor[i].seconds / seconds)),
	};
});
const answers = inChild("answers.mjs");
const growth = inChild("growth.mjs");

console.log(`Node ${MACHINE.node} ${MACHINE.arch}, ${MACHINE.cores} cores, ${encoding}, ${rounds} rounds`);
console.log(`Other processes took ${Math.round(100 * median(others))} % of the machine between the rounds.`);
console.log(
	`${(anchor[0].bytes / 1e6).toFixed(1)} MB of mixed text, not seen before; ratios to tiktoken, medians\n`,
);
console.log(
	columns([
		["encoder", "tokens", "MB/s", "ratio"],
		...rows.map(({ name, tokens, speed, ratio }) => [
			name,
			`${tokens}${tokens === anchor[0].tokens ? "" : " (differs)"}`,
			short(speed),
			ratio.toFixed(2),
		]),
	]),
);
console.log("\nThe whole call from bytes to bytes, as a ratio to the encoding alone (CPU time):");
const ratioOf = (format) => median(answers.filter((a) => a.format === format).map(({ ratio }) => ratio));
for (const format of ["count", "ids", "columns"])
	console.log(`  ${format.padEnd(8)} ${ratioOf(format).toFixed(2)}`);
console.log("\nCPU seconds for 0.25, 1, 4 and 10 million characters:");
for (const { trap, seconds } of growth)
	console.log(`  ${trap.padEnd(16)} ${seconds.map((s) => s.toFixed(2)).join("  ")}`);

console.log();
const own = rows.find(({ name }) => name === "gristmill");
for (const { name, ratio } of rows.filter(({ name }) => name !== "gristmill"))
	console.log(
		`${own.ratio >= 3 * ratio ? "met    " : "not met"}  3 times ${name}: ${(own.ratio / ratio).toFixed(2)}`,
	);
for (const format of ["count", "ids", "columns"])
	console.log(
		`${ratioOf(format) <= 2 ? "met    " : "not met"}  the answer as ${format} costs no more than the encoding`,
	);

mkdirSync(new URL("results/", bench), { recursive: true });
writeFileSync(
	new URL("results/tokeniser.json", bench),
	JSON.stringify({ date: new Date().toISOString(), ...MACHINE, samples, answers, growth }, null, "\t"),
);
