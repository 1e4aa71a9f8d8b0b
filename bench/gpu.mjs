// A text encoder on a GPU: served in batches, compared with bare torch in one process, and under faults.
// It needs an NVIDIA device, and torch with CUDA. The mill is examples/text_embedder.py. In each round, callers send texts to the server,
// and then bare torch computes batches of the same size, at most 64. One caller sends all its texts as lines of one request. After that,
// the Python process is killed under load, and a call raises an error of CUDA under load.
//
//   BENCH_ROUNDS=3                  rounds
//   BENCH_SECONDS=3                 the time of each measurement
//   BENCH_PYTHON=/usr/bin/python3   the interpreter with torch; python3 by default
//   BENCH_GRISTMILL=dist/cli/main.js   the command; by default that of this repository
//
// A machine with a GPU may have neither Node nor npm. Then take along what these commands write, where a Python has torch:
//
//   npx gristmill build examples/text_embedder.py -o kit --python python3
//   cp -r bench examples "$(command -v node)" kit
//
// and run there, in kit: BENCH_GRISTMILL=gristmill/dist/cli/main.js ./node bench/gpu.mjs
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { columns, median, short } from "./measuring/numbers.mjs";
import { post } from "./measuring/post.mjs";
import { printGoal, save, settings, stop } from "./measuring/rounds.mjs";

/** All texts are lines of one request. */
const STREAM = 0;
const CALLERS = [1, 16, 64, 256, STREAM];
const LARGEST_BATCH = 64;
/** The share of bare torch's texts per second. */
const GOALS = new Map([
	[64, 0.6],
	[256, 0.85],
	[STREAM, 0.85],
]);
const KILLED_SECONDS = 25;
const FAULT_SECONDS = 50;
const MEMORY_SECONDS = 8;
/** Calls whose batches of more than four need more memory than the device has. */
const LARGE_CALLS = 32;

const { rounds, seconds } = settings({ rounds: 3, seconds: 3 });
const python = process.env.BENCH_PYTHON || "python3";
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const command = process.env.BENCH_GRISTMILL || here("../packages/gristmill/dist/cli/main.js");

/** Bare torch, which computes batches of a size for some seconds whenever it is told to. */
async function startBare() {
	const child = spawn(python, ["-B", here("gpu/bare.py"), here("../examples")], {
		stdio: ["pipe", "pipe", "pipe"],
	});
	let complaint = "";
	child.stderr.on("data", (text) => {
		complaint += text;
	});
	child.on("error", ({ message }) => stop(`Python cannot be started: ${message}`));
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	const read = async () => {
		const { value } = await lines.next();
		if (value === undefined) stop(`Nothing is measured: ${complaint.trim().split("\n").at(-1)} (${python})`);
		return JSON.parse(value);
	};
	const facts = await read();
	if (facts.missing) stop(`Nothing is measured: ${facts.missing} (${python}).`);
	return {
		facts,
		run: (size) => {
			child.stdin.write(`${size} ${seconds}\n`);
			return read();
		},
		stop: () => child.kill(),
	};
}

/** The mill, which also raises an error of CUDA for one text, and takes too much device memory for batches with others. */
function writeMill(folder) {
	const code = readFileSync(here("../examples/text_embedder.py"), "utf8");
	const place = "-> List[Embedding]:\n";
	const fault = `    if "fault" in texts:
        # An index beyond the table: the device stops, and all that follows fails.
        model.table(torch.full((1,), 10**6, device=model.device))
        torch.cuda.synchronize()
    if batch_size > 4 and any(text.startswith("much") for text in texts):
        torch.empty(2**46, dtype=torch.uint8, device=model.device)
`;
	const single = "    return Embedding(model.vectors([text], 1)[0])";
	if (!code.includes(place) || !code.includes(single)) throw new Error("text_embedder.py has changed");
	const file = join(folder, "text_embedder.py");
	writeFileSync(
		file,
		code.replace(place, place + fault).replace(single, "    return embed_all([text], model, 1)[0]"),
	);
	return file;
}

async function freePort() {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address();
	server.close();
	await once(server, "close");
	return port;
}

async function startServer(folder) {
	const port = await freePort();
	const file = writeMill(folder);
	const log = join(folder, "serve.log");
	const output = openSync(log, "w");
	const began = performance.now();
	const child = spawn(
		process.execPath,
		[command, "serve", file, "--host", "127.0.0.1", "--port", String(port)],
		{ stdio: ["ignore", output, output], env: { ...process.env, GRISTMILL_PYTHON: python } },
	);
	const isReady = () =>
		fetch(`http://127.0.0.1:${port}/health/ready`)
			.then(({ ok }) => ok)
			.catch(() => false);
	while (!(await isReady())) {
		if (child.exitCode !== null || performance.now() - began > 120_000)
			stop(`The server does not get ready:\n${readFileSync(log, "utf8")}`);
		await sleep(50);
	}
	const readySeconds = (performance.now() - began) / 1_000;
	const log_ = () => readFileSync(log, "utf8");
	return { port, pid: child.pid, readySeconds, log: log_, stop: () => child.kill() };
}

/** Sends texts from this number of callers, in a process of its own. */
async function load(port, callers, howLong) {
	const child = spawn(process.execPath, [here("gpu/load.mjs"), port, callers, howLong].map(String), {
		stdio: ["ignore", "pipe", "inherit"],
	});
	const text = Buffer.concat(await child.stdout.toArray()).toString();
	return JSON.parse(text);
}

