// Goodput at twice the capacity, compared with a pool that has an unbounded queue.
// Goodput is the answers per second that a caller still waits for: callers disconnect after 250 ms. The capacity is that of the
// same server just before. Gristmill rejects calls that it cannot answer in time. (No setting turns its admission off:
// maxWaiting limits the number of queued calls, and the learnt patience of callers limits the wait in any case.)
//
//   BENCH_ROUNDS=3    rounds
//   BENCH_SECONDS=5   of overload for each server and cost in a round; half of it for the capacity
import { load } from "./measuring/load.mjs";
import { MACHINE } from "./measuring/machine.mjs";
import { columns, median, quantile, short } from "./measuring/numbers.mjs";
import { alternate, needPackages, printGoal, save, settings } from "./measuring/rounds.mjs";
import { offer, PATIENCE_MS } from "./overload/offer.mjs";
import { makeCall, verify } from "./runtime/call.mjs";
import { calibrate } from "./runtime/grind.mjs";
import { startServer } from "./runtime/start-server.mjs";

const SERVERS = ["piscina", "gristmill"];
const COSTS = { "2 ms": 2, "20 ms": 20 };
const OVERLOAD = 2;
/** Enough that no worker waits for the next call. */
const connections = 8 * MACHINE.cores;

needPackages("piscina");
const { rounds, seconds } = settings({ rounds: 3, seconds: 5 });
const turnsPerMs = calibrate();

/** The cores that this process keeps busy while something runs. */
async function cores(run) {
	const before = process.cpuUsage();
	const began = performance.now();
	const result = await run();
	const { user, system } = process.cpuUsage(before);
	return { result, cores: (user + system) / 1_000 / (performance.now() - began) };
}

/** A new server for each: the queue and the state of the previous one must have no effect. */
async function measure(name, kind, seed) {
	const work = { path: "/grinder", turns: COSTS[kind] * turnsPerMs };
	const server = await startServer(name);
	try {
		await verify(server, work);
		const call = makeCall(work);
		await load(server.port, call, { seconds: 1, connections });
		const before = await cores(() => load(server.port, call, { seconds: seconds / 2, connections }));
		const capacity = before.result.requests / before.result.seconds;
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

const kinds = Object.keys(COSTS);
// Without a round that warms up: every server is new, and is warmed up by itself.
const run = await alternate({ rounds, names: SERVERS, kinds, warmUps: 0 }, measure);
save("overload", { rounds, seconds, overload: OVERLOAD, patienceMs: PATIENCE_MS, turnsPerMs, ...run });

run.printHead(
	`${rounds} rounds of ${seconds} s at ${OVERLOAD}× capacity`,
	`callers give up after ${PATIENCE_MS} ms`,
);
console.log(
	"Medians; times in ms; 200s: latency of what was answered in time; load: cores that the load took,",
);
console.log("while the capacity was measured and under overload.\n");
const middle = (kind, name, measure) => median(run.values({ kind, name }, measure));
const percent = (share) => `${(share * 100).toFixed(0)} %`;
// Relative to its own capacity in the same round, so that a busy moment of the machine affects both.
const ratio = ({ goodput, capacity }) => goodput / capacity;
const lines = kinds.flatMap((kind) =>
	SERVERS.map((name) => [
		kind,
		name,
		...["capacity", "offered", "goodput"].map((key) => short(middle(kind, name, key))),
		middle(kind, name, ratio).toFixed(2),
		...["refusedShare", "gaveUpShare"].map((key) => percent(middle(kind, name, key))),
		...["p50", "p99", "refused99"].map((key) => short(middle(kind, name, key))),
		["capacityLoadCores", "loadCores"].map((key) => middle(kind, name, key).toFixed(2)).join(" → "),
	]),
);
const rates = ["capacity/s", "offered/s", "goodput/s", "goodput/capacity"];
const heads = [...rates, "503", "gave up", "200s p50", "p99", "503s p99", "load"];
console.log(columns([["work", "server", ...heads], ...lines]), "\n");
for (const kind of kinds) {
	const found = middle(kind, "gristmill", ratio);
	printGoal(found >= 0.8, `goodput at least 0.8 of capacity at ${kind}`, found.toFixed(2));
}
