// Compares where an algorithm can run: on the HTTP loop, on the loops of several processes, in threads, or where gristmill runs
// it. It uses three costs and 64 callers, and measures the latency of another endpoint during the load. The servers alternate
// within one run, because two runs on one machine differ by more than the servers do.
//
//   BENCH_ROUNDS=3    measured rounds, after a short warm-up round
//   BENCH_SECONDS=2   for each server and cost in a round
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { start } from "../http/start.mjs";
import { verify } from "./call.mjs";
import { calibrate } from "./grind.mjs";
import { load } from "./load.mjs";
import { MACHINE, othersShare, stolenShare } from "./machine.mjs";
import { median, quantile } from "./numbers.mjs";
import { probe } from "./probe.mjs";
import { goals, loopCost, summarise, table } from "./report.mjs";

const SERVERS = ["inline", "inline-same-fields", "cluster-inline", "piscina", "gristmill"];
const CONNECTIONS = 64;
const bench = new URL("../", import.meta.url);

if (!existsSync(new URL("node_modules/piscina", bench))) {
	console.error("Install the packages to compare with first: npm ci --prefix bench");
	process.exit(1);
}
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 2);
if (!Number.isInteger(rounds) || rounds < 1 || !(seconds > 0)) {
	console.error("Set BENCH_ROUNDS and BENCH_SECONDS above 0.");
	process.exit(1);
}

// Once, for all: every server does the same number of turns, whatever it does beside them.
const turnsPerMs = calibrate();
const WORK = {
	trivial: { path: "/quick-grinder", turns: 100 },
	// The mill is not inline: each call goes to a worker and back.
	"trivial, in a worker": { path: "/small-grinder", turns: 100 },
	"2 ms": { path: "/grinder", turns: 2 * turnsPerMs },
	"50 ms": { path: "/coarse-grinder", turns: 50 * turnsPerMs },
};
const setting = {
	date: new Date().toISOString(),
	...MACHINE,
	piscina: JSON.parse(readFileSync(new URL("node_modules/piscina/package.json", bench))).version,
	rounds,
	seconds,
	connections: CONNECTIONS,
	turnsPerMs,
};

async function measure(server, work) {
	const runner = process.cpuUsage();
	const before = await server.cpu();
	const health = await probe(server.port);
	const { latencies, seconds: took } = await load(server.port, work, { seconds, connections: CONNECTIONS });
	const asked = await health.stop();
	const serverCpuMicroseconds = (await server.cpu()) - before;
	const { user, system } = process.cpuUsage(runner);
	return {
		requests: latencies.length,
		seconds: took,
		p50: quantile(latencies, 0.5),
		p99: quantile(latencies, 0.99),
		health50: quantile(asked.latencies, 0.5),
		health99: quantile(asked.latencies, 0.99),
		/** How late the timer of the one who asks was: the machine's part in the figure above. */
		late99: quantile(asked.lateness, 0.99),
		/** Of the process that was started, not of those that it starts. */
		serverCpuMicroseconds,
		loadCpuMicroseconds: user + system,
	};
}

const servers = [];
const stolen = stolenShare();
try {
	for (const name of SERVERS) servers.push(await start(name, [], new URL("servers/", import.meta.url)));
	for (const server of servers)
		for (const { path, turns } of Object.values(WORK)) await verify(server, path, turns);

	const samples = [];
	const others = [];
	// Round 0 warms up: it compiles every function and fills every pool.
	for (let round = 0; round <= rounds; round++) {
		others.push(await othersShare());
		// The order changes from round to round, because a costly neighbour affects the next one.
		const order = round % 2 === 0 ? servers : servers.toReversed();
		for (const [work, call] of Object.entries(WORK)) {
			for (const server of order) {
				if (round === 0) await load(server.port, call, { seconds: 2, connections: 16 });
				else samples.push({ round, work, server: server.name, ...(await measure(server, call)) });
			}
		}
	}

	// In the order of SERVERS, not of the first round.
	samples.sort((a, b) => a.round - b.round || SERVERS.indexOf(a.server) - SERVERS.indexOf(b.server));
	mkdirSync(new URL("results/", bench), { recursive: true });
	writeFileSync(
		new URL("results/runtime.json", bench),
		`${JSON.stringify({ ...setting, others, samples }, null, 2)}\n`,
	);

	const rows = summarise(samples);
	console.log(`Node ${setting.node} ${setting.arch}, ${setting.cores} cores, piscina ${setting.piscina}`);
	console.log(
		`${rounds} rounds of ${seconds} s, ${CONNECTIONS} connections, ${turnsPerMs} turns a millisecond`,
	);
	console.log(
		`Other processes took ${(median(others) * 100).toFixed(0)} % of the machine between the rounds.`,
	);
	console.log(`Other machines took ${(stolen() * 100).toFixed(0)} % of it during the run.`);
	console.log("Medians, times in ms; health: another endpoint's latency, asked every 10 ms meanwhile.");
	console.log(
		"The ratios are to inline for trivial work and to cluster-inline otherwise; late: how late the",
	);
	console.log("timer of the one who asked for health was (p99), load: cores that the load took.\n");
	console.log(`${table(rows)}\n`);
	// Where the load is the bottleneck all rates are alike: then this tells the servers apart.
	for (const work of Object.keys(WORK).filter((name) => name.startsWith("trivial"))) {
		const cost = Object.entries(loopCost(samples, work)).map(
			([name, micros]) => `${name} ${micros.toFixed(1)}`,
		);
		console.log(`CPU µs in the HTTP process, ${work}: ${cost.join(", ")}`);
	}
	console.log();
	for (const { goal, met, found } of goals(rows))
		console.log(`${met ? "met    " : "not met"}  ${goal}: ${found}`);
} finally {
	await Promise.all(servers.map((server) => server.stop()));
}
