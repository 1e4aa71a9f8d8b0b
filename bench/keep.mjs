// What it costs to keep answers, and what a kept answer saves.
// The translator's calls per second: computed on each call, and kept. Then the CPU time of the smallest mill for calls whose inputs
// are all different, so that nothing is ever found: with the store and without.
//
//   BENCH_ROUNDS=7      measured rounds, after a warm-up round
//   BENCH_SECONDS=1.5   for each server in a round
import { load } from "./measuring/load.mjs";
import { columns, median, short } from "./measuring/numbers.mjs";
import { post } from "./measuring/post.mjs";
import { alternate, printGoal, save, settings } from "./measuring/rounds.mjs";
import { startGristmill } from "./measuring/start.mjs";
import { makeText } from "./translator/sentences.mjs";

const { rounds, seconds } = settings({ rounds: 7, seconds: 1.5 });

const TRANSLATOR = new URL("../packages/mills/dist/translator/translator.js", import.meta.url);
const ECHOER = new URL("http/echoer.mjs", import.meta.url);
const KEEP = { keep: "64MiB" };
const CONNECTIONS = 4;
const GAIN_GOAL = 50;
const MISS_GOAL = 1.05;
const KINDS = {
	translator: { computed: "computed", kept: "kept" },
	"misses of the smallest mill": { computed: "without", kept: "with the store" },
};
const [REPEATED, NEW] = Object.keys(KINDS);
const names = ["computed", "kept"];

/** The bytes of a call. */
function bytesOf(path, text) {
	const body = Buffer.from(text);
	const head = ["Host: 127.0.0.1", "Content-Type: text/plain", `Content-Length: ${body.length}`];
	return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`), body]);
}

/** Each connection repeats a sentence of its own: equal calls at the same time would be computed once. */
async function repeated({ port }) {
	const path = "/translator?from=en&to=es";
	const calls = [];
	for (const text of makeText(CONNECTIONS)) {
		const bytes = bytesOf(path, text);
		const answerLength = (await post(port, path, text)).body.length;
		calls.push({ next: () => bytes, answerLength });
	}
	let n = 0;
	return () => calls[n++ % calls.length];
}

let count = 0;
/** Every call has another input of the same length. */
const fresh = () => ({
	next: () => bytesOf("/echoer", `Raw data goes in, clean data comes out: ${String(count++).padStart(12, "0")}`),
	answerLength: Buffer.byteLength(JSON.stringify({ text: "x".repeat(52) })),
});

const servers = {};
try {
	for (const name of names)
		servers[name] = await startGristmill([TRANSLATOR.href, ECHOER.href], name === "kept" ? KEEP : {});
	const makeCalls = {};
	for (const name of names) makeCalls[name] = await repeated(servers[name]);
	const run = await alternate({ rounds, names, kinds: Object.keys(KINDS) }, async (name, kind) => {
		const { port, cpu } = servers[name];
		const before = await cpu();
		const makeCall = kind === REPEATED ? makeCalls[name] : fresh;
		const connections = kind === REPEATED ? CONNECTIONS : 16;
		const { requests, seconds: took } = await load(port, makeCall, { seconds, connections });
		return { rate: requests / took, micros: ((await cpu()) - before) / requests };
	});
	save("keep", { rounds, seconds, ...run });
	run.printHead(`${rounds} rounds of ${seconds} s`);
	const lines = Object.entries(KINDS).flatMap(([kind, called]) =>
		names.map((name) => {
			const where = { kind, name };
			const cells = [run.values(where, "rate"), run.values(where, "micros")];
			return [kind, called[name], ...cells.map((values) => short(median(values)))];
		}),
	);
	console.log(columns([["calls", "", "calls/s", "CPU µs of the server"], ...lines]));
	const gain = median(run.ratios({ kind: REPEATED, name: "kept" }, "computed", "rate"));
	const cost = median(run.ratios({ kind: NEW, name: "kept" }, "computed", "micros"));
	console.log();
	printGoal(gain >= GAIN_GOAL, `kept answers of the translator ≥ ${GAIN_GOAL} × calls/s`, `${short(gain)} ×`);
	printGoal(cost <= MISS_GOAL, `CPU of a miss of the smallest mill ≤ ${MISS_GOAL} ×`, `${cost.toFixed(3)} ×`);
} finally {
	await Promise.all(Object.values(servers).map((server) => server.stop()));
}
