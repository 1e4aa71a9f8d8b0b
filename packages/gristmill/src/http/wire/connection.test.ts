import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { test } from "node:test";
import { onRawSocket, type RawSocket } from "../../testing/raw-socket.js";
import { refused, served } from "../../testing/server.js";
import { begun, call, connected, echoes, gate, gatedSites, mill } from "../../testing/servers/gated-sites.js";

const { sites } = gatedSites();

for (const [scheme, site] of Object.entries(sites)) {
	/** Sends everything at once, and opens the gate when the server has found what is broken. */
	const sendBroken = async (raw: RawSocket, calls: number, bytes: string) => {
		const found = once(site.server.http, "clientError");
		const waiting = begun(calls);
		raw.send(bytes);
		await Promise.all([waiting, found]);
		gate.emit("open");
	};

	test(`${scheme}: calls are answered in order although a broken request stands behind them`, () =>
		onRawSocket(site.url, async (raw) => {
			await sendBroken(raw, 3, `${call("one") + call("two") + call("three")}no HTTP\r\n\r\n`);
			for (const input of ["one", "two", "three"]) echoes(await raw.answer(), input);
			refused(await raw.answer(), 501, "unknown-method");
			assert.equal((await raw.ended()).length, 0);
		}));

	test(`${scheme}: a request that is broken in its body is refused behind the answers that are due`, () =>
		onRawSocket(site.url, async (raw) => {
			const broken = call("", "Transfer-Encoding: chunked", "Request-Id: mine").replace(
				"Content-Length: 0\r\n",
				"",
			);
			await sendBroken(raw, 1, `${call("one") + broken}zz\r\n`);
			echoes(await raw.answer(), "one");
			assert.equal(refused(await raw.answer(), 400, "bad-request").instance, "mine");
			assert.equal((await raw.ended()).length, 0);
		}));

	test(`${scheme}: bytes behind a call that says Connection: close do not cost it its answer`, () =>
		onRawSocket(site.url, async (raw) => {
			await sendBroken(raw, 1, call("last", "Connection: close") + call("never"));
			const answer = await raw.answer();
			echoes(answer, "last");
			assert.equal(answer.headers.get("connection"), "close");
			assert.equal((await raw.ended()).length, 0);
		}));

	test(`${scheme}: the answer to a call with Upgrade closes the connection if more came in the same packet`, () =>
		onRawSocket(site.url, async (raw) => {
			const waiting = begun(1);
			raw.send(call("first", "Connection: Upgrade", "Upgrade: h2c") + call("behind"));
			await waiting;
			gate.emit("open");
			const answer = await raw.answer();
			echoes(answer, "first");
			assert.equal(answer.headers.get("connection"), "close");
			assert.equal((await raw.ended()).length, 0);
		}));

	test(`${scheme}: the connection stays open after calls with Upgrade that nothing follows`, () =>
		onRawSocket(site.url, async (raw) => {
			for (const cut of [0, 5]) {
				const arrived = once(site.server.http, "request");
				const waiting = begun(1);
				const bytes = call("input", "Connection: Upgrade", "Upgrade: h2c");
				raw.send(bytes.slice(0, bytes.length - cut));
				await arrived;
				if (cut > 0) raw.send(bytes.slice(-cut));
				await waiting;
				gate.emit("open");
				const answer = await raw.answer();
				echoes(answer, "input");
				assert.notEqual(answer.headers.get("connection"), "close");
			}
		}));
}

const plain = sites.HTTP;

test("CONNECT is refused behind the answers that are due", () =>
	onRawSocket(plain.url, async (raw) => {
		const [waiting, found] = [begun(1), once(plain.server.http, "connect")];
		raw.send(`${call("one")}CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n${call("never")}`);
		await Promise.all([waiting, found]);
		gate.emit("open");
		echoes(await raw.answer(), "one");
		refused(await raw.answer(), 501, "unknown-method");
		assert.equal((await raw.ended()).length, 0);
	}));

test("a caller that resets its connection behind CONNECT does the server no harm", async () => {
	const { raw, socket } = await connected(plain);
	const found = once(plain.server.http, "connect");
	raw.send("CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n");
	await found;
	const closed = new Promise((resolve) => socket.on("close", resolve));
	raw.socket.resetAndDestroy();
	await closed;
});

const impatient = served({}, { mills: [mill] });

test("a request that never ends is answered with 408 behind the answers that are due", async () => {
	const { http } = impatient.server;
	for (const unfinished of [call("more").slice(0, 20), call("more").slice(0, -2)])
		await onRawSocket(impatient.url, async (raw) => {
			const found = once(http, "clientError");
			const waiting = begun(1);
			raw.send(call("one") + unfinished);
			await waiting;
			const { headersTimeout, requestTimeout } = http;
			// Not before the first call has come: on a busy machine that may take longer.
			Object.assign(http, { headersTimeout: 100, requestTimeout: 200 });
			await found;
			Object.assign(http, { headersTimeout, requestTimeout });
			gate.emit("open");
			echoes(await raw.answer(), "one");
			refused(await raw.answer(), 408, "request-timeout");
			assert.equal((await raw.ended()).length, 0);
		});
});

test("what comes behind a broken request is read up to a bound, and costs no answer", async () => {
	const { raw, socket } = await connected(plain);
	const paused = once(socket, "pause");
	const waiting = begun(1);
	raw.send(call("one"));
	await waiting;
	raw.send(Buffer.alloc(64 * 1024 * 1024));
	await paused;
	assert.ok(socket.bytesRead < 12 * 1024 * 1024, String(socket.bytesRead));
	gate.emit("open");
	echoes(await raw.answer(), "one");
	refused(await raw.answer(), 400, "bad-request");
	raw.close();
});

test("nothing above made a server fail", () => {
	for (const { log } of Object.values(sites))
		assert.deepEqual(
			log.filter(({ level }) => level === "error"),
			[],
		);
});
