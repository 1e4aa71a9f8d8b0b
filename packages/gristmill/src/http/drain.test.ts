import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { gatedMill } from "../testing/mills/gated-mill.js";
import { onRawSocket } from "../testing/raw-socket.js";
import { get, start } from "../testing/server.js";

test("a call that is on its way on an open connection when the drain begins is answered", async () => {
	const { url, server } = await start();
	await server.examined();
	await onRawSocket(url, async (raw) => {
		raw.sendHead("GET /health/ready HTTP/1.1");
		assert.equal((await raw.answer()).status, 200);
		raw.sendHead("POST /word-counter HTTP/1.1", "Content-Type: text/plain", "Content-Length: 5");
		raw.send("grist");
		// The system has the call by now, the server has not read it yet.
		const closed = server.close();
		const answer = await raw.answer();
		assert.equal(answer.json().words, 1);
		assert.equal(answer.headers.get("connection"), "close");
		await closed;
	});
});

test("the drain waits for no connection on which nothing was ever sent", async () => {
	const { url, server } = await start({ drain: 3_600_000 });
	const silent = connect(Number(new URL(url).port), "127.0.0.1");
	await once(silent, "connect");
	// The server has taken the one before by the time at which it answers another.
	assert.equal((await get(`${url}/health/live`)).status, 200);
	const received: Buffer[] = [];
	silent.on("data", (bytes) => received.push(bytes));
	const ended = once(silent, "close");
	await server.close();
	await ended;
	// It would be told 408 when the time for its head is over, five seconds later.
	assert.equal(Buffer.concat(received).toString(), "");
});

for (const [what, drain, finished, cut] of [
	["a running call is finished", 3_600_000, 1, 0],
	["a call that takes too long is cut", 1, 0, 1],
] as const)
	test(`the log says why the server has ended, and that ${what}`, async () => {
		const { mill, gate } = gatedMill();
		const { url, server, log } = await start({ drain }, { mills: [mill] });
		const begun = once(gate, "begun");
		const headers = { "Content-Type": "text/plain" };
		const call = fetch(`${url}/gated-echoer`, { method: "POST", headers, body: "x" }).catch(() => undefined);
		await begun;
		const closed = server.close("SIGTERM");
		if (finished > 0) gate.emit("open");
		await closed;
		gate.emit("open");
		await call;
		const { ms, ...fields } = log.find(({ message }) => message === "the server has ended")?.fields ?? {};
		assert.deepEqual(fields, { reason: "SIGTERM", finished, cut });
		assert.equal(typeof ms, "number");
	});
