import { columns, median, short } from "../runtime/numbers.mjs";

/** Medians of the rounds, for each cost and server. */
export function summarise(samples) {
	const names = (key) => [...new Set(samples.map((sample) => sample[key]))];
	return names("work").flatMap((work) =>
		names("server").map((server) => {
			const own = samples.filter((sample) => sample.work === work && sample.server === server);
			const middle = (key) => median(own.map((sample) => sample[key]));
			return {
				work,
				server,
				capacity: middle("capacity"),
				offered: middle("offered"),
				goodput: middle("goodput"),
				// Relative to its own capacity in the same round, so that a busy moment of the machine affects both.
				ratio: median(own.map(({ goodput, capacity }) => goodput / capacity)),
				refusedShare: middle("refusedShare"),
				gaveUpShare: middle("gaveUpShare"),
				p50: middle("p50"),
				p99: middle("p99"),
				refused99: middle("refused99"),
				capacityLoadCores: middle("capacityLoadCores"),
				loadCores: middle("loadCores"),
			};
		}),
	);
}

export function table(rows) {
	const head = [
		"work",
		"server",
		"capacity/s",
		"offered/s",
		"goodput/s",
		"goodput/capacity",
		"503",
		"gave up",
		"200s p50",
		"p99",
		"503s p99",
		"load",
	];
	const percent = (share) => `${(share * 100).toFixed(0)} %`;
	const lines = rows.map((row) => [
		row.work,
		row.server,
		short(row.capacity),
		short(row.offered),
		short(row.goodput),
		row.ratio.toFixed(2),
		percent(row.refusedShare),
		percent(row.gaveUpShare),
		short(row.p50),
		short(row.p99),
		short(row.refused99),
		`${row.capacityLoadCores.toFixed(2)} → ${row.loadCores.toFixed(2)}`,
	]);
	return columns([head, ...lines]);
}

/** The goals of gristmill, and whether this run met them. */
export function goals(rows) {
	return rows
		.filter(({ server }) => server === "gristmill")
		.map(({ work, ratio }) => ({
			goal: `goodput at least 0.8 of capacity at ${work}`,
			met: ratio >= 0.8,
			found: ratio.toFixed(2),
		}));
}
