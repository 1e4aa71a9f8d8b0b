// Calls per second of `gristmill serve` with one and with several HTTP processes: an inline mill and texts of 1 KB. The servers
// alternate within one run. The load runs on the same machine, so its own CPU time is printed, too.
//
//   BENCH_PROCESSES=2   processes to compare with one
//   BENCH_ROUNDS=9      measured rounds, after a warm-up round
//   BENCH_SECONDS=2     for each server in a round
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { load } from "../http/load.mjs";
import { makeCall, makeText, verify } from "../http/requests.mjs";
import { MACHINE, othersShare, stolenShare } from "../runtime/machine.mjs";
import { median, quantile } from "../runtime/numbers.mjs";

const several = Number(process.env.BENCH_PROCESSES ?? 2);
const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
const seconds = Number(process.env.BENCH_SECONDS ?? 2);
if (!Number.isInteger(several) || several < 2 || !Number.isInteger(rounds) || rounds < 1 || !(seconds > 0)) {
	console.error("Set BENCH_PROCESSES above 1, and BENCH_ROUNDS and BENCH_SECONDS above 0.");
	process.exit(1);
}
const CONNECTIONS = 16;
const main = fileURLToPath(new URL("../../packages/gristmill/dist/cli/main.js", import.meta.url));
const mill = fileURLToPath(new URL("echoer.mjs", import.meta.url));

async function serve(processes) {
	const flags = ["--port", "0", "--processes", processes, "--workers", processes, "--access-log", "none"];
	const child = spawn(process.execPath, [main, "serve", mill, ...flags], {
		stdio: ["ignore", "pipe", "ignore"],
	});
	const [greeting] = await once(child.stdout.setEncoding("utf8"), "data");
	const port = Number(/:(\d+)\/\s/.exec(greeting)?.[1]);
	return { name: `${processes} processes`, port, stop: () => child.kill() };
}

const text = makeText("ascii", 1_000);
const call = makeCall(text);
const others = await othersShare();
const stolen = stolenShare();
const servers = [await serve(1), await serve(several)];
try {
	for (const server of servers) await verify(server, text);
	const rates = servers.map(() => []);
	const shares = [];
	for (let round = 0; round <= rounds; round++) {
		// The order changes from round to round.
		for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
			const before = process.cpuUsage();
			const { requests, seconds: took } = await load(servers[at].port, call, {
				seconds,
				connections: CONNECTIONS,
			});
			const { user, system } = process.cpuUsage(before);
			if (round === 0) continue;
			rates[at].push(requests / took);
			if (at === 1) shares.push((user + system) / 1e6 / took);
		}
	}
	const ratios = rates[1].map((rate, round) => rate / rates[0][round]);
	console.log(`Node ${MACHINE.node} ${MACHINE.arch}, ${MACHINE.cores} cores, ${MACHINE.cpu}`);
	console.log(`${rounds} rounds of ${seconds} s, ${CONNECTIONS} connections, 1 KB, inline`);
	console.log(`Other processes took ${(others * 100).toFixed(0)} % of the machine before the run.`);
	console.log(`Other machines took ${(stolen() * 100).toFixed(0)} % of it during the run.\n`);
	console.log(`one process       ${median(rates[0]).toFixed(0)} calls/s`);
	console.log(`${several} processes       ${median(rates[1]).toFixed(0)} calls/s`);
	const [low, high] = [0.25, 0.75].map((q) => quantile(ratios, q).toFixed(2));
	console.log(`ratio             ${median(ratios).toFixed(2)} (half of the rounds ${low} to ${high})`);
	const share = median(shares);
	console.log(`the load itself   ${share.toFixed(2)} of ${MACHINE.cores} cores`);
} finally {
	for (const server of servers) server.stop();
}
