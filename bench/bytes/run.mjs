// Megabytes per second of large binary results: a mill in a worker and a mill in the server's process compared with bare
// node:http, which sends the same bytes. They alternate within one run. Bare node:http that forwards the bytes of another process
// shows how fast a mill in a worker could be. Also the longest pause of the server's loop, and the memory that an answer takes in
// the server's process.
//
//   BENCH_ROUNDS=8       measured rounds, after a warm-up round
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { MACHINE, othersShare } from "../runtime/machine.mjs";
import { columns, median, quantile, short } from "../runtime/numbers.mjs";

const rounds = Number(process.env.BENCH_ROUNDS ?? 8);
if (!(rounds >= 1)) {
	console.error("Set BENCH_ROUNDS above 0.");
	process.exit(1);
}
const MB = 1e6;
/** The size of an answer, and how many are asked for in a slice, one after the other. */
const SIZES = { "1 MB": [1 * MB, 60], "10 MB": [10 * MB, 12], "100 MB": [100 * MB, 3] };
const KINDS = {
	"node-http": "bare node:http",
	piped: "bare node:http and a process",
	process: "the mill in the server's process",
	worker: "the mill in a worker",
};
const NAMES = Object.keys(KINDS);

const servers = {};
for (const kind of NAMES) {
	const child = fork(fileURLToPath(new URL("server.mjs", import.meta.url)), [kind], {
		execArgv: ["--expose-gc"],
	});
	const [{ port }] = await once(child, "message");
	servers[kind] = {
		port,
		facts: async () => {
			child.send("facts");
			const [facts] = await once(child, "message");
			return facts;
		},
		stop: () => child.disconnect(),
	};
}

/** Asks once, and resolves when the last byte has come. The bytes are dropped: keeping them would measure the caller. */
function ask(port, size) {
	return new Promise((resolve, reject) => {
		const headers = {
			"Content-Type": "application/octet-stream",
			Accept: "application/octet-stream",
			"Content-Length": 0,
		};
		request({ port, path: `/byte-giver?size=${size}`, method: "POST", headers }, (response) => {
			let left = size;
			response.on("data", (chunk) => {
				left -= chunk.length;
			});
			response.on("end", () =>
				response.statusCode === 200 && left === 0
					? resolve()
					: reject(new Error(`A wrong answer: ${response.statusCode}`)),
			);
			response.on("error", reject);
		})
			.on("error", reject)
			.end();
	});
}

const samples = [];
const others = [];
for (let round = 0; round <= rounds; round++) {
	others.push(await othersShare());
	for (const [name, [size, count]] of Object.entries(SIZES))
		for (const kind of round % 2 === 0 ? NAMES : NAMES.toReversed()) {
			const { port, facts } = servers[kind];
			const { idle } = await facts();
			const began = performance.now();
			for (let i = 0; i < count; i++) await ask(port, size);
			const perSecond = (count * size) / MB / ((performance.now() - began) / 1000);
			const { stall, rss } = await facts();
			if (round > 0) samples.push({ round, size: name, kind, perSecond, stall, memory: (rss - idle) / size });
		}
}
for (const { stop } of Object.values(servers)) stop();

const setting = { date: new Date().toISOString(), ...MACHINE, rounds };
mkdirSync(new URL("../results/", import.meta.url), { recursive: true });
writeFileSync(
	new URL("../results/bytes.json", import.meta.url),
	`${JSON.stringify({ ...setting, others, samples }, null, 2)}\n`,
);
const of = (size, kind, key) =>
	samples.filter((one) => one.size === size && one.kind === kind).map((one) => one[key]);
console.log(`Node ${setting.node} ${setting.arch}, ${setting.cores} cores, ${rounds} rounds`);
console.log(`used by other processes: ${others.map((share) => `${Math.round(100 * share)} %`).join(", ")}\n`);
const lines = [
	[
		"size",
		"",
		"MB/s",
		"÷ node:http",
		"middle half",
		"÷ with a process",
		"longest pause, ms",
		"memory ÷ size",
	],
];
for (const size of Object.keys(SIZES))
	for (const kind of NAMES) {
		const over = (other) =>
			of(size, kind, "perSecond").map((value, i) => value / of(size, other, "perSecond")[i]);
		const ratios = over("node-http");
		const half = `${short(quantile(ratios, 0.25))}–${short(quantile(ratios, 0.75))}`;
		lines.push([
			size,
			KINDS[kind],
			short(median(of(size, kind, "perSecond"))),
			short(median(ratios)),
			half,
			short(median(over("piped"))),
			short(median(of(size, kind, "stall"))),
			short(Math.max(0, median(of(size, kind, "memory")))),
		]);
	}
console.log(columns(lines));
