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

test("the drain does not wait for connections on which nothing was sent", async () => {
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
		const lines = log.filter(({ message }) => message.startsWith("the server "));
		const { ms, ...fields } = lines[1]?.fields ?? {};
		assert.deepEqual(lines[0], {
			level: "info",
			message: "the server is shutting down",
			fields: { reason: "SIGTERM", open: 1 },
		});
		assert.deepEqual(
			[lines[1]?.level, lines[1]?.message],
			[cut > 0 ? "warn" : "info", "the server has ended"],
		);
		assert.deepEqual(fields, { reason: "SIGTERM", finished, cut });
		assert.equal(typeof ms, "number");
	});

test("while it shuts down, the server takes no calls, and a health check that is told so is no warning", async () => {
	const { mill, gate } = gatedMill();
	const { url, server, log } = await start({ drain: 3_600_000, accessLog: "all" }, { mills: [mill] });
	const begun = once(gate, "begun");
	const headers = { "Content-Type": "text/plain" };
	const call = fetch(`${url}/gated-echoer`, { method: "POST", headers, body: "x" });
	await begun;
	await onRawSocket(url, async (raw) => {
		raw.sendHead("GET /health/live HTTP/1.1");
		await raw.answer();
		const closed = server.close("SIGTERM");
		raw.sendHead("GET /health/serving HTTP/1.1");
		const answer = await raw.answer();
		assert.equal(answer.status, 503);
		const { serving, draining } = answer.json<{ serving: boolean; draining: boolean }>();
		assert.deepEqual([serving, draining], [false, true]);
		gate.emit("open");
		await closed;
	});
	assert.equal((await call).status, 200);
	const health = log.filter(({ fields }) => String(fields.route).startsWith("/health/"));
	assert.deepEqual(
		health.map(({ level, fields }) => [level, fields.route, fields.status]),
		[["info", "/health/serving", 503]],
	);
});
