// Megabytes per second of large binary results, compared with bare node:http.
// A mill runs in a worker or in the server's process. Bare node:http that forwards the bytes of another process shows how fast
// a mill in a worker could be. Also the longest pause of the server's loop, and the memory that an answer takes in the server's
// process.
//
//   BENCH_ROUNDS=8       measured rounds, after a warm-up round
import { request } from "node:http";
import { columns, median, middleHalf, short } from "./measuring/numbers.mjs";
import { alternate, save, settings } from "./measuring/rounds.mjs";
import { start } from "./measuring/start.mjs";

const { rounds } = settings({ rounds: 8 });
const MB = 1e6;
/** The size of an answer, and how many are asked for in a slice, one after the other. */
const SIZES = { "1 MB": [1 * MB, 60], "10 MB": [10 * MB, 12], "100 MB": [100 * MB, 3] };
const SERVERS = {
	"node-http": "bare node:http",
	piped: "bare node:http and a process",
	process: "the mill in the server's process",
	worker: "the mill in a worker",
};
const names = Object.keys(SERVERS);
const kinds = Object.keys(SIZES);

const servers = {};
for (const name of names)
	servers[name] = await start(new URL("bytes/server.mjs", import.meta.url), [name], ["--expose-gc"]);

/** Asks once, and resolves when the last byte has come. The bytes are dropped: keeping them would measure the caller. */
function ask(port, size) {
	return new Promise((resolve, reject) => {
		const type = "application/octet-stream";
		const headers = { "Content-Type": type, Accept: type, "Content-Length": 0 };
		const sent = request({ port, path: `/byte-giver?size=${size}`, method: "POST", headers }, (response) => {
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
		});
		sent.on("error", reject).end();
	});
}

const run = await alternate({ rounds, names, kinds }, async (name, kind) => {
	const server = servers[name];
	const [size, count] = SIZES[kind];
	const { idle } = await server.ask();
	const began = performance.now();
	for (let i = 0; i < count; i++) await ask(server.port, size);
	const perSecond = (count * size) / MB / ((performance.now() - began) / 1000);
	const { stall, rss } = await server.ask();
	return { perSecond, stall, memory: (rss - idle) / size };
});
for (const server of Object.values(servers)) await server.stop();
save("bytes", { rounds, ...run });

run.printHead(`${rounds} rounds`);
const lines = kinds.flatMap((kind) =>
	names.map((name) => {
		const middle = (measure) => median(run.values({ kind, name }, measure));
		const ratios = (anchor) => run.ratios({ kind, name }, anchor, "perSecond");
		return [
			kind,
			SERVERS[name],
			short(middle("perSecond")),
			short(median(ratios("node-http"))),
			middleHalf(ratios("node-http")),
			short(median(ratios("piped"))),
			short(middle("stall")),
			short(Math.max(0, middle("memory"))),
		];
	}),
);
const heads = [
	"MB/s",
	"÷ node:http",
	"middle half",
	"÷ with a process",
	"longest pause, ms",
	"memory ÷ size",
];
console.log(columns([["size", "", ...heads], ...lines]));
