/**
 * How many times the processor's time a task takes when its size is `factor` times as large: the least of several tries of
 * each, because whatever else happens on the machine only adds.
 */
export function cpuGrowth(task: (size: number) => unknown, size: number, factor: number): number {
	task(size);
	const least = [size, size * factor].map((each) => {
		let best = Number.POSITIVE_INFINITY;
		for (let tries = 0; tries < 5; tries++)
			best = Math.min(
				best,
				cpuMicros(() => task(each)),
			);
		return best;
	}) as [number, number];
	// A clock that ticks in milliseconds must not make the smaller one free.
	return least[1] / Math.max(least[0], 1_000);
}

function cpuMicros(task: () => unknown): number {
	const before = process.cpuUsage();
	task();
	const { user, system } = process.cpuUsage(before);
	return user + system;
}
