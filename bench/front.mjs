// Shared caches in front of the server: the share of hits and the calls in a second, compared with one worker without a cache.
//
//   BENCH_ROUNDS=5        measured rounds, after a warm-up round
//   BENCH_SECONDS=2       the length of a round of calls
//   BENCH_CONNECTIONS=16  callers at once
//   BENCH_CALLS=100000    calls of the hit ratio: the same texts again and again, the usual ones more often
//   BENCH_BODIES=10000    bodies from 1 byte to 10 MB, sent before and after an upgrade
import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import { connect, createServer } from "node:net";
import { nginx, noNginx } from "../packages/gristmill/dist/testing/servers/nginx.js";
import { noVarnish, varnish } from "../packages/gristmill/dist/testing/servers/varnish.js";
import { load } from "./measuring/load.mjs";
import { columns, median, short } from "./measuring/numbers.mjs";
import { alternate, printGoal, save, settings, stop } from "./measuring/rounds.mjs";
import { startGristmill } from "./measuring/start.mjs";
import { calibrate } from "./runtime/grind.mjs";

const { rounds, seconds, connections, calls, bodies } = settings({
	rounds: 5,
	seconds: 2,
	connections: 16,
	calls: 100_000,
	bodies: 10_000,
});
const CACHES = {
	varnish: { missing: noVarnish, method: "QUERY", start: varnish },
	nginx: {
		missing: noNginx,
		method: "POST",
		start: async (t, port) => (await nginx(t, [port], undefined, true)).url,
	},
};
const caches = Object.entries(CACHES).filter(([, { missing }]) => !missing);
for (const { missing } of Object.values(CACHES)) if (missing) console.log(`${missing}, and is left out.`);
if (caches.length === 0) stop("There is nothing to measure.");

const ends = [];
const atEnd = { after: (end) => ends.push(end) };
const portOf = (url) => Number(new URL(url).port);
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("base64");

/** A mill of this file, with one worker. */
async function startMill(name, method) {
	const mill = `${new URL(`front/${name}.mjs`, import.meta.url)}`;
	const options = { workers: 1, inline: "never", mills: { [name.replace(/-\d$/, "")]: { method } } };
	const server = await startGristmill([mill], options);
	ends.push(() => server.stop());
	const list = await send(server.port, "/$list", "GET");
	return { port: server.port, digest: JSON.parse(list.body).methods[0].digest };
}

function send(port, path, method, body = Buffer.alloc(0), headers = {}) {
	return new Promise((resolve, reject) => {
		const fields = { "Content-Length": body.length, ...headers };
		const sent = request({ port, host: "127.0.0.1", path, method, headers: fields, agent });
		sent.on("response", async (response) => {
			const pieces = await response.toArray();
			resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) });
		});
		sent.on("error", reject).end(body);
	});
}

/** What a caller sends: the hash is for nginx, and Varnish computes its own. */
const fieldsOf = (name, type, body) => ({
	"Content-Type": type,
	...(name === "nginx" && { "Content-Digest": `sha-256=:${sha256(body)}:` }),
});

