import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SUBJECTS, type Subject } from "../testing/mills/mills.js";
import { RawSocket } from "../testing/raw-socket.js";
import { refused, served } from "../testing/server.js";

const [wordCounter] = SUBJECTS as readonly [Subject];
const site = served(
	{},
	{
		prepare: ({ http }) => {
			assert.ok(http.headersTimeout > 0 && http.headersTimeout <= 5_000);
			assert.ok(http.requestTimeout >= http.headersTimeout && http.requestTimeout <= 120_000);
			// Until all are connected. Then the tests make them short.
			Object.assign(http, { headersTimeout: 600_000, requestTimeout: 600_000 });
		},
	},
);

const HEAD = "POST /word-counter HTTP/1.1\r\nHost: localhost\r\n";
const GOOD = `${HEAD}Content-Type: text/plain\r\nContent-Length: ${wordCounter.input.length}\r\n\r\n`;

/** A good call on a connection that stays open. It comes in one packet, so it is never incomplete. */
async function callOn(raw: RawSocket): Promise<void> {
	raw.send(Buffer.concat([Buffer.from(GOOD), wordCounter.input]));
	assert.deepEqual((await raw.answer()).json(), wordCounter.output);
}

/** What a slow caller sends at first, and then now and then. It never sends all. */
const WAYS = {
	"dribble their headers": [HEAD, "X-More: 1\r\n"],
	"dribble their body": [`${HEAD}Content-Type: text/plain\r\nContent-Length: 100000\r\n\r\n`, "x"],
	"dribble the chunks of their body": [
		`${HEAD}Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n`,
		"1\r\nx\r\n",
	],
	"never send a byte": ["", ""],
} as const;

describe("slow connections", () => {
	for (const [way, [beginning, drop]] of Object.entries(WAYS))
		test(`that ${way} are ${beginning ? "cut with 408" : "closed"} while good calls are answered`, async (t) => {
			const { http } = site.server;
			const { headersTimeout, requestTimeout } = http;
			const good = await RawSocket.open(site.url);
			await callOn(good);
			const slow = await Promise.all(Array.from({ length: 20 }, () => RawSocket.open(site.url)));
			// What is written after the server has given up could reset the connection and lose the answer.
			const given = new Set<number | undefined>();
			const note = (_: Error, { remotePort }: { readonly remotePort?: number }) => given.add(remotePort);
			http.prependListener("clientError", note as never);
			const timer = setInterval(() => {
				for (const { socket } of slow) if (drop && !given.has(socket.localPort)) socket.write(drop);
			}, 100);
			t.after(() => {
				clearInterval(timer);
				http.off("clientError", note as never);
				Object.assign(http, { headersTimeout, requestTimeout });
				for (const raw of [good, ...slow]) raw.close();
			});
			for (const raw of slow) if (beginning) raw.send(beginning);
			Object.assign(http, { headersTimeout: 300, requestTimeout: 600 });
			let isOver = false;
			const cut = Promise.all(
				slow.map(async (raw) => {
					const answer = beginning ? await raw.answer() : undefined;
					await raw.ended();
					return answer;
				}),
			).finally(() => {
				isOver = true;
			});
			while (!isOver) await callOn(good);
			for (const [i, answer] of (await cut).entries()) {
				assert.ok(slow[i]?.socket.readableEnded, "it was the server that closed");
				if (!answer) continue;
				refused(answer, 408, "request-timeout");
				assert.equal(answer.headers.get("connection"), "close");
			}
		});
});
