// The memory of the server and its workers, for each mill.
// After the start, and after calls with the loads of the benchmark "capacity".
//
// PSS counts a page that several processes share by halves, thirds and so on, so it can be added up. RSS counts such a page in every
// process. It is what --worker-memory limits. "own" is memory that is no part of a file, so no process can share it: a further worker
// adds as much.
//
//   BENCH_CALLS=20      calls of each load, four at a time
//   BENCH_WORKERS=2     workers in each group
//   BENCH_MILL=         such as translator: only this one
import { readdirSync, readFileSync } from "node:fs";
import { Agent } from "node:http";
import { setTimeout } from "node:timers/promises";
import { makeLoads } from "./capacity/loads.mjs";
import { MACHINE } from "./measuring/machine.mjs";
import { columns } from "./measuring/numbers.mjs";
import { post } from "./measuring/post.mjs";
import { needLinux, save, settings } from "./measuring/rounds.mjs";
import { serve } from "./measuring/serve.mjs";

const { calls, workers: count } = settings({ calls: 20, workers: 2 });
needLinux();

/** The memory of a process, in MB. */
function memoryOf(pid) {
	const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
	const figure = (name) => (Number(new RegExp(`^${name}: +(\\d+)`, "m").exec(text)[1]) * 1024) / 1e6;
	return {
		pss: figure("Pss"),
		rss: figure("Rss"),
		own: figure("Anonymous"),
	};
}

/** The workers of a server. */
function workersOf(server) {
	return readdirSync("/proc").filter((pid) => {
		if (!/^\d+$/.test(pid)) return false;
		try {
			const parent = /^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
			return (
				Number(parent) === server &&
				readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("/worker/worker.js")
			);
		} catch {
			// It has ended.
			return false;
		}
	});
}

/** The HTTP process, and the largest worker: a spare has not computed anything yet. */
function measure(server) {
	const workers = workersOf(server).map(memoryOf);
	const largest = workers.reduce((a, b) => (b.pss > a.pss ? b : a));
	const all = workers.reduce((sum, { pss }) => sum + pss, memoryOf(server).pss);
	return { http: memoryOf(server), worker: largest, all, workers: workers.length };
}

/** Several calls at a time, so that every worker computes. */
async function callOften(port, { path, type, bodies }) {
	const agent = new Agent({ keepAlive: true });
	let i = 0;
	const caller = async () => {
		while (i < calls) await post(port, path, bodies[i++ % bodies.length], { "Content-Type": type }, agent);
	};
	await Promise.all(Array.from({ length: 4 }, caller));
	agent.destroy();
}

const loads = await makeLoads();
const millOf = ({ path }) => /\w+/.exec(path)[0];
const names = [...new Set(loads.map(millOf))];
const rows = [["mills", "processes", "HTTP PSS", "worker PSS", "worker RSS", "worker own", "all PSS, MB"]];
const only = process.env.BENCH_MILL;
for (const mills of only ? [[only]] : [...names.map((name) => [name]), names]) {
	const { pid, port, stop } = await serve([`--workers=${count}`, `--mills=${mills.join()}`]);
	try {
		const row = (when, { http, worker, all, workers }) =>
			rows.push([
				`${mills.length > 1 ? "all" : mills[0]}, ${when}`,
				`1 + ${workers}`,
				...[http.pss, worker.pss, worker.rss, worker.own, all].map((figure) => figure.toFixed(0)),
			]);
		// The spare workers start two seconds after the others.
		await setTimeout(5_000);
		row("after start", measure(pid));
		for (const load of loads.filter((one) => mills.includes(millOf(one)))) await callOften(port, load);
		row("after calls", measure(pid));
	} finally {
		stop();
	}
}
save("memory", { workers: count, calls, rows });
console.log(
	`Node ${MACHINE.node} ${MACHINE.arch}, ${count} workers in each group, ${calls} calls of each load\n`,
);
console.log(columns(rows));
