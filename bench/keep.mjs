// What it costs to keep answers, and what a kept answer saves.
// The translator's calls per second: computed on each call, and kept. Then the smallest mill, with and without the store, for calls
// whose inputs are all different, so that nothing is ever found: on the event loop, where its calls are left out, and in workers.
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
const COST_GOAL = 1.05;
const REPEATED = "translator, repeated calls";
const INLINE = "smallest mill, on the event loop";
const MISSES = "smallest mill, misses";
const kinds = [REPEATED, INLINE, MISSES];
const names = ["without", "with the store"];

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
	next: () =>
		bytesOf("/echoer", `Raw data goes in, clean data comes out: ${String(count++).padStart(12, "0")}`),
	answerLength: Buffer.byteLength(JSON.stringify({ text: "x".repeat(52) })),
});

const servers = {};
const makeCalls = {};
try {
	for (const kind of kinds) {
		servers[kind] = {};
		for (const name of names)
			servers[kind][name] = await startGristmill([(kind === REPEATED ? TRANSLATOR : ECHOER).href], {
				...(name === "without" ? {} : KEEP),
				...(kind === MISSES && { inline: "never" }),
			});
	}
	for (const name of names) makeCalls[name] = await repeated(servers[REPEATED][name]);
	const run = await alternate({ rounds, names, kinds }, async (name, kind) => {
		const { port, cpu } = servers[kind][name];
		const before = await cpu();
		const makeCall = kind === REPEATED ? makeCalls[name] : fresh;
		const connections = kind === REPEATED ? CONNECTIONS : 16;
		const { requests, seconds: took } = await load(port, makeCall, { seconds, connections });
		return { rate: requests / took, micros: ((await cpu()) - before) / requests };
	});
	save("keep", { rounds, seconds, ...run });
	run.printHead(`${rounds} rounds of ${seconds} s`);
	const lines = kinds.flatMap((kind) =>
		names.map((name) => {
			const cells = [run.values({ kind, name }, "rate"), run.values({ kind, name }, "micros")];
			return [kind, name, ...cells.map((values) => short(median(values)))];
		}),
	);
	console.log(columns([["calls", "", "calls/s", "CPU µs of the HTTP process"], ...lines]));
	const ratio = (kind, measure) => median(run.ratios({ kind, name: "with the store" }, "without", measure));
	const gain = ratio(REPEATED, "rate");
	const inline = ratio(INLINE, "micros");
	// The CPU time of the workers counts, too: all processes share the cores.
	const miss = 1 / ratio(MISSES, "rate");
	console.log();
	printGoal(gain >= GAIN_GOAL, `kept answers of the translator ≥ ${GAIN_GOAL} × calls/s`, `${short(gain)} ×`);
	printGoal(inline <= COST_GOAL, `CPU on the event loop ≤ ${COST_GOAL} ×`, `${inline.toFixed(3)} ×`);
	printGoal(miss <= COST_GOAL, `time of a miss ≤ ${COST_GOAL} ×`, `${miss.toFixed(3)} ×`);
} finally {
	const all = Object.values(servers).flatMap((some) => Object.values(some));
	await Promise.all(all.map((server) => server.stop()));
}
