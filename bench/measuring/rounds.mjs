// What every benchmark does: it reads its settings, lets rivals alternate, keeps the raw rounds and prints what it found.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { MACHINE, othersShare, stolenShare } from "./machine.mjs";
import { median } from "./numbers.mjs";

const bench = new URL("../", import.meta.url);

/** Ends the program with a sentence. */
export function stop(sentence) {
	console.error(sentence);
	process.exit(1);
}

/** Times and gigabytes may be broken numbers. */
const BROKEN = ["seconds", "gb"];

/** Numbers from the environment: `{ rounds: 5 }` is BENCH_ROUNDS, by default 5. */
export function settings(fallbacks) {
	const entries = Object.entries(fallbacks).map(([name, fallback]) => {
		const variable = `BENCH_${name.toUpperCase()}`;
		const value = Number(process.env[variable] || fallback);
		const isBroken = BROKEN.includes(name);
		if (!(value > 0) || (!isBroken && !Number.isInteger(value)))
			stop(`${variable} is not a ${isBroken ? "" : "whole "}number above 0: ${process.env[variable]}`);
		return [name, value];
	});
	return Object.fromEntries(entries);
}

/** Ends the program if a package to compare with is missing. */
export function needPackages(...names) {
	const missing = names.find((name) => !existsSync(new URL(`node_modules/${name}`, bench)));
	if (missing) stop(`The package ${missing} is not installed. Install it with "npm ci --prefix bench".`);
}

/** Ends the program if /proc is missing. */
export function needLinux() {
	if (process.platform !== "linux") stop("This benchmark reads /proc, which only Linux has.");
}

/**
 * Lets every rival do every kind of work once in each round: two runs on one machine differ by more than rivals do. Round 0 warms
 * up (it compiles functions and fills caches) and is not kept; `warmUps: 0` leaves it out. The order changes from round to round, because a costly neighbour affects the next one.
 * Each sample is what `measure(name, kind, round)` returned, with these three.
 */
export async function alternate({ rounds, names, kinds = [""], warmUps = 1 }, measure) {
	const samples = [];
	const others = [];
	const stolen = stolenShare();
	for (let round = 1 - warmUps; round <= rounds; round++) {
		others.push(await othersShare());
		for (const kind of kinds)
			for (const name of round % 2 === 0 ? names : names.toReversed()) {
				const sample = await measure(name, kind, round);
				if (round > 0) samples.push({ round, kind, name, ...sample });
			}
	}
	samples.sort((a, b) => a.round - b.round || names.indexOf(a.name) - names.indexOf(b.name));
	return new Run(samples, others, stolen());
}

/** The samples of a run, in the order of the rounds and the rivals. A measure is a key of a sample, or a function of it. */
class Run {
	constructor(samples, others, stolen) {
		Object.assign(this, { samples, others, stolen });
	}

	/** The values of a measure in the samples with these members. */
	values(where, measure) {
		const wanted = Object.entries(where);
		const found = this.samples.filter((sample) => wanted.every(([key, value]) => sample[key] === value));
		return found.map(typeof measure === "function" ? measure : (sample) => sample[measure]);
	}

	/** Ratios of a rival to another one in the same round, so that a busy moment of the machine affects both sides. */
	ratios(where, anchor, measure) {
		const by = this.values({ ...where, name: anchor }, measure);
		return this.values(where, measure).map((value, i) => value / by[i]);
	}

	/** Prints what the figures below depend on. */
	printHead(...facts) {
		const percent = (share) => `${(share * 100).toFixed(0)} %`;
		const [others, stolen] = [percent(median(this.others)), percent(this.stolen)];
		console.log(`Node ${MACHINE.node} ${MACHINE.arch}, ${MACHINE.cores} cores, ${MACHINE.cpu}`);
		console.log(facts.join(", "));
		console.log(
			`Other processes took ${others} of the machine between the rounds, other machines ${stolen}.\n`,
		);
	}
}

/** Keeps everything about a run in `bench/results/NAME.json`. */
export function save(name, content) {
	const folder = new URL("results/", bench);
	mkdirSync(folder, { recursive: true });
	const result = { date: new Date().toISOString(), ...MACHINE, ...content };
	writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(result, null, 1)}\n`);
}

/** Prints a goal, and whether this run met it. */
export function printGoal(isMet, goal, found) {
	console.log(`${isMet ? "met    " : "not met"}  ${goal}: ${found}`);
}
