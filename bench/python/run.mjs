// What a call of a mill in Python costs: the latency of a trivial call, compared with the same mill in JavaScript in a worker, with
// a bare server that has Python at the end of a pipe, and with FastAPI and uvicorn if the interpreter has them (on Debian:
// python3-fastapi and python3-uvicorn). FastAPI runs the same plain function in a thread; rewritten as `async def`, it runs on the
// event loop. First one caller sends one call after the other, then 16 callers do. The servers alternate within one run, after
// every 100 calls. Each has one process that computes.
//
//   BENCH_ROUNDS=7                  measured rounds, after a warm-up round
//   BENCH_CALLS=500                 calls to each server in a round
//   BENCH_PYTHON=/usr/bin/python3   the interpreter of FastAPI and of the mill; python3 by default
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { start } from "../http/start.mjs";
import { MACHINE, othersShare } from "../runtime/machine.mjs";
import { columns, median, quantile, short } from "../runtime/numbers.mjs";

const GOAL_MS = 0.3;
/** The number of calls in a row to one server. With fewer, every call would find cold caches. */
const TURN = 100;
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const calls = Number(process.env.BENCH_CALLS ?? 500);
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(calls) || calls < 10) {
	console.error("Set BENCH_ROUNDS above 0 and BENCH_CALLS of at least 10.");
	process.exit(1);
}
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const CALLERS = 16;
const interpreter = process.env.BENCH_PYTHON || "python3";
const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });

/** Starts FastAPI; undefined if the interpreter does not have it. */
async function startFastapi() {
	if (spawnSync(interpreter, ["-c", "import fastapi, uvicorn"]).status !== 0) {
		console.log(`Skipped: FastAPI. Install fastapi and uvicorn for ${interpreter} to compare with it.\n`);
		return undefined;
	}
	const child = spawn(interpreter, [here("fastapi_server.py")], { stdio: ["ignore", "pipe", "inherit"] });
	const [line] = await once(child.stdout.setEncoding("utf8"), "data");
	return { base: `http://127.0.0.1:${Number(line)}`, stop: () => child.kill() };
}

/** Sends a text and returns how long the answer took, in milliseconds. */
function call(url, text) {
	return new Promise((resolve, reject) => {
		const began = performance.now();
		const headers = { "Content-Type": "text/plain", "Content-Length": Buffer.byteLength(text) };
		const sent = request(url, { method: "POST", agent, headers }, (response) => {
			let body = "";
			response.setEncoding("utf8").on("data", (part) => {
				body += part;
			});
			response.on("end", () => {
				const took = performance.now() - began;
				// A fast wrong answer must not win.
				if (response.statusCode === 200 && JSON.parse(body).length === text.length) resolve(took);
				else reject(new Error(`${url} answers wrongly: ${response.statusCode} ${body}`));
			});
		});
		sent.on("error", reject);
		sent.end(text);
	});
}

/** Lets 16 callers share a number of calls, and returns how many were answered in a second. */
async function throughput(url, title) {
	const began = performance.now();
	let next = 0;
	const caller = async () => {
		while (next < calls) await call(url, `${title} ${next++}`);
	};
	await Promise.all(Array.from({ length: CALLERS }, caller));
	return (calls * 1000) / (performance.now() - began);
}

const server = await start("server", [], new URL("./", import.meta.url));
const base = `http://127.0.0.1:${server.port}`;
const bare = await start("bare-server", [], new URL("./", import.meta.url));
const fastapi = await startFastapi();
try {
	const urls = {
		javascript: `${base}/javascript-measurer`,
		python: `${base}/python-measurer`,
		"bare pipe": `http://127.0.0.1:${bare.port}/`,
		...(fastapi
			? { fastapi: `${fastapi.base}/fastapi-thread`, "fastapi, async def": `${fastapi.base}/fastapi` }
			: {}),
	};
	const names = Object.keys(urls);
	const samples = [];
	const others = [];
	for (let round = 0; round <= rounds; round++) {
		others.push(await othersShare());
		const latencies = Object.fromEntries(names.map((name) => [name, []]));
		for (let turn = 0; turn < calls / TURN; turn++)
			for (const name of turn % 2 === 0 ? names : names.toReversed())
				for (let i = 0; i < Math.min(TURN, calls - turn * TURN); i++)
					latencies[name].push(await call(urls[name], `${name} ${round} ${turn} ${i}`));
		for (const name of round % 2 === 0 ? names : names.toReversed()) {
			const perSecond = await throughput(urls[name], `${name} ${round} of ${CALLERS}`);
			const times = latencies[name];
			if (round > 0) samples.push({ round, name, p50: median(times), p99: quantile(times, 0.99), perSecond });
		}
	}
	const setting = { date: new Date().toISOString(), ...MACHINE, rounds, calls };
	const results = new URL("../results/", import.meta.url);
	mkdirSync(results, { recursive: true });
	writeFileSync(
		new URL("python.json", results),
		`${JSON.stringify({ ...setting, others, samples }, null, 2)}\n`,
	);
	const of = (name, key) => median(samples.filter((one) => one.name === name).map((one) => one[key]));
	console.log(
		`Node ${setting.node} ${setting.arch}, ${setting.cores} cores; ${rounds} rounds of ${calls} calls`,
	);
	console.log(
		`Other processes took ${(median(others) * 100).toFixed(0)} % of the machine between the rounds.\n`,
	);
	const rows = names.map((name) => [
		name,
		"",
		short(of(name, "p50")),
		short(of(name, "p99")),
		of(name, "perSecond").toFixed(0),
	]);
	const head = ["trivial call", "", "p50 ms", "p99 ms", `calls/s of ${CALLERS} callers`];
	console.log(`${columns([head, ...rows])}\n`);
	const more = of("python", "p50") - of("javascript", "p50");
	const verdict = (isMet) => (isMet ? "met    " : "not met");
	console.log(
		`${verdict(more <= GOAL_MS)}  Python takes at most ${GOAL_MS} ms more than JavaScript: ${more.toFixed(3)} ms`,
	);
	if (fastapi) {
		const [latency, rate] = ["p50", "perSecond"].map((key) => of("python", key) / of("fastapi", key));
		console.log(
			`${verdict(latency <= 1)}  one caller waits no longer than for FastAPI: ${latency.toFixed(2)} of its time`,
		);
		console.log(
			`${verdict(rate >= 1)}  ${CALLERS} callers get no fewer answers than from FastAPI: ${rate.toFixed(2)} of its rate`,
		);
	}
} finally {
	agent.destroy();
	fastapi?.stop();
	await Promise.all([server.stop(), bare.stop()]);
}
