// Where an algorithm can run: on the event loop, in processes, in threads, or in our pool.
// It uses several costs and 64 callers, and measures the latency of another endpoint during the load.
//
//   BENCH_ROUNDS=3    measured rounds, after a warm-up round
//   BENCH_SECONDS=2   for each server and cost in a round
import { load } from "./measuring/load.mjs";
import { columns, median, quantile, short } from "./measuring/numbers.mjs";
import { probe } from "./measuring/probe.mjs";
import { alternate, needPackages, printGoal, save, settings } from "./measuring/rounds.mjs";
import { makeCall, verify } from "./runtime/call.mjs";
import { calibrate } from "./runtime/grind.mjs";
import { startServer } from "./runtime/start-server.mjs";

const SERVERS = ["inline", "inline-same-fields", "cluster-inline", "piscina", "gristmill"];
const connections = 64;

needPackages("piscina");
const { rounds, seconds } = settings({ rounds: 3, seconds: 2 });
// Once, for all: every server does the same number of turns, whatever it does beside them.
const turnsPerMs = calibrate();
const WORK = {
	trivial: { path: "/quick-grinder", turns: 100 },
	// The mill is not inline: each call goes to a worker and back.
	"trivial, in a worker": { path: "/small-grinder", turns: 100 },
	"2 ms": { path: "/grinder", turns: 2 * turnsPerMs },
	"50 ms": { path: "/coarse-grinder", turns: 50 * turnsPerMs },
};
const kinds = Object.keys(WORK);
/** The reference server: a solution without a pool. */
const anchorOf = (kind) => (kind.startsWith("trivial") ? "inline" : "cluster-inline");

async function measure(server, work) {
	const runner = process.cpuUsage();
	const before = await server.cpu();
	const health = await probe(server.port);
	const { latencies, ...done } = await load(server.port, makeCall(work), { seconds, connections });
	const asked = await health.stop();
	const serverCpuMicroseconds = (await server.cpu()) - before;
	const { user, system } = process.cpuUsage(runner);
	return {
		...done,
		p50: quantile(latencies, 0.5),
		p99: quantile(latencies, 0.99),
		health99: quantile(asked.latencies, 0.99),
		/** How late the timer of the one who asks was: the machine's part in the figure above. */
		late99: quantile(asked.lateness, 0.99),
		/** Of the process that was started, not of those that it starts. */
		serverCpuMicroseconds,
		loadCores: (user + system) / 1e6 / done.seconds,
	};
}

const servers = {};
try {
	for (const name of SERVERS) servers[name] = await startServer(name);
	for (const server of Object.values(servers))
		for (const work of Object.values(WORK)) await verify(server, work);
	const run = await alternate({ rounds, names: SERVERS, kinds }, (name, kind, round) =>
		round === 0
			? load(servers[name].port, makeCall(WORK[kind]), { seconds: 2, connections: 16 })
			: measure(servers[name], WORK[kind]),
	);
	save("runtime", { rounds, seconds, connections, turnsPerMs, ...run });

	const middle = (kind, name, measure) => median(run.values({ kind, name }, measure));
	const ratio = (kind, name, measure) => median(run.ratios({ kind, name }, anchorOf(kind), measure));
	const rate = (sample) => sample.requests / sample.seconds;
	run.printHead(`${rounds} rounds of ${seconds} s`, `${connections} connections`, `${turnsPerMs} turns a ms`);
	console.log(`Medians, times in ms; health: another endpoint's latency, asked every 10 ms meanwhile. The ratios are to inline
for trivial work and to cluster-inline otherwise; late: how late the timer of the one who asked for health was
(p99); load: cores that the load took.\n`);
	const lines = kinds.flatMap((kind) =>
		SERVERS.map((name) => [
			kind,
			name,
			short(middle(kind, name, rate)),
			ratio(kind, name, rate).toFixed(2),
			short(middle(kind, name, "p50")),
			short(middle(kind, name, "p99")),
			ratio(kind, name, "p99").toFixed(2),
			short(middle(kind, name, "health99")),
			short(middle(kind, name, "late99")),
			middle(kind, name, "loadCores").toFixed(2),
		]),
	);
	const heads = ["requests/s", "ratio", "p50", "p99", "ratio", "health p99", "late", "load"];
	console.log(columns([["work", "server", ...heads], ...lines]), "\n");
	// Where the load is the bottleneck all rates are alike: then this tells the servers apart.
	const micros = (sample) => sample.serverCpuMicroseconds / sample.requests;
	for (const kind of kinds.filter((name) => name.startsWith("trivial"))) {
		const costs = ["inline", "inline-same-fields", "gristmill"].map(
			(name) => `${name} ${middle(kind, name, micros).toFixed(1)}`,
		);
		console.log(`CPU µs in the HTTP process, ${kind}: ${costs.join(", ")}`);
	}
	console.log();
	const inline = ratio("trivial", "gristmill", rate);
	printGoal(inline >= 0.9, "0.9 of inline for trivial work", inline.toFixed(2));
	const [own, bare] = ["gristmill", "inline-same-fields"].map((name) =>
		ratio("trivial, in a worker", name, rate),
	);
	printGoal(
		own / bare >= 0.85,
		"0.85 of inline-same-fields for trivial work in a worker",
		(own / bare).toFixed(2),
	);
	const p99 = ratio("2 ms", "gristmill", "p99");
	printGoal(p99 <= 0.2, "p99 at 2 ms at most 0.2 of cluster-inline's", p99.toFixed(2));
	const health = Math.max(...kinds.map((kind) => middle(kind, "gristmill", "health99")));
	printGoal(health <= 10, "health p99 at most 10 ms throughout", `${short(health)} ms`);
} finally {
	await Promise.all(Object.values(servers).map((server) => server.stop()));
}
