// A call of a mill in Python, compared with one in JavaScript and with FastAPI.
// It is a trivial call. The mill in JavaScript runs in a worker, too. A bare server has Python at the end of a pipe. FastAPI
// and uvicorn are measured if the interpreter has them (on Debian: python3-fastapi and python3-uvicorn). FastAPI runs the same
// plain function in a thread; rewritten as `async def`, it runs on the event loop. First one caller sends one call after the
// other, then 16 callers do. Each server has one process that computes.
//
//   BENCH_ROUNDS=7                  measured rounds, after a warm-up round
//   BENCH_CALLS=500                 calls to each server in a round
//   BENCH_PYTHON=/usr/bin/python3   the interpreter of FastAPI and of the mill; python3 by default
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { fileURLToPath } from "node:url";
import { columns, median, quantile, short } from "./measuring/numbers.mjs";
import { post } from "./measuring/post.mjs";
import { alternate, printGoal, save, settings } from "./measuring/rounds.mjs";
import { start } from "./measuring/start.mjs";

const GOAL_MS = 0.3;
const CALLERS = 16;
const { rounds, calls } = settings({ rounds: 7, calls: 500 });
const here = (name) => new URL(`python/${name}`, import.meta.url);
const interpreter = process.env.BENCH_PYTHON || "python3";
const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });

/** Starts FastAPI; undefined if the interpreter does not have it. */
async function startFastapi() {
	if (spawnSync(interpreter, ["-c", "import fastapi, uvicorn"]).status !== 0) {
		console.log(`Skipped: FastAPI. Install fastapi and uvicorn for ${interpreter} to compare with it.\n`);
		return undefined;
	}
	const words = [fileURLToPath(here("fastapi_server.py"))];
	const child = spawn(interpreter, words, { stdio: ["ignore", "pipe", "inherit"] });
	const [line] = await once(child.stdout.setEncoding("utf8"), "data");
	return { port: Number(line), stop: () => child.kill() };
}

/** Sends a text and returns how long the answer took, in milliseconds. */
async function call({ port, path }, text) {
	const began = performance.now();
	const { body } = await post(port, path, text, {}, agent);
	const took = performance.now() - began;
	// A fast wrong answer must not win.
	if (JSON.parse(body).length !== text.length) throw new Error(`${path} answers wrongly: ${body}`);
	return took;
}

/** Lets 16 callers share a number of calls, and returns how many were answered in a second. */
async function throughput(target, title) {
	const began = performance.now();
	let next = 0;
	const caller = async () => {
		while (next < calls) await call(target, `${title} ${next++}`);
	};
	await Promise.all(Array.from({ length: CALLERS }, caller));
	return (calls * 1000) / (performance.now() - began);
}

const server = await start(here("server.mjs"));
const bare = await start(here("bare-server.mjs"));
const fastapi = await startFastapi();
try {
	const targets = {
		javascript: { port: server.port, path: "/javascript-measurer" },
		python: { port: server.port, path: "/python-measurer" },
		"bare pipe": { port: bare.port, path: "/" },
		...(fastapi && {
			fastapi: { port: fastapi.port, path: "/fastapi-thread" },
			"fastapi, async def": { port: fastapi.port, path: "/fastapi" },
		}),
	};
	const names = Object.keys(targets);
	const run = await alternate({ rounds, names }, async (name, _, round) => {
		const times = [];
		for (let i = 0; i < calls; i++) times.push(await call(targets[name], `${name} ${round} ${i}`));
		const perSecond = await throughput(targets[name], `${name} ${round} of ${CALLERS}`);
		return { p50: median(times), p99: quantile(times, 0.99), perSecond };
	});
	save("python", { rounds, calls, ...run });
	const of = (name, key) => median(run.values({ name }, key));
	run.printHead(`${rounds} rounds of ${calls} calls`);
	const lines = names.map((name) => [
		name,
		"",
		short(of(name, "p50")),
		short(of(name, "p99")),
		of(name, "perSecond").toFixed(0),
	]);
	const heads = ["trivial call", "", "p50 ms", "p99 ms", `calls/s of ${CALLERS} callers`];
	console.log(columns([heads, ...lines]), "\n");
	const more = of("python", "p50") - of("javascript", "p50");
	printGoal(
		more <= GOAL_MS,
		`Python takes at most ${GOAL_MS} ms more than JavaScript`,
		`${more.toFixed(3)} ms`,
	);
	if (fastapi) {
		const [latency, rate] = ["p50", "perSecond"].map((key) => of("python", key) / of("fastapi", key));
		printGoal(
			latency <= 1,
			"one caller waits no longer than for FastAPI",
			`${latency.toFixed(2)} of its time`,
		);
		printGoal(
			rate >= 1,
			`${CALLERS} callers get no fewer answers than from FastAPI`,
			`${rate.toFixed(2)} of its rate`,
		);
	}
} finally {
	agent.destroy();
	fastapi?.stop();
	await Promise.all([server.stop(), bare.stop()]);
}
