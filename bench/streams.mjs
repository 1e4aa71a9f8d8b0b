// Results in parts, many inputs and long inputs, each compared with what it replaces, in one interleaved run.
// The first part of a translation ÷ one sentence alone, and the whole stream ÷ the plain answer, by the clock. Lines a second of CPU in one
// request ÷ calls with keep-alive, and ÷ node:http that splits lines by hand. Megabytes a second of a long text through the normaliser ÷ of
// calls of 1 MB. Streams that are cut at a random part and resumed on another server, with an input that arrives in random pieces. The memory
// of the server while a long text passes in and out.
//
//   BENCH_ROUNDS=5         measured rounds, after a warm-up round
//   BENCH_SENTENCES=40     of the translation
//   BENCH_LINES=2000       of 1 KB, in one request
//   BENCH_NORMALISED=20    megabytes through the normaliser in each round
//   BENCH_CUTS=500         streams that are cut and resumed; 10000 for the goal
//   BENCH_MEGABYTES=1000   that pass in and out, once; 10000 for 10 GB
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { Readable } from "node:stream";
import { columns, median } from "./measuring/numbers.mjs";
import { alternate, needLinux, printGoal, save, settings } from "./measuring/rounds.mjs";
import { start, startGristmill } from "./measuring/start.mjs";
import { makeSentences } from "./translator/sentences.mjs";

needLinux();
const fallbacks = { rounds: 5, sentences: 40, lines: 2_000, normalised: 20, cuts: 500, megabytes: 1_000 };
const { rounds, sentences, lines, normalised, cuts, megabytes } = settings(fallbacks);
const at = (file) => `${new URL(file, import.meta.url)}`;

const options = { workers: 1, maxWaiting: 10_000 };
const servers = {
	translator: await startGristmill([at("../packages/mills/dist/translator/translator.js")], options),
	echoer: await startGristmill([at("http/echoer.mjs")], options),
	hand: await start(new URL("streams/by-hand.mjs", import.meta.url)),
	passer: await startGristmill([at("streams/line-passer.mjs")], options),
	replica: await startGristmill([at("streams/line-passer.mjs")], options),
	normaliser: await startGristmill([at("../packages/mills/dist/normaliser/normaliser.js")], options),
};

/** Sends a body. Resolves at the end of the answer, with the milliseconds to its first piece and to its end, and its bytes. */
function send(server, path, headers, body, onPiece = () => {}) {
	return new Promise((resolve, reject) => {
		const began = performance.now();
		const sent = request({ port: server.port, path, method: "POST", headers, agent: false });
		sent.on("error", reject);
		sent.on("response", async (response) => {
			let first;
			let bytes = 0;
			for await (const piece of response) {
				first ??= performance.now() - began;
				bytes += piece.length;
				onPiece();
			}
			if (response.statusCode !== 200) reject(new Error(`Status ${response.statusCode}.`));
			resolve({ first, ms: performance.now() - began, bytes });
		});
		Readable.from(body).pipe(sent);
	});
}

const TEXT = { "Content-Type": "text/plain" };
const PARTS = { ...TEXT, Accept: "application/jsonl" };
const all = makeSentences("en", sentences);
const document = [Buffer.from(`${all.join(". ")}.`)];
const PATH = "/translator?from=en&to=es";
const translations = {
	sentence: () => send(servers.translator, PATH, TEXT, [Buffer.from(`${all[0]}.`)]),
	plain: () => send(servers.translator, PATH, TEXT, document),
	stream: () => send(servers.translator, PATH, PARTS, document),
};
const translated = await alternate({ rounds, names: Object.keys(translations) }, (name) =>
	translations[name](),
);

const kilobyte = "x".repeat(1_000);
const LINES = { "Content-Type": "application/jsonl" };
const lined = [Buffer.from(`${JSON.stringify(kilobyte)}\n`.repeat(lines))];
/** CPU microseconds of a server, its workers included, for each line. */
async function cpuOf(server, work) {
	const workers = (await server.ask()).workers ?? [];
	const before = (await server.cpu()) + ticksOf(workers);
	await work();
	return { cpu: ((await server.cpu()) + ticksOf(workers) - before) / lines };
}
function ticksOf(pids) {
	const ticks = pids.map((pid) => readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1].split(" "));
	return ticks.reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0) * 10_000;
}
async function oneByOne() {
	const url = `http://127.0.0.1:${servers.echoer.port}/echoer`;
	for (let i = 0; i < lines; i += 16)
		await Promise.all(
			Array.from({ length: Math.min(16, lines - i) }, async (_, k) => {
				// Equal calls would be computed once.
				const body = `${i + k}`.padEnd(1_000, "x");
				await (await fetch(url, { method: "POST", headers: TEXT, body })).arrayBuffer();
			}),
		);
}
const kinds = {
	"one request": () => cpuOf(servers.echoer, () => send(servers.echoer, "/echoer", LINES, lined)),
	calls: () => cpuOf(servers.echoer, oneByOne),
	"by hand": () => cpuOf(servers.hand, () => send(servers.hand, "/", LINES, lined)),
};
const counted = await alternate({ rounds, names: Object.keys(kinds) }, (name) => kinds[name]());

