import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { EventEmitter, once } from "node:events";
import { test } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { MiB } from "../../core/definition/limits.js";
import { defineMill, Problem, Type, text } from "../../index.js";
import { onRawSocket } from "../../testing/raw-socket.js";
import { ask, refused, start } from "../../testing/server.js";
import { decompress } from "../body/inflate.js";
import { Load } from "./load.js";

const isOverloaded = (error: unknown) => Problem.is(error) && error.code === "overloaded";

test("bytes are taken in until there is no room, and again when some are released", () => {
	const load = new Load(100);
	load.hold(60);
	load.hold(40);
	assert.throws(() => load.hold(1), isOverloaded);
	assert.equal(load.held, 100);
	load.release(60);
	load.hold(50);
	assert.equal(load.held, 90);
});

const BOMB = Buffer.alloc(8 * MiB);
const CODED = { gzip: gzipSync(BOMB), deflate: deflateSync(BOMB), br: brotliCompressSync(BOMB) };

for (const [coding, bomb] of Object.entries(CODED) as [keyof typeof CODED, Buffer][]) {
	test(`a ${coding} bomb is left off at its mill's limit, and no more of it is ever held`, async () => {
		let held = 0;
		const undoing = decompress(coding, bomb, MiB, ({ byteLength }) => {
			held += byteLength;
		});
		await assert.rejects(undoing, (error) => Problem.is(error) && error.code === "content-too-large");
		assert.ok(held > 0 && held <= MiB, `${held} bytes of ${BOMB.length}`);
	});

	test(`a ${coding} bomb for which all calls together have no room is refused as overload`, async () => {
		const load = new Load(MiB);
		const undoing = decompress(coding, bomb, 16 * MiB, ({ byteLength }) => {
			load.hold(byteLength);
			return undefined;
		});
		await assert.rejects(undoing, isOverloaded);
		assert.ok(load.held <= MiB);
	});

	test(`a body compressed with ${coding} is decompressed unchanged`, async () => {
		const body = Buffer.from("grist ".repeat(100_000));
		const { [coding]: coded } = {
			gzip: gzipSync(body),
			deflate: deflateSync(body),
			br: brotliCompressSync(body),
		};
		assert.deepEqual(await decompress(coding, coded, body.length, () => undefined), body);
	});

	test(`bytes after the end of ${coding} data are rejected, not ignored`, async () => {
		const coded = Buffer.concat([CODED[coding], Buffer.from("more")]);
		await assert.rejects(
			decompress(coding, coded, BOMB.length, () => undefined),
			(error) => Problem.is(error) && error.code === "unreadable-input",
		);
	});
}

const events = new EventEmitter();
const waiter = defineMill({
	name: "waiter",
	version: "1.0.0",
	summary: "Waits until it is told to go on.",
	input: { "text/plain": text({ maxBytes: MiB }) },
	output: Type.Object({ size: Type.Integer() }),
	run: async (input) => {
		if (input.length > 1000)
			await new Promise<void>((resolve) => {
				events.emit("begun", resolve);
			});
		return { size: input.length };
	},
});
const headers = { "Content-Type": "text/plain" };

test("a body counts until its answer is out; meanwhile another that finds no room gets 503, and no call is lost", async () => {
	const site = await start({ maxBuffered: 100_000 }, { mills: [waiter] });
	const send = (size: number, more = {}) =>
		ask(`${site.url}/waiter`, {
			method: "POST",
			headers: { ...headers, ...more },
			body: Buffer.alloc(size, 97),
		});
	const begun = once(events, "begun");
	const first = send(80_000);
	const [letGo] = await begun;
	for (const more of [{}, { "Transfer-Encoding": "chunked" }]) {
		const refusal = await send(30_000, more);
		refused(refusal, 503, "overloaded");
		assert.equal(refusal.headers.get("retry-after"), "1");
	}
	assert.equal((await send(900)).json().size, 900);
	letGo();
	assert.equal((await first).json().size, 80_000);
	events.once("begun", (go) => go());
	const second = send(90_000);
	assert.equal((await second).json().size, 90_000);
});

test("a caller that goes away in the middle of its body gives back its room", async () => {
	const site = await start({ maxBuffered: 100_000 }, { mills: [waiter] });
	for (let i = 0; i < 5; i++)
		await onRawSocket(site.url, async (raw) => {
			raw.sendHead(
				"POST /waiter HTTP/1.1",
				"Content-Type: text/plain",
				"Content-Length: 90000",
				"Expect: 100-continue",
			);
			assert.equal((await raw.answer()).status, 100);
			raw.send(Buffer.alloc(60_000, 97));
		});
	// The room of the last one is given back when the server has noticed.
	for (;;) {
		const answer = await ask(`${site.url}/waiter`, { method: "POST", headers, body: Buffer.alloc(900, 97) });
		if (answer.status === 200) break;
		refused(answer, 503, "overloaded");
	}
});

test("what a caller goes on sending after its 413 takes no room from others", async () => {
	const site = await start({ maxBuffered: 2 * MiB }, { mills: [waiter] });
	await onRawSocket(site.url, async (raw) => {
		raw.sendHead("POST /waiter HTTP/1.1", "Content-Type: text/plain", "Transfer-Encoding: chunked");
		raw.sendChunk(Buffer.alloc(MiB + 1, 97));
		refused(await raw.answer(), 413, "content-too-large");
		raw.sendChunk(Buffer.alloc(2 * MiB, 97));
		raw.send("0\r\n\r\n");
		await raw.ended();
	});
	events.once("begun", (go) => go());
	const body = Buffer.alloc(MiB, 97);
	assert.equal((await ask(`${site.url}/waiter`, { method: "POST", headers, body })).json().size, MiB);
});
