// Goodput at twice the capacity, with callers that disconnect after 250 ms: answers per second that a caller still waits for,
// compared with the capacity of the same server just before. Gristmill rejects calls that it cannot answer in time. The
// reference is a pool with an unbounded queue. (No setting turns gristmill's admission off: maxWaiting limits the number of
// queued calls, and the learnt patience of callers limits the wait in any case.)
//
//   BENCH_ROUNDS=3    rounds
//   BENCH_SECONDS=5   of overload for each server and cost in a round; half of it for the capacity
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { start } from "../http/start.mjs";
import { verify } from "../runtime/call.mjs";
import { calibrate } from "../runtime/grind.mjs";
import { load } from "../runtime/load.mjs";
import { MACHINE, othersShare } from "../runtime/machine.mjs";
import { median, quantile } from "../runtime/numbers.mjs";
import { offer, PATIENCE_MS } from "./offer.mjs";
import { goals, summarise, table } from "./report.mjs";

const SERVERS = ["piscina", "gristmill"];
const COSTS = [2, 20];
const OVERLOAD = 2;
/** Enough that no worker waits for the next call. */
const CONNECTIONS = 8 * MACHINE.cores;
const bench = new URL("../", import.meta.url);

if (!existsSync(new URL("node_modules/piscina", bench))) {
	console.error("Install the packages to compare with first: npm ci --prefix bench");
	process.exit(1);
}
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
if (!Number.isInteger(rounds) || rounds < 1 || !(seconds > 0)) {
	console.error("Set BENCH_ROUNDS and BENCH_SECONDS above 0.");
	process.exit(1);
}
const turnsPerMs = calibrate();
const setting = {
	date: new Date().toISOString(),
	...MACHINE,
	piscina: JSON.parse(readFileSync(new URL("node_modules/piscina/package.json", bench))).version,
	rounds,
	seconds,
	overload: OVERLOAD,
	patienceMs: PATIENCE_MS,
	turnsPerMs,
};

/** The cores that this process keeps busy while something runs. */
async function cores(run) {
	const before = process.cpuUsage();
	const began = performance.now();
	const result = await run();
	const { user, system } = process.cpuUsage(before);
	return { result, cores: (user + system) / 1_000 / (performance.now() - began) };
}

/** A new server for each: the queue and the state of the previous one must have no effect. */
async function measure(name, ms, seed) {
	const call = { path: "/grinder", turns: ms * turnsPerMs };
	const server = await start(name, [], new URL("../runtime/servers/", import.meta.url));
	try {
		await verify(server, call.path, call.turns);
		await load(server.port, call, { seconds: 1, connections: CONNECTIONS });
		const before = await cores(() =>
			load(server.port, call, { seconds: seconds / 2, connections: CONNECTIONS }),
		);
		const capacity = before.result.latencies.length / before.result.seconds;
		const httpBefore = await server.cpu();
		const rate = OVERLOAD * capacity;
		const { result, cores: loadCores } = await cores(() => offer(server.port, call, { rate, seconds, seed }));
		const { offered, ok, refused, gaveUp, failed } = result;
		return {
			capacity,
			offered: offered / seconds,
			goodput: ok.length / seconds,
			refusedShare: refused.length / offered,
			gaveUpShare: gaveUp / offered,
			failed,
			p50: quantile(ok, 0.5),
			p99: quantile(ok, 0.99),
			refused99: quantile(refused, 0.99),
			/** Of the process that was started: with piscina's threads, without gristmill's workers. */
			serverCores: ((await server.cpu()) - httpBefore) / 1e6 / seconds,
			capacityLoadCores: before.cores,
			loadCores,
		};
	} finally {
		await server.stop();
	}
}

const samples = [];
const others = [];
for (let round = 1; round <= rounds; round++) {
	others.push(await othersShare());
	const order = round % 2 === 0 ? SERVERS : SERVERS.toReversed();
	for (const ms of COSTS)
		for (const server of order)
			samples.push({ round, work: `${ms} ms`, server, ...(await measure(server, ms, round)) });
}

// In the order of SERVERS, not of the first round.
samples.sort((a, b) => a.round - b.round || SERVERS.indexOf(a.server) - SERVERS.indexOf(b.server));
mkdirSync(new URL("results/", bench), { recursive: true });
writeFileSync(
	new URL("results/overload.json", bench),
	`${JSON.stringify({ ...setting, others, samples }, null, 2)}\n`,
);

const rows = summarise(samples);
console.log(`Node ${setting.node} ${setting.arch}, ${setting.cores} cores, piscina ${setting.piscina}`);
console.log(
	`${rounds} rounds of ${seconds} s at ${OVERLOAD}× capacity, callers give up after ${PATIENCE_MS} ms`,
);
console.log(`Other processes took ${(median(others) * 100).toFixed(0)} % of the machine between the rounds.`);
console.log(
	"Medians; times in ms; 200s: latency of what was answered in time; load: cores that the load took,",
);
console.log("while the capacity was measured and under overload.\n");
console.log(`${table(rows)}\n`);
for (const { goal, met, found } of goals(rows))
	console.log(`${met ? "met    " : "not met"}  ${goal}: ${found}`);
