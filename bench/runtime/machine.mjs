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

function times() {
	let busy = 0;
	let all = 0;
	for (const { times: t } of cpus()) {
		busy += t.user + t.nice + t.sys + t.irq;
		all += t.user + t.nice + t.sys + t.irq + t.idle;
	}
	return { busy, all };
}
