// Results in parts, many inputs and long inputs, each compared with what it replaces, in one interleaved run.
// The first part of a translation ÷ one sentence alone, and the whole stream ÷ the plain answer, by the clock. Lines a second of CPU in one
// request ÷ calls with keep-alive, and ÷ node:http that splits lines by hand. Sentences a second in one request ÷ one by one. Megabytes a
// second of a long text through the normaliser and the tokeniser ÷ of calls of 1 MB. Parts a second ÷ of fastify and hono. Parts that are
// computed after the caller has left. Streams that are cut at a random part and resumed on another server, some because their worker was
// killed, with an input that arrives in random pieces. The memory of the server while a long text passes in and out.
//
//   BENCH_ROUNDS=5         measured rounds, after a warm-up round
//   BENCH_SENTENCES=40     of the translation
//   BENCH_LINES=2000       of 1 KB, in one request
//   BENCH_TRANSLATED=100   sentences in one request; 1000 for the goal
//   BENCH_LONG=20          megabytes of a long text in each round; 1000 for the goal
//   BENCH_PARTS=20000      of a result, for the comparison with other servers
//   BENCH_STREAMS=500      streams that are cut and resumed; 10000 for the goal
//   BENCH_GB=1             gigabytes that pass in and out, once; 10 for the goal
import { columns, median } from "./measuring/numbers.mjs";
import { needLinux, printGoal, save, settings } from "./measuring/rounds.mjs";
import { start, startGristmill } from "./measuring/start.mjs";
import { cutStreams } from "./streams/cuts.mjs";
import { longTimes, passingMemory } from "./streams/long.mjs";
import { lineCosts, sentenceTimes } from "./streams/many.mjs";
import { hasRivals, partsAfterLeaving, rivalTimes, translationTimes } from "./streams/parts.mjs";

needLinux();
const asked = settings({
	rounds: 5,
	sentences: 40,
	lines: 2_000,
	translated: 100,
	long: 20,
	parts: 20_000,
	streams: 500,
	gb: 1,
});
const { rounds, sentences, lines, translated, long, parts, streams, gb } = asked;

const served = (file) =>
	startGristmill([`${new URL(file, import.meta.url)}`], { workers: 1, maxWaiting: 10_000 });
const ready = (mill) => served(`../packages/mills/dist/${mill}/${mill}.js`);
const by = (file) => start(new URL(file, import.meta.url));
const servers = {
	translator: await ready("translator"),
	normaliser: await ready("normaliser"),
	tokeniser: await ready("tokeniser"),
	echoer: await served("http/echoer.mjs"),
	hand: await by("streams/by-hand.mjs"),
	passer: await served("streams/line-passer.mjs"),
	replica: await served("streams/line-passer.mjs"),
	spinner: await served("streams/spinner.mjs"),
	maker: await served("streams/part-maker.mjs"),
	...(hasRivals() && {
		fastify: await by("streams/peers/fastify.mjs"),
		hono: await by("streams/peers/hono.mjs"),
	}),
};
const found = {};
try {
	found.translation = await translationTimes(servers, asked);
	found.lines = await lineCosts(servers, asked);
	found.sentences = await sentenceTimes(servers, asked);
	found.long = await longTimes(servers, asked);
	found.rivals = await rivalTimes(servers, asked);
	found.left = await partsAfterLeaving(servers, asked);
	found.cuts = await cutStreams([servers.passer, servers.replica], streams);
	found.memory = await passingMemory(servers.passer, gb);
} finally {
	for (const server of Object.values(servers)) await server.stop();
}
save("streams", { ...asked, ...found });

const facts = [`${rounds} rounds`, `${sentences} sentences`, `${lines} lines of 1 KB`, `${long} MB`];
found.translation.printHead(...facts);
const costs = found.lines;
const names = ["one request", "calls", "by hand"];
const cpu = names.map((name) => [name, median(costs.values({ name }, "cpu")).toFixed(1)]);
console.log(columns([["", "CPU µs a line"], ...cpu]), "\n");
const rivals = servers.hono ? ["lines", "events", "fastify", "hono"] : ["lines", "events"];
const speeds = Object.fromEntries(
	rivals.map((name) => [name, parts / median(found.rivals.values({ name }, (one) => one.ms / 1_000))]),
);
const rates = Object.entries(speeds).map(([name, speed]) => [name, speed.toFixed(0)]);
console.log(columns([["", "parts a second"], ...rates]), "\n");

const atMost = (most, what, value, digits = 2) =>
	printGoal(value <= most, `${what}, at most ${most}`, value.toFixed(digits));
const atLeast = (least, what, value) =>
	printGoal(value >= least, `${what}, at least ${least}`, value.toFixed(2));
const alone = found.translation.values({ name: "sentence" }, "ms");
const firsts = found.translation.values({ name: "stream" }, "first");
atMost(1.5, "first part ÷ one sentence alone", median(firsts.map((ms, i) => ms / alone[i])));
atMost(
	1.05,
	"whole stream ÷ plain answer",
	median(found.translation.ratios({ name: "stream" }, "plain", "ms")),
);
const cheaper = (name) => median(costs.ratios({ name }, "one request", "cpu"));
atLeast(8, "lines a second of CPU ÷ calls with keep-alive", cheaper("calls"));
atLeast(0.7, "the same ÷ node:http by hand", cheaper("by hand"));
const sentence = median(found.sentences.ratios({ name: "calls" }, "one request", "ms"));
atLeast(2.4, `sentences a second, ${translated} in one request ÷ one by one`, sentence);
for (const kind of ["normaliser", "tokeniser"]) {
	const ratio = median(found.long.ratios({ name: "calls", kind }, "stream", "ms"));
	atLeast(0.9, `${kind}: MB/s of ${long} MB in a stream ÷ of 1 MB calls`, ratio);
}
if (speeds.hono)
	atLeast(
		0.8,
		"parts a second ÷ the better of fastify and hono",
		Math.max(speeds.lines, speeds.events) / Math.max(speeds.fastify, speeds.hono),
	);
else
	console.log(
		'         Parts a second: fastify and hono are not installed. Install them with "npm ci --prefix bench".',
	);
atMost(
	1,
	"parts that are computed after the caller has left",
	median(found.left.values({ name: "left" }, "parts")),
);
const { different, killed } = found.cuts;
atMost(
	0,
	`${streams} streams cut, ${killed} by a killed worker, and resumed elsewhere: differences`,
	different,
	0,
);
const { idle, most, bytes, ms } = found.memory;
atMost(64, `MiB of memory above idle while ${gb} GB pass in and out`, (most - idle) / 2 ** 20, 0);
console.log(`         ${(bytes / ms / 1_000).toFixed(0)} MB/s`);
