/** The reference server. */
const ANCHOR = "node-http";

/** Medians of the rounds, for each size and server. */
export function summarise(samples) {
	const of = (size, server) => samples.filter((s) => s.size === size && s.server === server);
	const names = (key) => [...new Set(samples.map((sample) => sample[key]))];
	return names("size").flatMap((size) => {
		const anchor = of(size, ANCHOR);
		return names("server").map((server) => {
			const own = of(size, server);
			// Compared per round, so that a busy moment of the machine affects both sides.
			const ratio = (measure) => median(own.map((sample, i) => measure(sample) / measure(anchor[i])));
			return {
				size,
				server,
				rate: median(own.map(rate)),
				rateRatio: ratio(rate),
				cpu: median(own.map(cpu)),
				cpuRatio: ratio(cpu),
			};
		});
	});
}

const rate = ({ requests, seconds }) => requests / seconds;
const cpu = ({ cpuMicroseconds, requests }) => cpuMicroseconds / requests;

function median(values) {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length / 2;
	return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}

export function table(rows) {
	const head = ["size", "server", "requests/s", "ratio", "CPU µs/request", "ratio"];
	const lines = rows.map(({ size, server, rate, rateRatio, cpu, cpuRatio }) => [
		size,
		server,
		rate.toFixed(0),
		rateRatio.toFixed(2),
		cpu.toFixed(cpu < 1_000 ? 1 : 0),
		cpuRatio.toFixed(2),
	]);
	const widths = head.map((_, i) => Math.max(...[head, ...lines].map((line) => line[i].length)));
	return [head, ...lines]
		.map((line) =>
			line.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("  "),
		)
		.join("\n");
}

/** The goals of gristmill, and whether this run met them: by CPU time, which varies less than rates do. */
export function goals(rows) {
	const cpuOf = (size, server) => rows.find((row) => row.size === size && row.server === server).cpuRatio;
	const own = rows.filter(({ server }) => server === "gristmill");
	const sameFields = own.map(({ size, cpuRatio }) => {
		// Based on ratios: each compares neighbours within a round, while times vary with the load of the machine.
		const ratio = cpuRatio / cpuOf(size, "node-http-same-fields");
		return {
			goal: `at most 1.1 times the CPU of node-http-same-fields at ${size}`,
			met: ratio <= 1.1,
			found: ratio.toFixed(2),
		};
	});
	const rivals = ["fastify", "hono"].flatMap((server) =>
		own.map(({ size, cpuRatio }) => {
			const ratio = cpuRatio / cpuOf(size, server);
			return { goal: `less CPU than ${server} at ${size}`, met: ratio < 1, found: ratio.toFixed(2) };
		}),
	);
	return [...sameFields, ...rivals];
}
