// Calls per second of one HTTP process, compared with several.
// `gristmill serve` with an inline mill and texts of 1 KB, and bare node:http in one process and in a cluster. The load takes a
// part of the same cores, so the CPU time of a call is measured, too: it says how many calls the processes could answer if the
// load ran elsewhere.
//
//   BENCH_PROCESSES=2   processes to compare with one
//   BENCH_ROUNDS=9      measured rounds, after a warm-up round
//   BENCH_SECONDS=2     for each server in a round
//   BENCH_CONNECTIONS=64
import { makeCall, makeText, verify } from "./http/requests.mjs";
import { treeSeconds } from "./measuring/cpu-time.mjs";
import { load } from "./measuring/load.mjs";
import { columns, median, middleHalf, short } from "./measuring/numbers.mjs";
import { alternate, needLinux, save, settings } from "./measuring/rounds.mjs";
import { serve } from "./measuring/serve.mjs";
import { start, startCluster } from "./measuring/start.mjs";

const fallbacks = { processes: 2, rounds: 9, seconds: 2, connections: 64 };
const { processes: several, rounds, seconds, connections } = settings(fallbacks);
needLinux();
const here = (path) => new URL(path, import.meta.url);
const gristmill = (count) =>
	serve([here("http/echoer.mjs").pathname, `--processes=${count}`, `--workers=${count}`]);
const bare = here("http/servers/node-http-same-fields.mjs");
const STARTS = {
	gristmill: () => gristmill(1),
	"gristmill, several": () => gristmill(several),
	"node:http": () => start(bare),
	"node:http, several": () => startCluster(bare, `${several}`),
};
const names = Object.keys(STARTS);
const anchorOf = (name) => name.replace(", several", "");

const text = makeText("ascii", 1_000);
const call = makeCall(text);
const servers = {};
try {
	for (const name of names) servers[name] = await STARTS[name]();
	for (const server of Object.values(servers)) await verify(server, text);
	const run = await alternate({ rounds, names }, async (name) => {
		const { pid, port } = servers[name];
		const own = process.cpuUsage();
		const before = treeSeconds(pid);
		const { requests, seconds: took } = await load(port, call, { seconds, connections });
		const cpu = treeSeconds(pid) - before;
		const { user, system } = process.cpuUsage(own);
		return {
			rate: requests / took,
			micros: (cpu * 1e6) / requests,
			loadCores: (user + system) / 1e6 / took,
		};
	});
	save("processes", { processes: several, rounds, seconds, connections, ...run });

	run.printHead(`${rounds} rounds of ${seconds} s`, `${connections} connections`, "1 KB", "inline");
	console.log(`ratio: to one process; if the load ran elsewhere: the number of processes × the CPU time of a call in one of one ÷ in
one of several; load: cores that the load took.\n`);
	const lines = names.map((name) => {
		const ratios = (measure) => run.ratios({ name }, anchorOf(name), measure);
		const middle = (measure) => median(run.values({ name }, measure));
		const isOne = name === anchorOf(name);
		return [
			anchorOf(name),
			`${isOne ? 1 : several}`,
			middle("rate").toFixed(0),
			isOne ? "" : median(ratios("rate")).toFixed(2),
			isOne ? "" : middleHalf(ratios("rate")),
			short(middle("micros")),
			isOne ? "" : (several / median(ratios("micros"))).toFixed(2),
			middle("loadCores").toFixed(2),
		];
	});
	const heads = ["calls/s", "ratio", "middle half", "CPU µs/call", "load elsewhere", "load"];
	console.log(columns([["server", "processes", ...heads], ...lines]));
} finally {
	for (const server of Object.values(servers)) await server.stop();
}
