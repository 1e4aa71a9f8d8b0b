// CPU time of a client for each input of a small mill: calls of `map` by node:http and by fetch, one request of many lines, and
// node:http by hand. Only the time of this process counts: the server is another one.
//
//   BENCH_ROUNDS=5      measured rounds, after a warm-up round
//   BENCH_LINES=4000    inputs in a round
import { Agent, request } from "node:http";
import { createClient } from "../packages/gristmill/dist/client/index.js";
import { columns, median, short } from "./measuring/numbers.mjs";
import { alternate, printGoal, save, settings } from "./measuring/rounds.mjs";
import { startGristmill } from "./measuring/start.mjs";

const { rounds, lines } = settings({ rounds: 5, lines: 4_000 });
const server = await startGristmill([`${new URL("../examples/word-counter.ts", import.meta.url)}`]);
const url = `http://127.0.0.1:${server.port}/word-counter`;
const TOGETHER = 16;
const inputs = Array.from({ length: lines }, (_, i) => `line ${i} of many`);

const agent = new Agent({ keepAlive: true });
function byHand(input) {
	return new Promise((resolve, reject) => {
		const headers = { "Content-Type": "text/plain", "Content-Length": Buffer.byteLength(input) };
		const sent = request(url, { method: "POST", headers, agent }, (response) => {
			const pieces = [];
			response.on("data", (piece) => pieces.push(piece));
			response.on("end", () => resolve(JSON.parse(Buffer.concat(pieces))));
		});
		sent.on("error", reject);
		sent.end(input);
	});
}

const client = createClient();
const other = createClient([], { fetch: (...words) => fetch(...words) });
async function all(outcomes) {
	for await (const { error } of outcomes) if (error) throw error;
}
const HAND = "node:http by hand";
const WAYS = {
	[HAND]: async () => {
		for (let i = 0; i < lines; i += TOGETHER) await Promise.all(inputs.slice(i, i + TOGETHER).map(byHand));
	},
	calls: () => all(client.map(url, inputs, { concurrency: TOGETHER })),
	"calls, by fetch": () => all(other.map(url, inputs, { concurrency: TOGETHER })),
	"one request": () => all(client.many(url, inputs)),
};
const run = await alternate({ rounds, names: Object.keys(WAYS) }, async (name) => {
	const before = process.cpuUsage();
	await WAYS[name]();
	const { user, system } = process.cpuUsage(before);
	return { us: (user + system) / lines };
});
save("map", { rounds, lines, ...run });
run.printHead(`${rounds} rounds`, `${lines} inputs`, `${TOGETHER} calls at once`);
const rows = Object.keys(WAYS).map((name) => {
	const us = median(run.values({ name }, "us"));
	return [name, "", short(us), short(1e6 / us), median(run.ratios({ name }, HAND, "us")).toFixed(2)];
});
console.log(columns([["inputs as", "", "CPU µs each", "inputs/s per core", "ratio"], ...rows]), "\n");
const rate = (name) => 1e6 / median(run.values({ name }, "us"));
printGoal(rate("calls") >= 3_000, "at least 3000 calls/s on one core", short(rate("calls")));
printGoal(rate("one request") >= 8_000, "at least 8000 lines/s in one request", short(rate("one request")));
await server.stop();
