import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { RawSocket } from "../testing/raw-socket.js";
import { refused } from "../testing/server.js";
import { begun, call, connected, echoes, gate, gatedSites } from "../testing/servers/gated-sites.js";
import { HALF_CLOSE_MS } from "./wire/connection.js";

const { clock, sites } = gatedSites();

for (const [scheme, site] of Object.entries(sites)) {
	test(`${scheme}: a call is answered although its caller has ended its own side`, async () => {
		const { raw, socket } = await connected(site);
		const waiting = Promise.all([begun(3), once(socket, "end")]);
		raw.send(call("one") + call("two") + call("three"));
		raw.socket.end();
		await waiting;
		gate.emit("open");
		for (const input of ["one", "two", "three"]) echoes(await raw.answer(), input);
		assert.equal((await raw.ended()).length, 0);
		raw.close();
	});

	test(`${scheme}: a call in chunks is answered if its caller ends its side with the last one, however late that comes`, async () => {
		const { raw, socket } = await connected(site);
		const waiting = Promise.all([begun(1), once(socket, "end")]);
		const arrived = once(site.server.http, "request");
		const head = ["POST /gated-echoer HTTP/1.1", "Host: a", "Content-Type: text/plain"];
		raw.send([...head, "Transfer-Encoding: chunked", "", "3", "one", ""].join("\r\n"));
		await arrived;
		clock.advance(HALF_CLOSE_MS + 1);
		raw.send("0\r\n\r\n");
		raw.socket.end();
		await waiting;
		gate.emit("open");
		echoes(await raw.answer(), "one");
		await raw.ended();
		raw.close();
	});

	test(`${scheme}: a caller that ends its side in the middle of a request is told so, behind the answers that are due`, async () => {
		const { raw } = await connected(site);
		const found = once(site.server.http, "clientError");
		const waiting = begun(1);
		raw.send(call("one") + call("cut short").slice(0, -3));
		raw.socket.end();
		await Promise.all([waiting, found]);
		gate.emit("open");
		echoes(await raw.answer(), "one");
		refused(await raw.answer(), 400, "bad-request");
		await raw.ended();
		raw.close();
	});

	test(`${scheme}: a caller that closes after a while has given up, and all its calls are dropped`, async () => {
		const { raw } = await connected(site);
		const waiting = begun(2);
		raw.send(call("one") + call("two"));
		await waiting;
		clock.advance(HALF_CLOSE_MS + 1);
		const dropped: string[] = [];
		const both = new Promise<void>((resolve) => {
			gate.on("aborted", (input: string) => dropped.push(input) === 2 && resolve());
		});
		raw.close();
		await both;
		gate.removeAllListeners("aborted");
		assert.deepEqual(dropped.sort(), ["one", "two"]);
	});

	test(`${scheme}: a connection on which nothing is due ends with its caller's side`, async () => {
		for (const asks of [false, true]) {
			const { raw, socket } = await connected(site);
			if (asks) {
				const waiting = begun(1);
				raw.send(call("one"));
				await waiting;
				gate.emit("open");
				echoes(await raw.answer(), "one");
			}
			const closed = once(socket, "close");
			raw.socket.end();
			await closed;
			raw.close();
		}
	});
}

test("a caller that leaves before the TLS handshake holds no connection", async () => {
	const arrived = once(sites.HTTPS.server.http, "connection");
	const raw = await RawSocket.open(sites.HTTPS.url.replace("https:", "http:"), { halfOpen: true });
	const [socket] = await arrived;
	const closed = once(socket, "close");
	raw.socket.end();
	await closed;
	raw.close();
});

test("a caller that resets its connection is gone at once", async () => {
	const { raw } = await connected(sites.HTTP);
	const waiting = begun(1);
	raw.send(call("one"));
	await waiting;
	const dropped = once(gate, "aborted");
	raw.socket.resetAndDestroy();
	await dropped;
});

test("nothing above made a server fail", () => {
	for (const { log } of Object.values(sites))
		assert.deepEqual(
			log.filter(({ level }) => level === "error"),
			[],
		);
});
