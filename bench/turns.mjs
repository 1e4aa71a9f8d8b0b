// For how long one large call takes the event loop of a server at once, which is how long every other call waits for it.
// The goal: 20 ms of CPU, for inputs and results of 32 MiB and for 100 MB of bytes out of a mill in the server's process. The CPU time
// of the thread counts, in steps of some milliseconds, so that the load of the machine does not.
//
//   BENCH_ROUNDS=5    calls of each kind
import { setTimeout as sleep } from "node:timers/promises";
import { columns, median, short } from "./measuring/numbers.mjs";
import { post } from "./measuring/post.mjs";
import { alternate, needLinux, printGoal, save, settings } from "./measuring/rounds.mjs";
import { start } from "./measuring/start.mjs";

const GOAL_MS = 20;
const SIZE = 32 * 1024 * 1024;
const BYTES = { Accept: "application/octet-stream" };
const JSON_TYPE = { "Content-Type": "application/json" };
needLinux();
const { rounds } = settings({ rounds: 5 });

/** Content that differs from call to call. */
const content = (size, seed) => Buffer.alloc(size, `grist ${seed} `);

function formOf(seed) {
	const part = (name) => [
		`--x\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
		content(SIZE / 2, seed + name),
		"\r\n",
	];
	const pieces = [...part("left"), ...part("right"), "--x--\r\n"];
	return Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
}

const tool = (name, given) =>
	Buffer.from(
		JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } }),
	);
const base64 = (size, seed) => ({
	data: content(size, seed).toString("base64"),
	mimeType: "application/octet-stream",
});

/** Each prepares its call, so that only the server's work is measured. */
const CALLS = {
	"a text in": (seed) => ["/length-meter", content(SIZE, seed)],
	"bytes in": (seed) => ["/length-meter", content(SIZE, seed), { "Content-Type": BYTES.Accept }],
	"a form in": (seed) => ["/form-meter", formOf(seed), { "Content-Type": "multipart/form-data; boundary=x" }],
	"a text in, of an agent": (seed) => [
		"/mcp",
		tool("length-meter", { input: `${content(SIZE, seed)}` }),
		JSON_TYPE,
	],
	"a form in, of an agent": (seed) => [
		"/mcp",
		tool("form-meter", { left: base64(SIZE / 2, `${seed}l`), right: base64(SIZE / 2, `${seed}r`) }),
		JSON_TYPE,
	],
	"bytes out": () => [`/text-filler?bytes=${SIZE}`, "a", BYTES],
	"JSON out": () => [`/text-filler?letters=${SIZE}`, "a"],
	"JSON out, for an agent": () => ["/mcp", tool("text-filler", { input: "a", letters: SIZE }), JSON_TYPE],
	"100 MB of bytes out of the server's process": () => ["/near-filler?bytes=100000000", "a", BYTES],
};

const server = await start(new URL("turns/server.mjs", import.meta.url));
const run = await alternate({ rounds, names: Object.keys(CALLS) }, async (name, _, round) => {
	const call = CALLS[name](round);
	// What the call before has left behind is not measured.
	await sleep(200);
	await server.ask();
	await post(server.port, ...call);
	const { turnCpu, turn } = await server.ask();
	return { turnCpu, turn };
});
await server.stop();
save("turns", { rounds, ...run });
run.printHead(`${rounds} calls of each kind`);
const lines = Object.keys(CALLS).map((name) => {
	const cpu = run.values({ name }, "turnCpu");
	return [name, "", short(median(cpu)), short(Math.max(...cpu)), short(median(run.values({ name }, "turn")))];
});
console.log(columns([["longest turn in ms", "", "CPU", "worst", "elapsed"], ...lines]), "\n");
for (const name of Object.keys(CALLS)) {
	const found = median(run.values({ name }, "turnCpu"));
	printGoal(found <= GOAL_MS, `${name}: at most ${GOAL_MS} ms`, `${short(found)} ms`);
}
