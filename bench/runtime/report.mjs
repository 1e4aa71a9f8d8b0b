import { columns, median, short } from "./numbers.mjs";

/** The reference server: a solution without a pool. */
const anchorOf = (work) => (work.startsWith("trivial") ? "inline" : "cluster-inline");

const rate = ({ requests, seconds }) => requests / seconds;
const p99 = (sample) => sample.p99;

/** Medians of the rounds, for each cost and server. */
export function summarise(samples) {
	const of = (work, server) => samples.filter((s) => s.work === work && s.server === server);
	const names = (key) => [...new Set(samples.map((sample) => sample[key]))];
	return names("work").flatMap((work) => {
		const anchor = of(work, anchorOf(work));
		return names("server").map((server) => {
			const own = of(work, server);
			const middle = (measure) => median(own.map(measure));
			// Compared per round, so that a busy moment of the machine affects both sides.
			const ratio = (measure) => median(own.map((sample, i) => measure(sample) / measure(anchor[i])));
			return {
				work,
				server,
				rate: middle(rate),
				rateRatio: ratio(rate),
				p50: middle((sample) => sample.p50),
				p99: middle(p99),
				p99Ratio: ratio(p99),
				health99: middle((sample) => sample.health99),
				late99: middle((sample) => sample.late99),
				loadCores: middle((sample) => sample.loadCpuMicroseconds / 1e6 / sample.seconds),
			};
		});
	});
}

/** What a trivial call costs the HTTP process of a server. */
export function loopCost(samples, work) {
	const cost = (server) =>
		median(
			samples
				.filter((sample) => sample.work === work && sample.server === server)
				.map(({ serverCpuMicroseconds, requests }) => serverCpuMicroseconds / requests),
		);
	return {
		inline: cost("inline"),
		"inline-same-fields": cost("inline-same-fields"),
		gristmill: cost("gristmill"),
	};
}

export function table(rows) {
	const head = ["work", "server", "requests/s", "ratio", "p50", "p99", "ratio", "health p99", "late", "load"];
	const lines = rows.map((row) => [
		row.work,
		row.server,
		short(row.rate),
		row.rateRatio.toFixed(2),
		short(row.p50),
		short(row.p99),
		row.p99Ratio.toFixed(2),
		short(row.health99),
		short(row.late99),
		row.loadCores.toFixed(2),
	]);
	return columns([head, ...lines]);
}

/** The goals of gristmill, and whether this run met them. */
export function goals(rows) {
	const own = rows.filter(({ server }) => server === "gristmill");
	const { rateRatio } = own.find(({ work }) => work === "trivial");
	const small = (server) => rows.find((row) => row.work === "trivial, in a worker" && row.server === server);
	const through = small("gristmill").rateRatio / small("inline-same-fields").rateRatio;
	const { p99Ratio } = own.find(({ work }) => work === "2 ms");
	const health = Math.max(...own.map(({ health99 }) => health99));
	return [
		{ goal: "0.9 of inline for trivial work", met: rateRatio >= 0.9, found: rateRatio.toFixed(2) },
		{
			goal: "0.85 of inline-same-fields for trivial work in a worker",
			met: through >= 0.85,
			found: through.toFixed(2),
		},
		{
			goal: "p99 at 2 ms at most 0.2 of cluster-inline's",
			met: p99Ratio <= 0.2,
			found: p99Ratio.toFixed(2),
		},
		{ goal: "health p99 at most 10 ms throughout", met: health <= 10, found: `${short(health)} ms` },
	];
}
