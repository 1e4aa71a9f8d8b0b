import assert from "node:assert/strict";
import { test } from "node:test";
import { type Gate, makeGate } from "../testing/mills/hostile-gate.js";
import { onRawSocket, RawSocket } from "../testing/raw-socket.js";
import { scrapeUntil } from "../testing/scrape.js";
import { type Answer, ask, get, refused, served } from "../testing/server.js";

const hostile = (name: string, deadline: number, { query }: Pick<Gate, "query"> = { query: "" }, more = "") =>
	new URL(
		`../testing/mills/hostile-mill.js?name=${name}&deadline=${deadline}&${query}${more}`,
		import.meta.url,
	);
/** So long that no call of a test reaches it. */
const NEVER = 600_000;

// A place for one call that runs and two that wait.
const narrowGate = makeGate();
const narrow = served({ workers: 1, maxWaiting: 2 }, { mills: [hostile("a-tester", NEVER, narrowGate)] });
const gate = makeGate();
const single = served(
	{ workers: 1 },
	{
		mills: [hostile("b-tester", 10_000, gate), hostile("d-tester", NEVER, gate, "&method=QUERY")],
	},
);
const losing = served({ workers: 1 }, { mills: [hostile("c-tester", 1_000)] });
const two = served(
	{ workers: 2 },
	{ mills: [hostile("slow-tester", NEVER), hostile("quick-tester", NEVER)] },
);
const brief = served({ workers: 1, maxWaiting: 1 }, { mills: [hostile("a-tester", NEVER)] });

function send(url: string, body: string, headers = {}, method = "POST"): Promise<Answer> {
	return ask(url, { method, headers: { "Content-Type": "text/plain", ...headers }, body: Buffer.from(body) });
}

const withStatus = (answers: readonly Answer[], status: number) =>
	answers.filter((answer) => answer.status === status);

/** Waits until this many calls of a mill wait. */
const untilWaiting = (url: string, mill: string, count: number) =>
	scrapeUntil(url, ({ value }) => value(`gristmill_calls_waiting{mill="${mill}"}`) === count);

test("what does not fit into the queue is refused at once with 503 and Retry-After", async () => {
	const { url } = narrow;
	const calls = Array.from({ length: 7 }, (_, i) => send(`${url}/a-tester`, `gate 1 ${i}`));
	// Whoever is refused does not wait for the others: none of them is done before the gate is open.
	const { detail } = refused(await Promise.race(calls), 503, "overloaded");
	assert.match(detail, /again in \d+ s/);
	await untilWaiting(url, "a-tester", 2);
	narrowGate.open();
	const answers = await Promise.all(calls);
	assert.ok(withStatus(answers, 200).length >= 3);
	for (const answer of answers.filter(({ status }) => status !== 200)) {
		refused(answer, 503, "overloaded");
		assert.ok(Number(answer.headers.get("retry-after")) >= 1);
	}
	assert.equal((await send(`${url}/a-tester`, "afterwards")).status, 200);
});

test("calls that arrive together are not refused as a queue while a worker is idle", async () => {
	const { url } = brief;
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
	const url = `${single.url}/b-tester`;
	// From now on a call of this mill is expected to take a second.
	assert.equal((await send(url, "sleep 1000")).status, 200);
	const calls = Array.from({ length: 40 }, (_, i) => send(url, `gate 1 ${i}`));
	refused(await Promise.race(calls), 503, "overloaded");
	gate.open();
	assert.ok(withStatus(await Promise.all(calls), 200).length > 0);
});

test("calls that exceeded their deadline raise the expected wait, so that later ones are refused", async () => {
	const url = `${losing.url}/c-tester`;
	refused(await send(url, "hold"), 504, "deadline-exceeded");
	const answers = await Promise.all(Array.from({ length: 5 }, (_, i) => send(url, `hold ${i}`)));
	assert.ok(withStatus(answers, 503).length > 0, "the last would wait for four deadlines");
});

test("a flood of a slow mill does not starve a quick one", async () => {
	const { url } = two;
	let pending = 10;
	const flood = Array.from({ length: pending }, async (_, i) => {
		assert.equal((await send(`${url}/slow-tester`, `sleep ${1_000 + i}`)).status, 200);
		pending--;
	});
	const quick = await Promise.all(Array.from({ length: 10 }, (_, i) => send(`${url}/quick-tester`, `${i}`)));
	assert.deepEqual(
		quick.map((answer) => answer.json().echo),
		quick.map((_, i) => `${i}`),
	);
	assert.ok(pending > 0, "slow calls that came before are still to be done");
	await Promise.all(flood);
});

test("a caller that goes away leaves its place in the queue to others", async () => {
	const { url } = narrow;
	const sockets = [await RawSocket.open(url), await RawSocket.open(url), await RawSocket.open(url)] as const;
	const [running, queued, behind] = sockets;
	for (const [i, raw] of sockets.entries()) {
		raw.sendHead("POST /a-tester HTTP/1.1", "Content-Type: text/plain", "Content-Length: 8");
		raw.send(`gate 2 ${i}`);
		// Sent behind it and answered: so the server has it.
		await get(`${url}/health/live`);
	}
	refused(await send(`${url}/a-tester`, "refused"), 503, "overloaded");
	queued.socket.resetAndDestroy();
	behind.socket.resetAndDestroy();
	await untilWaiting(url, "a-tester", 0);
	const later = send(`${url}/a-tester`, "let in");
	await untilWaiting(url, "a-tester", 1);
	narrowGate.open();
	assert.equal((await later).json().echo, "let in");
	assert.equal((await running.answer()).json().echo, "gate 2 0");
	running.close();
});

test("a call with a known tag gets 304 while every worker is busy", async () => {
	const url = `${single.url}/d-tester`;
	const first = await send(url, "grist", {}, "QUERY");
	const hanging = send(url, "gate 2", {}, "QUERY");
	const known = { "If-None-Match": first.headers.get("etag") };
	assert.equal((await send(url, "grist", known, "QUERY")).status, 304);
	gate.open();
	assert.equal((await hanging).status, 200);
});