/** Calls in a second: hits, and the same texts computed. */
const TEXTS = 64;
// A millisecond of computing each.
const turns = calibrate();
const texts = Array.from({ length: TEXTS }, (_, i) => Buffer.from(`${turns} turns for text ${i}`));
const rivals = {};
for (const [name, { method, start }] of caches) {
	const { port, digest } = await startMill("hash-turner", method);
	const path = `/hash-turner?$digest=${digest}`;
	rivals[`${name}, no cache`] = { port, path, method, name };
	rivals[name] = { port: portOf(await start(atEnd, port)), path, method, name };
}
const answerLength = Buffer.byteLength('{"hash":"00000000"}');
function makeCall({ path, method, name }) {
	const requests = texts.map((body) => {
		const fields = Object.entries(fieldsOf(name, "text/plain", body));
		const head = fields.map(([key, value]) => `${key}: ${value}\r\n`).join("");
		return Buffer.concat([
			Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${head}Content-Length: ${body.length}\r\n\r\n`),
			body,
		]);
	});
	let at = 0;
	return { next: () => requests[at++ % TEXTS], answerLength };
}
const run = await alternate({ rounds, names: Object.keys(rivals) }, async (name) => {
	const done = await load(rivals[name].port, () => makeCall(rivals[name]), { seconds, connections });
	return { perSecond: done.requests / done.seconds };
});

/** Sends items, some at a time. */
async function all(items, each) {
	const rest = items[Symbol.iterator]();
	const one = async () => {
		for (const item of rest) await each(item);
	};
	await Promise.all(Array.from({ length: connections }, one));
}

/** The usual texts come often, the unusual ones rarely: the n-th most usual one has a share of 1/n. */
function* usualTexts() {
	const kinds = Math.ceil(calls / 40);
	let seed = 1;
	for (let i = 0; i < calls; i++) {
		seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
		yield Buffer.from(`1 ${Math.floor(kinds ** (seed / 2 ** 32))} of many`);
	}
}

/** The calls of a mill that a server has computed. */
async function computedAt(port) {
	const { body } = await send(port, "/metrics", "GET");
	const rows = body.toString().matchAll(/^gristmill_requests_total\{[^}]*status="200"[^}]*\} (\d+)$/gm);
	return [...rows].filter(([row]) => row.includes('mill="h')).reduce((sum, [, n]) => sum + Number(n), 0);
}

/** The share of the calls that the server does not see. */
async function hitRatio(name) {
	const { port, path, method } = rivals[name];
	const server = rivals[`${name}, no cache`].port;
	const before = await computedAt(server);
	await all(usualTexts(), async (body) => {
		const { status } = await send(port, path, method, body, fieldsOf(name, "text/plain", body));
		if (status !== 200) stop(`${name} answers ${status}.`);
	});
	return 1 - ((await computedAt(server)) - before) / calls;
}

/** A port whose connections go to another one, which may change. */
async function switching(first) {
	let to = first;
	const open = new Set();
	const server = createServer((caller) => {
		const onward = connect(to, "127.0.0.1");
		for (const [one, other] of [
			[caller, onward],
			[onward, caller],
		]) {
			open.add(one);
			one.pipe(other).on("error", () => {});
			one.on("close", () => {
				open.delete(one);
				other.destroy();
			});
		}
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	ends.push(() => server.close());
	return {
		port: server.address().port,
		change: (next) => {
			to = next;
			for (const socket of open) socket.destroy();
		},
	};
}

/** As many bodies as wanted, each of its own, from 1 byte to 10 MB. */
function* mixedBodies() {
	for (let i = 0; i < bodies; i++) {
		const size = Math.max(1, Math.round(10 ** ((7 * ((i * 7_919) % bodies)) / Math.max(1, bodies - 1))));
		yield Buffer.alloc(size, `${i} `);
	}
}

/** Wrong answers, before and after an upgrade, each twice. */
async function wrongAnswers(name) {
	const { method, start } = CACHES[name];
	const [old, next] = [await startMill("hash-teller-1", method), await startMill("hash-teller-2", method)];
	const behind = await switching(old.port);
	const port = portOf(await start(atEnd, behind.port));
	let wrong = 0;
	const pass = (digest, version) =>
		all(mixedBodies(), async (body) => {
			const type = "application/octet-stream";
			const answer = await send(
				port,
				`/hash-teller?$digest=${digest}`,
				method,
				body,
				fieldsOf(name, type, body),
			);
			const expected = `{"hash":"${sha256(body)}","version":"${version}"}`;
			if (answer.status !== 200 || answer.body.toString() !== expected) wrong++;
		});
	await pass(old.digest, "1.0.0");
	await pass(old.digest, "1.0.0");
	behind.change(next.port);
	await pass(next.digest, "2.0.0");
	await pass(next.digest, "2.0.0");
	await pass(old.digest, "1.0.0");
	return wrong;
}

const found = {};
for (const [name] of caches) found[name] = { hits: await hitRatio(name), wrong: await wrongAnswers(name) };
save("front", { rounds, seconds, connections, calls, bodies, found, ...run });

run.printHead(
	`${rounds} rounds of ${seconds} s`,
	`${connections} callers`,
	`${calls} calls`,
	`${bodies} bodies`,
);
const perSecond = (name) => median(run.values({ name }, "perSecond"));
const ratio = (name) => median(run.ratios({ name }, `${name}, no cache`, "perSecond"));
const rows = caches.map(([name, { method }]) => [
	name,
	method,
	short(perSecond(`${name}, no cache`)),
	short(perSecond(name)),
	short(ratio(name)),
	(100 * found[name].hits).toFixed(1),
	String(found[name].wrong),
]);
console.log(
	columns([["cache", "", "one worker, calls/s", "hits/s", "÷", "hits, %", "wrong answers"], ...rows]),
	"\n",
);
for (const [name] of caches) {
	printGoal(
		found[name].hits >= 0.95,
		`${name}: at least 95 % hits`,
		`${(100 * found[name].hits).toFixed(1)} %`,
	);
	printGoal(ratio(name) >= 7, `${name}: at least 7 times the calls of one worker`, short(ratio(name)));
	printGoal(found[name].wrong === 0, `${name}: no wrong answer`, String(found[name].wrong));
}
agent.destroy();
for (const end of ends.reverse()) await end();
