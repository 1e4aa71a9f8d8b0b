// Calls per second of `gristmill serve` with one and with several HTTP processes, and of bare node:http in one process and with
// node:cluster: an inline mill and texts of 1 KB. The servers alternate within one run. The load takes a part of the same cores, so
// the CPU time of a call is measured, too: it says how many calls the processes could answer if the load ran elsewhere.
//
//   BENCH_PROCESSES=2   processes to compare with one
//   BENCH_ROUNDS=9      measured rounds, after a warm-up round
//   BENCH_SECONDS=2     for each server in a round
//   BENCH_CONNECTIONS=64
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { treeSeconds } from "../capacity/cpu-time.mjs";
import { load } from "../http/load.mjs";
import { makeCall, makeText, verify } from "../http/requests.mjs";
import { MACHINE, othersShare, stolenShare } from "../runtime/machine.mjs";
import { columns, median, quantile, short } from "../runtime/numbers.mjs";

const several = Number(process.env.BENCH_PROCESSES ?? 2);
const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
const seconds = Number(process.env.BENCH_SECONDS ?? 2);
const connections = Number(process.env.BENCH_CONNECTIONS ?? 64);
const counts = [several - 1, rounds, connections];
if (!counts.every((count) => Number.isInteger(count) && count >= 1) || !(seconds > 0)) {
	console.error(
		"Set BENCH_PROCESSES above 1, and BENCH_ROUNDS, BENCH_SECONDS and BENCH_CONNECTIONS above 0.",
	);
	process.exit(1);
}
const main = fileURLToPath(new URL("../../packages/gristmill/dist/cli/main.js", import.meta.url));
const mill = fileURLToPath(new URL("echoer.mjs", import.meta.url));

async function startMill(processes) {
	const flags = ["--port", "0", "--processes", processes, "--workers", processes, "--access-log", "none"];
	const child = spawn(process.execPath, [main, "serve", mill, ...flags], {
		stdio: ["ignore", "pipe", "ignore"],
	});
	const [greeting] = await once(child.stdout.setEncoding("utf8"), "data");
	const port = Number(/:(\d+)\/\s/.exec(greeting)?.[1]);
	return { name: "gristmill", processes, pid: child.pid, port, stop: () => child.kill() };
}

async function startBare(processes) {
	const child = fork(new URL("bare-server.mjs", import.meta.url), [`${processes}`]);
	const [{ port }] = await once(child, "message");
	return { name: "node:http", processes, pid: child.pid, port, stop: () => child.disconnect() };
}

const text = makeText("ascii", 1_000);
const call = makeCall(text);
const others = await othersShare();
const stolen = stolenShare();
const servers = [];
try {
	for (const start of [startMill, startBare])
		for (const processes of [1, several]) servers.push(await start(processes));
	for (const server of servers) await verify(server, text);
	const samples = [];
	for (let round = 0; round <= rounds; round++) {
		// The order changes from round to round.
		for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
			const own = process.cpuUsage();
			const before = treeSeconds(server.pid);
			const done = await load(server.port, call, { seconds, connections });
			const cpu = treeSeconds(server.pid) - before;
			const { user, system } = process.cpuUsage(own);
			if (round === 0) continue;
			const { requests, seconds: took } = done;
			const loadCores = (user + system) / 1e6 / took;
			samples.push({ server, rate: requests / took, micros: (cpu * 1e6) / requests, loadCores });
		}
	}
	const of = (server, what) =>
		samples.filter((sample) => sample.server === server).map((sample) => sample[what]);
	const lines = servers.map((server) => {
		const alone = servers.find(({ name, processes }) => name === server.name && processes === 1);
		// Compared per round, so that a busy moment of the machine affects both.
		const ratios = (what) => of(server, what).map((value, i) => value / of(alone, what)[i]);
		const [low, high] = [0.25, 0.75].map((q) => quantile(ratios("rate"), q).toFixed(2));
		return [
			server.name,
			`${server.processes}`,
			median(of(server, "rate")).toFixed(0),
			server === alone ? "" : median(ratios("rate")).toFixed(2),
			server === alone ? "" : `${low}–${high}`,
			short(median(of(server, "micros"))),
			server === alone ? "" : (server.processes / median(ratios("micros"))).toFixed(2),
			median(of(server, "loadCores")).toFixed(2),
		];
	});
	console.log(`Node ${MACHINE.node} ${MACHINE.arch}, ${MACHINE.cores} cores, ${MACHINE.cpu}`);
	console.log(`${rounds} rounds of ${seconds} s, ${connections} connections, 1 KB, inline`);
	console.log(`Other processes took ${(others * 100).toFixed(0)} % of the machine before the run.`);
	console.log(`Other machines took ${(stolen() * 100).toFixed(0)} % of it during the run.`);
	console.log(
		"ratio: to one process, half of the rounds in the next column; if the load ran elsewhere: the number of",
	);
	console.log(
		"processes × the CPU time of a call in one of one ÷ in one of several; load: cores that the load took.\n",
	);
	const heads = ["calls/s", "ratio", "", "CPU µs/call", "load elsewhere", "load"];
	console.log(columns([["server", "processes", ...heads], ...lines]));
} finally {
	for (const server of servers) server.stop();
}