/** The Python process below the server. */
function pythonOf(server) {
	const parents = new Map();
	for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
		try {
			const [, parent] = readFileSync(`/proc/${pid}/stat`, "utf8")
				.replace(/^.*\) /, "")
				.split(" ");
			parents.set(Number(pid), Number(parent));
		} catch {
			// It has ended meanwhile.
		}
	const isBelow = (pid) => pid !== undefined && pid > 1 && (pid === server || isBelow(parents.get(pid)));
	return [...parents.keys()].find((pid) => {
		try {
			return (
				isBelow(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("gristmill._main()\0serve")
			);
		} catch {
			return false;
		}
	});
}

/** Causes a fault while 64 callers send texts. */
async function underLoad(server, howLong, cause) {
	const running = load(server.port, 64, howLong);
	await sleep(4_000);
	const told = await cause();
	return { ...(await running), told };
}

function describeFault(name, { answered, failures, longestGap, told }) {
	const failed = Object.entries(failures).map(([status, count]) => `${count} × ${status}`);
	console.log(
		`${name}: ${answered} calls answered, failed: ${failed.join(", ") || "none"}; longest time without an answer ${(longestGap / 1_000).toFixed(1)} s${told === undefined ? "" : `; ${told}`}`,
	);
}

const folder = mkdtempSync(join(tmpdir(), "bench-gpu-"));
const bare = await startBare();
const server = await startServer(folder);
try {
	const { device, torch } = bare.facts;
	console.log(
		`${device}, torch ${torch}, Node ${process.versions.node}; ready after ${server.readySeconds.toFixed(1)} s\n`,
	);
	const samples = [];
	// Round 0 warms up.
	for (let round = 0; round <= rounds; round++)
		for (const callers of CALLERS) {
			const served = await load(server.port, callers, round === 0 ? 1 : seconds);
			const anchor = await bare.run(Math.min(callers || LARGEST_BATCH, LARGEST_BATCH));
			if (round > 0) samples.push({ round, callers, served, bare: anchor });
		}
	const of = (callers, measure) => samples.filter((sample) => sample.callers === callers).map(measure);
	const middle = (callers, measure) => median(of(callers, measure));
	const ratio = (callers) =>
		middle(callers, ({ served, bare: anchor }) => served.perSecond / anchor.perSecond);
	const named = (callers) => (callers === STREAM ? "lines" : String(callers));
	const lines = CALLERS.map((callers) => [
		named(callers),
		"",
		middle(callers, ({ served }) => served.perSecond).toFixed(0),
		short(middle(callers, ({ served }) => served.p50)),
		short(middle(callers, ({ served }) => served.p99)),
		short(Math.max(...of(callers, ({ served }) => served.longestGap))),
		middle(callers, ({ bare: anchor }) => anchor.perSecond).toFixed(0),
		short(middle(callers, ({ bare: anchor }) => anchor.ms)),
		ratio(callers).toFixed(2),
		of(callers, ({ served }) => Object.values(served.failures).reduce((a, b) => a + b, 0))
			.reduce((a, b) => a + b, 0)
			.toFixed(0),
	]);
	const heads = [
		"callers",
		"",
		"texts/s",
		"p50 ms",
		"p99 ms",
		"longest gap ms",
		"bare texts/s",
		"bare ms",
		"ratio",
		"failed",
	];
	console.log(columns([heads, ...lines]), "\n");
	const metrics = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
	console.log(
		metrics
			.split("\n")
			.filter((line) => /^gristmill_(?:batch|device|gpu)/.test(line))
			.join("\n"),
		"\n",
	);
	for (const [callers, goal] of GOALS)
		printGoal(
			ratio(callers) >= goal,
			`${callers === STREAM ? "lines of one request" : `${callers} callers`} get ${goal} of bare torch's texts`,
			ratio(callers).toFixed(2),
		);
	const more = middle(1, ({ served, bare: anchor }) => served.p50 - anchor.ms);
	printGoal(
		more <= 1.3,
		"one caller waits at most 1.3 ms more than bare torch takes",
		`${more.toFixed(2)} ms`,
	);
	printGoal(server.readySeconds <= 15, "ready within 15 s", `${server.readySeconds.toFixed(1)} s`);
	console.log();

	const killed = await underLoad(server, KILLED_SECONDS, () => {
		const pid = pythonOf(server.pid);
		if (pid === undefined) return "no Python process was found to kill";
		process.kill(pid, "SIGKILL");
	});
	describeFault("kill -9 of Python", killed);
	const exhausted = await underLoad(server, MEMORY_SECONDS, async () => {
		const calls = Array.from({ length: LARGE_CALLS }, (_, i) =>
			post(server.port, "/text-embedder", `much ${i}`),
		);
		const done = await Promise.allSettled(calls);
		const answered = done.filter(({ status }) => status === "fulfilled").length;
		return `${answered} of ${LARGE_CALLS} calls that make batches too large are answered`;
	});
	describeFault("device memory exhausted", exhausted);
	const faulty = await underLoad(server, FAULT_SECONDS, async () => {
		const sent = performance.now();
		const status = await post(server.port, "/text-embedder", "fault").then(
			() => "200",
			({ message }) => message.slice(0, 200),
		);
		return `the faulty call after ${((performance.now() - sent) / 1_000).toFixed(1)} s: ${status}`;
	});
	describeFault("error of CUDA", faulty);
	const vector = await post(server.port, "/text-embedder", "A mill grinds grain.");
	console.log(`\nafter that, a text: ${vector.body.toString().slice(0, 100)}…`);
	save("gpu", {
		rounds,
		seconds,
		device,
		torch,
		readySeconds: server.readySeconds,
		samples,
		killed,
		exhausted,
		faulty,
	});
	const warnings = server
		.log()
		.split("\n")
		.filter((line) => !line.includes('"level":"info"'));
	console.log(`\nwhat the server logged besides calls:\n${warnings.join("\n").slice(-4_000)}`);
} finally {
	bare.stop();
	server.stop();
	rmSync(folder, { recursive: true, force: true });
}
