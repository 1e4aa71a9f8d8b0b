import assert from "node:assert/strict";
import { test } from "node:test";
import { defineMill, type Mill, type Settings, Type, text } from "../index.js";
import { onRawSocket, RawSocket } from "../testing/raw-socket.js";
import { type Answer, ask, get, refused, start } from "../testing/server.js";

const hostile = (choice: string) => new URL(`../testing/mills/hostile-mill.js?${choice}`, import.meta.url);

/** A server whose mills are ready. */
async function serve(mills: readonly (URL | Mill)[], settings: Settings = {}): Promise<string> {
	const { server, url } = await start(settings, { mills });
	assert.deepEqual(await server.examined(), { unready: [] });
	return url;
}

// A place for one call that runs and two that wait.
const narrow = await serve([hostile("name=a-tester")], { workers: 1, maxWaiting: 2 });
const single = await serve(
	[
		hostile("name=b-tester&deadline=300"),
		hostile("name=c-tester&deadline=200"),
		hostile("name=d-tester&method=QUERY&deadline=5000"),
	],
	{ workers: 1 },
);

function send(url: string, body: string, headers = {}, method = "POST"): Promise<Answer> {
	return ask(url, { method, headers: { "Content-Type": "text/plain", ...headers }, body: Buffer.from(body) });
}

const withStatus = (answers: readonly Answer[], status: number) =>
	answers.filter((answer) => answer.status === status);

test("what does not fit into the queue is refused at once with 503 and Retry-After", async () => {
	const url = narrow;
	const calls = Array.from({ length: 7 }, (_, i) => send(`${url}/a-tester`, `sleep ${400 + i}`));
	// One runs, two wait; whoever is refused does not wait for them.
	const first = await Promise.race(calls);
	const { detail } = refused(first, 503, "overloaded");
	assert.match(detail, /again in \d+ s/);
	const answers = await Promise.all(calls);
	assert.equal(withStatus(answers, 200).length, 3);
	for (const answer of withStatus(answers, 503)) {
		refused(answer, 503, "overloaded");
		assert.ok(Number(answer.headers.get("retry-after")) >= 1);
	}
	assert.equal((await send(`${url}/a-tester`, "afterwards")).status, 200);
});

test("calls that arrive together are no queue while a worker is idle", async () => {
	const url = await serve([hostile("name=a-tester")], { workers: 1, maxWaiting: 1 });
	// Enough calls to show that the mill is quick.
	for (let i = 0; i < 60; i++) await send(`${url}/a-tester`, `${i}`);
	const head = "POST /a-tester HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\n";
	await onRawSocket(url, async (raw) => {
		raw.send(`${head}a${head}b`);
		for (const echo of ["a", "b"]) {
			const answer = await raw.answer();
			assert.equal(answer.status, 200);
			assert.equal(answer.json().echo, echo);
		}
	});
});

test("calls that would wait longer than the deadline are refused, however many may wait", async () => {
	const url = `${single}/b-tester`;
	await send(url, "sleep 100");
	const calls = Array.from({ length: 12 }, (_, i) => send(url, `sleep ${100 + i}`));
	const answers = await Promise.all(calls);
	assert.ok(withStatus(answers, 200).length >= 3);
	assert.ok(withStatus(answers, 503).length >= 5);
});

test("calls that overran their deadline count for what they cost", async () => {
	const url = `${single}/c-tester`;
	refused(await send(url, "hold"), 504, "deadline-exceeded");
	const calls = Array.from({ length: 5 }, (_, i) => send(url, `hold ${i}`));
	const answers = await Promise.all(calls);
	assert.ok(withStatus(answers, 503).length > 0, "the last would wait for four deadlines");
});

test("a flood of a slow mill does not starve a quick one", async () => {
	const mills = [hostile("name=slow-tester&deadline=5000"), hostile("name=quick-tester")];
	const url = await serve(mills, { workers: 2 });
	let pending = 10;
	const flood = Array.from({ length: pending }, async (_, i) => {
		assert.equal((await send(`${url}/slow-tester`, `sleep ${150 + i}`)).status, 200);
		pending--;
	});
	const quick = await Promise.all(Array.from({ length: 10 }, (_, i) => send(`${url}/quick-tester`, `${i}`)));
	assert.deepEqual(
		quick.map((answer) => answer.json().echo),
		quick.map((_, i) => `${i}`),
	);
	assert.ok(pending >= 5, `${pending} slow calls still wait`);
	await Promise.all(flood);
});

