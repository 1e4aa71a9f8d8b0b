// The throughput of one core, for each mill.
// It measures the CPU time of the HTTP process and of the workers, not wall-clock time, so that a busy machine changes little.
//
//   BENCH_ROUNDS=3      measured rounds, after a warm-up round
//   BENCH_SECONDS=3     for each load in a round
import { Agent } from "node:http";
import { modules } from "../packages/mills/dist/index.js";
import { makeLoads } from "./capacity/loads.mjs";
import { cpuSeconds } from "./measuring/cpu-time.mjs";
import { columns, median, short, sum } from "./measuring/numbers.mjs";
import { post } from "./measuring/post.mjs";
import { alternate, needLinux, save, settings } from "./measuring/rounds.mjs";
import { startGristmill } from "./measuring/start.mjs";

const { rounds, seconds } = settings({ rounds: 3, seconds: 3 });
needLinux();
// One worker for each mill, as in production on one core.
const server = await startGristmill(Object.values(modules), { workers: 1 });
const agent = new Agent({ keepAlive: true });
const loads = Object.fromEntries((await makeLoads()).map((load) => [load.name, load]));
const names = Object.keys(loads);

async function spent() {
	const { workers } = await server.ask();
	return { http: cpuSeconds(server.pid), workers: sum(workers.map(cpuSeconds)) };
}

/** Two callers: one whose call is computed and one that waits. */
async function measure(name) {
	const { path, type, bodies } = loads[name];
	const before = await spent();
	const began = performance.now();
	let count = 0;
	let bytes = 0;
	const caller = async () => {
		while (performance.now() - began < seconds * 1_000) {
			const body = bodies[count++ % bodies.length];
			await post(server.port, path, body, { "Content-Type": type }, agent);
			bytes += body.length;
		}
	};
	await Promise.all([caller(), caller()]);
	const after = await spent();
	const http = after.http - before.http;
	return { count, bytes, http, cpu: http + after.workers - before.workers };
}

const run = await alternate({ rounds, names }, measure);
agent.destroy();
await server.stop();
save("capacity", { rounds, seconds, ...run });
run.printHead(`${rounds} rounds of ${seconds} s`);
const lines = names.map((name) => {
	const middle = (measure) => median(run.values({ name }, measure));
	return [
		name,
		"",
		short(middle(({ count, cpu }) => count / cpu)),
		short(middle(({ bytes, cpu }) => bytes / 1e6 / cpu)),
		short(middle(({ count, cpu }) => (1_000 * cpu) / count)),
		`${(100 * middle(({ http, cpu }) => http / cpu)).toFixed(0)} %`,
	];
});
console.log(
	columns([["load", "", "calls/s per core", "MB/s per core", "CPU ms per call", "of which HTTP"], ...lines]),
);
