// The throughput of one core for each mill: calls over HTTP, with the CPU time of the HTTP process and of the workers measured
// separately. It measures CPU time, not wall-clock time, so that a busy machine changes little. It needs Linux for /proc.
//
//   BENCH_ROUNDS=3      measured rounds, after a warm-up round
//   BENCH_SECONDS=3     for each load in a round
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { MACHINE, othersShare } from "../runtime/machine.mjs";
import { columns, median, short } from "../runtime/numbers.mjs";
import { cpuSeconds } from "./cpu-time.mjs";
import { makeLoads } from "./loads.mjs";

const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
if (!(rounds >= 1 && seconds > 0)) {
	console.error("Set BENCH_ROUNDS and BENCH_SECONDS above 0.");
	process.exit(1);
}
if (process.platform !== "linux") {
	console.error("Run this on Linux: the CPU time of other processes is read from /proc.");
	process.exit(1);
}

const child = fork(new URL("./server.mjs", import.meta.url));
const [{ port }] = await once(child, "message");
const agent = new Agent({ keepAlive: true });

function call({ path, type }, body) {
	return new Promise((resolve, reject) => {
		const headers = { "Content-Type": type, "Content-Length": body.length };
		const sent = request({ port, host: "127.0.0.1", path, method: "POST", agent, headers }, async (reply) => {
			let length = 0;
			for await (const part of reply) length += part.length;
			if (reply.statusCode === 200) resolve(length);
			else reject(new Error(`${path} answers ${reply.statusCode}.`));
		});
		sent.on("error", reject).end(body);
	});
}

async function spent() {
	child.send("workers");
	const [{ workers }] = await once(child, "message");
	return { http: cpuSeconds(child.pid), workers: workers.reduce((sum, pid) => sum + cpuSeconds(pid), 0) };
}

/** Two callers: one whose call is computed and one that waits. */
async function run(load) {
	const before = await spent();
	const began = performance.now();
	let count = 0;
	let bytes = 0;
	const caller = async () => {
		while (performance.now() - began < seconds * 1_000) {
			const body = load.bodies[count++ % load.bodies.length];
			await call(load, body);
			bytes += body.length;
		}
	};
	await Promise.all([caller(), caller()]);
	const after = await spent();
	return { count, bytes, http: after.http - before.http, workers: after.workers - before.workers };
}

const loads = await makeLoads();
const samples = [];
const others = [];
for (let round = 0; round <= rounds; round++) {
	others.push(await othersShare());
	for (const load of round % 2 ? loads : loads.toReversed()) {
		const sample = await run(load);
		if (round > 0) samples.push({ round, name: load.name, ...sample });
	}
}
agent.destroy();
child.disconnect();

const setting = { date: new Date().toISOString(), ...MACHINE, rounds, seconds };
mkdirSync(new URL("../results/", import.meta.url), { recursive: true });
writeFileSync(
	new URL("../results/capacity.json", import.meta.url),
	`${JSON.stringify({ ...setting, others, samples }, null, 2)}\n`,
);
const lines = [["load", "", "calls/s per core", "MB/s per core", "CPU ms per call", "of which HTTP"]];
for (const { name } of loads) {
	const of = samples.filter((sample) => sample.name === name);
	const each = (measure) => short(median(of.map(measure)));
	const cpu = ({ http, workers }) => http + workers;
	lines.push([
		name,
		"",
		each((one) => one.count / cpu(one)),
		each((one) => one.bytes / 1e6 / cpu(one)),
		each((one) => (1_000 * cpu(one)) / one.count),
		`${(100 * median(of.map((one) => one.http / cpu(one)))).toFixed(0)} %`,
	]);
}
console.log(`Node ${setting.node} ${setting.arch}, ${setting.cpu}, ${rounds} rounds of ${seconds} s`);
console.log(`used by other processes: ${others.map((share) => `${Math.round(100 * share)} %`).join(", ")}\n`);
console.log(columns(lines));
