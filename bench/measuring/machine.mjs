import { readFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** What the numbers of a run depend on beside the code. */
export const MACHINE = {
	node: process.version,
	arch: process.arch,
	cores: availableParallelism(),
	cpu: cpus()[0]?.model,
};

/** The share of the machine that is in use while nothing of ours computes. */
export async function othersShare() {
	const before = times();
	await sleep(500);
	const after = times();
	return (after.busy - before.busy) / (after.all - before.all);
}

/** Measures the share of the machine that its host gave to other machines since this call. Linux tells it; NaN elsewhere. */
export function stolenShare() {
	const before = stolen();
	return () => {
		const after = stolen();
		return (after.stolen - before.stolen) / (after.all - before.all);
	};
}

function stolen() {
	try {
		// man 5 proc: user, nice, system, idle, iowait, irq, softirq, steal.
		const [, ...ticks] = readFileSync("/proc/stat", "utf8").split("\n", 1)[0].split(/\s+/);
		const all = ticks.slice(0, 8).reduce((sum, tick) => sum + Number(tick), 0);
		return { stolen: Number(ticks[7]), all };
	} catch {
		return { stolen: Number.NaN, all: Number.NaN };
	}
}

function times() {
	let busy = 0;
	let all = 0;
	for (const { times: t } of cpus()) {
		busy += t.user + t.nice + t.sys + t.irq;
		all += t.user + t.nice + t.sys + t.irq + t.idle;
	}
	return { busy, all };
}
