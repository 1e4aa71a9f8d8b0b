/** The tries of a task, and the attempts at the whole: a busy machine may spoil some, what is quadratic fails all. */
const TRIES = 4;
const ATTEMPTS = 5;

/**
 * Measures whether a task that gets `factor` times as much takes at most `most` times the processor's time: the ratio
 * of the attempt that came closest.
 */
export async function cpuGrowth(
	task: (size: number) => unknown,
	size: number,
	{ factor, most }: { readonly factor: number; readonly most: number },
): Promise<number> {
	await task(size);
	let least = Number.POSITIVE_INFINITY;
	for (let attempt = 0; attempt < ATTEMPTS && least > most; attempt++) {
		// A coarse clock must not make the smaller one free.
		const small = Math.max(await cpuMicros(() => task(size)), 200);
		// A further try could only lower what is low enough already.
		least = Math.min(least, (await cpuMicros(() => task(size * factor), small * most)) / small);
	}
	return least;
}

/** The least of several tries, because whatever else happens on the machine only adds. The first try that is low enough ends them. */
async function cpuMicros(task: () => unknown, enough = 0): Promise<number> {
	let least = Number.POSITIVE_INFINITY;
	for (let i = 0; i < TRIES && least > enough; i++) {
		const before = process.cpuUsage();
		await task();
		const { user, system } = process.cpuUsage(before);
		least = Math.min(least, user + system);
	}
	return least;
}
