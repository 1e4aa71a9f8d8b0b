// The memory of a server and of its workers, for each mill by itself and for all together: after the start, and after calls with the
// loads of bench:capacity. It reads /proc, so it needs Linux.
//
// PSS counts a page that several processes share by halves, thirds and so on, so it can be added up. RSS counts such a page in every
// process. It is what --worker-memory limits. "own" is memory that is no part of a file, so no process can share it: a further worker
// adds as much.
//
//   BENCH_CALLS=20      calls of each load, four at a time
//   BENCH_WORKERS=2     workers in each group
//   BENCH_MILL=         such as translator: only this one
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { makeLoads } from "../capacity/loads.mjs";
import { columns } from "../runtime/numbers.mjs";

const CLI = fileURLToPath(new URL("../../packages/gristmill/dist/cli/main.js", import.meta.url));
const calls = Number(process.env.BENCH_CALLS ?? 20);
const count = Number(process.env.BENCH_WORKERS ?? 2);
if (!(calls >= 1 && count >= 1)) {
	console.error("Set BENCH_CALLS and BENCH_WORKERS to 1 or more.");
	process.exit(1);
}
if (process.platform !== "linux") {
	console.error("Run this on Linux: the memory of other processes is read from /proc.");
	process.exit(1);
}

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

async function serve(mills) {
	const words = ["serve", "--port=0", `--workers=${count}`, "--log-level=error", "--access-log=none"];
	const child = spawn(process.execPath, [CLI, ...words, `--mills=${mills.join()}`], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	let printed = "";
	for await (const part of child.stdout) {
		printed += part;
		const url = /(http:\S+)\/\s/.exec(printed)?.[1];
		if (url) return { child, url };
	}
	throw new Error("The server ended before it was ready.");
}

async function call(url, { path, type }, body) {
	const answer = await fetch(url + path, { method: "POST", headers: { "Content-Type": type }, body });
	await answer.arrayBuffer();
	if (answer.status === 504)
		throw new Error(`Use a machine that is less busy: ${path} exceeded its deadline.`);
	if (!answer.ok) throw new Error(`${path} answers ${answer.status}.`);
}

/** Several at a time, so that every worker computes. */
async function callOften(url, load) {
	let i = 0;
	const caller = async () => {
		while (i < calls) await call(url, load, load.bodies[i++ % load.bodies.length]);
	};
	await Promise.all(Array.from({ length: 4 }, caller));
}

const loads = await makeLoads();
const millOf = ({ path }) => /\w+/.exec(path)[0];
const names = [...new Set(loads.map(millOf))];
const rows = [["mills", "processes", "HTTP PSS", "worker PSS", "worker RSS", "worker own", "all PSS, MB"]];
const only = process.env.BENCH_MILL;
for (const mills of only ? [[only]] : [...names.map((name) => [name]), names]) {
	const { child, url } = await serve(mills);
	try {
		const row = (when, { http, worker, all, workers }) =>
			rows.push([
				`${mills.length > 1 ? "all" : mills[0]}, ${when}`,
				`1 + ${workers}`,
				...[http.pss, worker.pss, worker.rss, worker.own, all].map((figure) => figure.toFixed(0)),
			]);
		// The spare workers start two seconds after the others.
		await setTimeout(5_000);
		row("after start", measure(child.pid));
		for (const load of loads.filter((one) => mills.includes(millOf(one)))) await callOften(url, load);
		row("after calls", measure(child.pid));
	} finally {
		child.kill("SIGKILL");
	}
}
console.log(
	`Node ${process.version}, ${process.arch}; ${count} workers in each group; ${calls} calls of each load\n`,
);
console.log(columns(rows));
