import assert from "node:assert/strict";
import type { IncomingHttpHeaders } from "node:http";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { oddServer } from "../../testing/servers/odd-server.js";
import { AnswerError, createClient } from "../index.js";

const WORDS = { words: ["mill", "stone", "naïve"] };
const TEXT = JSON.stringify(WORDS);

/** A server that answers with these pieces, and what it got. */
async function answering(pieces: readonly (string | Buffer)[], fields: Record<string, string> = {}) {
	const seen: { headers: IncomingHttpHeaders; body: string; port: number | undefined }[] = [];
	const { url } = await oddServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const { headers, socket } = request;
		seen.push({ headers, body: Buffer.concat(chunks).toString(), port: socket.remotePort });
		response.writeHead(200, { "Content-Type": "application/json", ...fields });
		for (const piece of pieces) response.write(piece);
		response.end();
	});
	return { url: `${url}/mill`, seen };
}

test("calls of Node share a connection, and carry no fields of fetch", async () => {
	const { url, seen } = await answering([TEXT]);
	const client = createClient();
	const long = "naïve ".repeat(10_000);
	for (const input of ["naïve", "", long]) assert.deepEqual((await client.call(url, input)).output, WORDS);
	assert.deepEqual(
		seen.map(({ body }) => body),
		["naïve", "", long],
	);
	assert.equal(new Set(seen.map(({ port }) => port)).size, 1);
	assert.deepEqual(
		seen.map(({ headers }) => [headers["sec-fetch-mode"], headers["content-length"]]),
		[
			[undefined, "6"],
			[undefined, "0"],
			[undefined, String(Buffer.byteLength(long))],
		],
	);
});

test("a fetch that the program gives sends the calls", async () => {
	const { url, seen } = await answering([TEXT]);
	const client = createClient([], { fetch: (...words) => fetch(...words) });
	assert.deepEqual((await client.call(url, "one")).output, WORDS);
	assert.equal(seen[0]?.headers["sec-fetch-mode"], "cors");
});

for (const [how, pieces, fields] of [
	["in pieces", [TEXT.slice(0, 5), TEXT.slice(5)], {}],
	["of known size", [TEXT], { "Content-Length": String(Buffer.byteLength(TEXT)) }],
	["compressed", [gzipSync(TEXT)], { "Content-Encoding": "gzip" }],
] as const)
	test(`an answer ${how} is read whole, and refused above the limit of the caller`, async () => {
		const { url } = await answering(pieces, fields);
		const client = createClient();
		const { output, bytes } = await client.call(url, "one");
		assert.deepEqual(output, WORDS);
		assert.deepEqual(bytes, new TextEncoder().encode(TEXT));
		const maxAnswerBytes = Buffer.byteLength(TEXT) - 1;
		await assert.rejects(client.call(url, "one", { maxAnswerBytes }), (error) => {
			assert.ok(error instanceof AnswerError);
			assert.match(error.message, /^The answer has more than \d+ bytes\. Raise maxAnswerBytes\.$/);
			return true;
		});
	});

test("an answer that comes before the end of its input ends the input", async () => {
	const { url } = await oddServer((_, response) => {
		response.writeHead(200, { "Content-Type": "application/json" }).end(TEXT);
	});
	let end = () => {};
	const ended = new Promise<void>((resolve) => {
		end = resolve;
	});
	async function* endless() {
		try {
			for (;;) {
				yield new Uint8Array(1_000);
				await new Promise(setImmediate);
			}
		} finally {
			end();
		}
	}
	assert.deepEqual((await createClient().call(`${url}/mill`, endless())).output, WORDS);
	await ended;
});
