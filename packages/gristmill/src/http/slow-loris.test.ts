import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SUBJECTS } from "../testing/mills/mills.js";
import { RawSocket } from "../testing/raw-socket.js";
import { call, refused, start } from "../testing/server.js";

const [wordCounter] = SUBJECTS;
const site = await start(
	{},
	{
		prepare: ({ http }) => {
			assert.ok(http.headersTimeout > 0 && http.headersTimeout <= 5_000);
			assert.ok(http.requestTimeout >= http.headersTimeout && http.requestTimeout <= 120_000);
			http.headersTimeout = 700;
			http.requestTimeout = 1_000;
		},
	},
);

/** Twenty connections that send a little now and then, and never all, beside good calls. */
async function dribble(beginning: string, drop: string): Promise<void> {
	const sockets = await Promise.all(Array.from({ length: 20 }, () => RawSocket.open(site.url)));
	for (const raw of sockets) raw.send(beginning);
	const timer = setInterval(() => {
		for (const raw of sockets) if (raw.socket.writable) raw.send(drop);
	}, 100);
	try {
		let over = false;
		const cut = Promise.all(
			sockets.map(async (raw) => {
				const answer = await raw.answer();
				await raw.ended();
				return answer;
			}),
		).finally(() => {
			over = true;
		});
		// Good calls are answered all the while.
		let good = 0;
		const caller = async () => {
			for (; !over; good++) {
				assert.ok(wordCounter);
				const answer = await call(site, wordCounter);
				assert.deepEqual(answer.json(), wordCounter.output);
			}
		};
		// Several callers: on a busy machine, one makes too few calls.
		await Promise.all([caller(), caller(), caller(), caller()]);
		assert.ok(good > 20, `${good} good calls`);
		for (const answer of await cut) {
			refused(answer, 408, "request-timeout");
			assert.equal(answer.headers.get("connection"), "close");
		}
	} finally {
		clearInterval(timer);
		for (const raw of sockets) raw.close();
	}
}

// At the same time: the calls in between are answered all the same, and nobody waits for clocks one by one.
describe("slow connections", { concurrency: true }, () => {
	const head = "POST /word-counter HTTP/1.1\r\nHost: localhost\r\n";

	test("that dribble their headers are cut with 408 while good calls are answered", () =>
		dribble(head, "X-More: 1\r\n"));

	test("that dribble their body are cut with 408 while good calls are answered", () =>
		dribble(`${head}Content-Type: text/plain\r\nContent-Length: 100000\r\n\r\n`, "x"));

	test("that dribble the chunks of their body are cut with 408 while good calls are answered", () =>
		dribble(`${head}Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n`, "1\r\nx\r\n"));

	test("that never send a byte are closed", async () => {
		const sockets = await Promise.all(Array.from({ length: 20 }, () => RawSocket.open(site.url)));
		await Promise.all(sockets.map((raw) => raw.ended()));
		for (const raw of sockets) assert.ok(raw.socket.readableEnded, "it was the server that closed");
	});
});