test("a caller that goes away leaves its place in the queue to others", async () => {
	const url = narrow;
	const sockets = [await RawSocket.open(url), await RawSocket.open(url), await RawSocket.open(url)] as const;
	const [running, queued, behind] = sockets;
	for (const [i, raw] of sockets.entries()) {
		raw.sendHead("POST /a-tester HTTP/1.1", "Content-Type: text/plain", "Content-Length: 9");
		raw.send(`sleep ${600 - i}`);
		// Sent behind it and answered: so the server has it.
		await get(`${url}/health/live`);
	}
	refused(await send(`${url}/a-tester`, "refused"), 503, "overloaded");
	queued.socket.resetAndDestroy();
	behind.socket.resetAndDestroy();
	let answer = await send(`${url}/a-tester`, "let in");
	while (answer.status === 503) answer = await send(`${url}/a-tester`, "let in");
	assert.equal(answer.json().echo, "let in");
	assert.equal((await running.answer()).json().echo, "slept 600");
	running.close();
});

/** A mill that counts how often it is computed. */
function counting(method: "QUERY" | "POST"): { mill: Mill; computed: () => number } {
	let count = 0;
	const mill = defineMill({
		name: "run-counter",
		version: "1.0.0",
		summary: "Counts its runs.",
		method,
		input: { "text/plain": text() },
		parameters: Type.Object({ loud: Type.Boolean({ default: false }) }),
		output: Type.Object({ text: Type.String() }),
		run: (input) => {
			count++;
			return { text: input };
		},
	});
	return { mill, computed: () => count };
}

test("a QUERY has a strong tag, and a caller that sends it back gets 304 without computing", async () => {
	const { mill, computed } = counting("QUERY");
	const url = `${await serve([mill])}/run-counter`;
	const first = await send(url, "grist", {}, "QUERY");
	const tag = first.headers.get("etag") ?? "";
	assert.match(tag, /^"[\w-]+"$/);
	assert.equal(computed(), 1);
	for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
		const again = await send(url, "grist", { "If-None-Match": known }, "QUERY");
		assert.equal(again.status, 304);
		assert.equal(again.headers.get("etag"), tag);
		assert.equal(again.bytes.length, 0);
	}
	assert.equal(computed(), 1);
});

test("another body, parameter or form of a QUERY has another tag", async () => {
	const { mill } = counting("QUERY");
	const url = `${await serve([mill])}/run-counter`;
	const answers = await Promise.all([
		send(url, "grist", {}, "QUERY"),
		send(url, "bran", {}, "QUERY"),
		send(`${url}?loud=true`, "grist", {}, "QUERY"),
		send(url, "grist", { Accept: "application/xml" }, "QUERY"),
		send(url, "grist", { Accept: "application/hal+json" }, "QUERY"),
		send(url, "grist", { "Content-Type": "text/plain; charset=latin1" }, "QUERY"),
	]);
	const tags = answers.map((answer) => answer.headers.get("etag"));
	assert.equal(new Set(tags).size, answers.length, tags.join(" "));
	const defaulted = await send(`${url}?loud=false`, "grist", {}, "QUERY");
	assert.equal(defaulted.headers.get("etag"), tags[0]);
});

test("If-None-Match: * and a tag of another call compute", async () => {
	const { mill, computed } = counting("QUERY");
	const url = `${await serve([mill])}/run-counter`;
	for (const known of ["*", '"nonsense"', "", '"*"']) {
		const answer = await send(url, "grist", { "If-None-Match": known }, "QUERY");
		assert.equal(answer.status, 200);
		assert.equal(answer.json().text, "grist");
	}
	assert.equal(computed(), 4);
});

test("a POST has no tag and ignores If-None-Match", async () => {
	const { mill, computed } = counting("POST");
	const url = `${await serve([mill])}/run-counter`;
	for (const known of [undefined, "*", '"nonsense"']) {
		const answer = await send(url, "grist", { "If-None-Match": known });
		assert.equal(answer.status, 200);
		assert.equal(answer.headers.get("etag"), null);
		assert.equal(answer.headers.get("cache-control"), "no-store");
	}
	assert.equal(computed(), 3);
});

test("304 comes while every worker hangs in something else", async () => {
	const url = `${single}/d-tester`;
	const first = await send(url, "grist", {}, "QUERY");
	const hanging = send(url, "sleep 600", {}, "QUERY");
	const known = { "If-None-Match": first.headers.get("etag") };
	const race = [hanging, send(url, "grist", known, "QUERY")];
	assert.equal((await Promise.race(race)).status, 304);
	await hanging;
});