const prose = Buffer.from(
	"Café  au\u00a0lait, ça coûte 3\u202f€ et c’est bon.\nEncore une ligne de texte\n".repeat(12_000),
);
const megabyte = prose.subarray(0, 1_000_000);
const sized = { ...TEXT, "Content-Length": megabyte.length };
const texts = {
	stream: () =>
		send(
			servers.normaliser,
			"/normaliser?invalid=replace",
			{ ...TEXT, Accept: "text/plain" },
			Array(normalised).fill(megabyte),
		),
	calls: async () => {
		let ms = 0;
		for (let i = 0; i < normalised; i++)
			ms += (await send(servers.normaliser, "/normaliser?invalid=replace", sized, [megabyte])).ms;
		return { ms };
	},
};
const normalisations = await alternate({ rounds, names: Object.keys(texts) }, (name) => texts[name]());

/** Whole numbers below a limit, the same in each run. */
let state = 45;
function below(limit) {
	state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
	return Math.floor((state / 2 ** 32) * limit);
}
const WORDS = [
	"grist",
	"é",
	"e\u0301",
	"中文",
	"👩‍👩‍👧",
	"हिन्दी",
	"\r\n",
	"\n",
	"\n",
	" ",
	"\u2028",
	"ٱلْعَرَبِيَّة",
	"한국어",
];
/** A stream as lines; the first `parts` of it if the caller leaves then. */
function streamed(server, path, body, parts = Number.POSITIVE_INFINITY) {
	return new Promise((resolve, reject) => {
		const sent = request({ port: server.port, path, method: "POST", headers: PARTS, agent: false });
		sent.on("error", reject);
		sent.on("response", async (response) => {
			let text = "";
			for await (const piece of response.setEncoding("utf8")) {
				text += piece;
				if (text.split("\n").length > parts) break;
			}
			sent
				.off("error", reject)
				.on("error", () => {})
				.destroy();
			resolve(text.split("\n").slice(0, Math.min(parts, text.split("\n").length - 1)));
		});
		for (let at = 0; at < body.length; ) {
			const end = at + 1 + below(body.length);
			sent.write(body.subarray(at, end));
			at = end;
		}
		sent.end();
	});
}
let different = 0;
for (let i = 0; i < cuts; i++) {
	const body = Buffer.from(Array.from({ length: 1 + below(60) }, () => WORDS[below(WORDS.length)]).join(""));
	const whole = await streamed(servers.passer, "/line-passer", body);
	const from = below(whole.length);
	const begun = from === 0 ? [] : await streamed(servers.passer, "/line-passer", body, from);
	const rest = await streamed(servers.replica, `/line-passer?$from=${from}`, body);
	if (JSON.stringify([...begun, ...rest]) !== JSON.stringify(whole)) different++;
}

const block = Buffer.from(`${"x".repeat(9_999)}\n`.repeat(100));
const memory = () =>
	Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${servers.passer.pid}/status`, "utf8"))[1]) * 1024;
const blocksOf = (blocks) =>
	(function* () {
		for (let i = 0; i < blocks; i++) yield block;
	})();
const RAW = { ...TEXT, Accept: "text/plain" };
await send(servers.passer, "/line-passer", RAW, blocksOf(10));
const idle = memory();
let most = idle;
const passed = await send(servers.passer, "/line-passer", RAW, blocksOf(megabytes), () => {
	most = Math.max(most, memory());
});
if (passed.bytes !== megabytes * block.length) throw new Error(`${passed.bytes} bytes came back.`);
for (const server of Object.values(servers)) await server.stop();

save("streams", {
	rounds,
	sentences,
	lines,
	megabytes,
	translated,
	counted,
	normalisations,
	cuts: { count: cuts, different },
	passed: { ...passed, idle, most },
});
translated.printHead(
	`${rounds} rounds`,
	`${sentences} sentences`,
	`${lines} lines of 1 KB`,
	`${megabytes} MB`,
);
const first = median(
	translated
		.values({ name: "stream" }, "first")
		.map((ms, i) => ms / translated.values({ name: "sentence" }, "ms")[i]),
);
const whole = median(translated.ratios({ name: "stream" }, "plain", "ms"));
const calls = 1 / median(counted.ratios({ name: "one request" }, "calls", "cpu"));
const hand = 1 / median(counted.ratios({ name: "one request" }, "by hand", "cpu"));
const names = Object.keys(kinds).map((name) => [name, median(counted.values({ name }, "cpu")).toFixed(1)]);
console.log(columns([["", "CPU µs a line"], ...names]), "\n");
printGoal(first <= 1.5, "first part ÷ one sentence alone, at most 1.5", first.toFixed(2));
printGoal(whole <= 1.05, "whole stream ÷ plain answer, at most 1.05", whole.toFixed(2));
printGoal(calls >= 8, "lines a second of CPU ÷ calls with keep-alive, at least 8", calls.toFixed(2));
printGoal(hand >= 0.7, "the same ÷ node:http by hand, at least 0.7", hand.toFixed(2));
const long = median(normalisations.ratios({ name: "calls" }, "stream", "ms"));
printGoal(
	long >= 0.9,
	`normaliser: MB/s of ${normalised} MB in a stream ÷ of 1 MB calls, at least 0.9`,
	long.toFixed(2),
);
printGoal(different === 0, `${cuts} streams cut, and resumed on another server: differences`, `${different}`);
const grown = (most - idle) / 2 ** 20;
printGoal(
	grown <= 64,
	`memory above idle while ${megabytes} MB pass in and out, at most 64 MiB`,
	`${grown.toFixed(0)} MiB`,
);
console.log(`         ${((megabytes * block.length) / passed.ms / 1_000).toFixed(0)} MB/s`);
