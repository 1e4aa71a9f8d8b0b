import assert from "node:assert/strict";
import { once } from "node:events";
import type { Socket } from "node:net";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { MiB } from "../../core/definition/limits.js";
import { Type } from "../../index.js";
import { emptyMill } from "../../testing/mills/empty-mill.js";
import { RawSocket } from "../../testing/raw-socket.js";
import { served } from "../../testing/server.js";
import { READ_MS } from "./send.js";

const repeater = emptyMill({
	name: "repeater",
	output: Type.Object({ repeated: Type.String() }),
	run: async (input: string) => {
		if (input !== "slow") return { repeated: input.repeat(16 * MiB) };
		await setTimeout(100);
		return { repeated: "" };
	},
});

const site = served({}, { mills: [repeater] });

async function asking(...inputs: readonly string[]): Promise<{ raw: RawSocket; socket: Socket }> {
	const connected = once(site.server.http, "connection");
	const raw = await RawSocket.open(site.url);
	const [socket] = await connected;
	for (const input of inputs) {
		const length = `Content-Length: ${input.length}`;
		raw.sendHead("POST /repeater HTTP/1.1", "Content-Type: text/plain", length);
		raw.send(input);
	}
	return { raw, socket };
}

for (const [what, inputs] of [
	["its answer", ["a"]],
	["an answer that waited behind another one", ["slow", "a"]],
] as const)
	test(`whoever does not read ${what} is cut off in the end`, async (t) => {
		t.mock.timers.enable({ apis: ["setInterval"] });
		const { raw, socket } = await asking(...inputs);
		raw.socket.pause();
		const closed = once(socket, "close");
		while (socket.writableLength < MiB) await setTimeout(5);
		await setTimeout(5);
		// The system may take more meanwhile. From then on nothing changes.
		for (let ticks = 0; !socket.destroyed; ticks++) {
			assert.ok(ticks < 100);
			t.mock.timers.tick(READ_MS / 6);
			await new Promise(setImmediate);
		}
		await closed;
		raw.close();
	});

test("whoever has read a part is cut off after the same time", async (t) => {
	t.mock.timers.enable({ apis: ["setInterval"] });
	const { raw, socket } = await asking("a");
	await once(raw.socket, "data");
	raw.socket.pause();
	// Nothing is read or written between these ticks. The first one may see what the system has taken before them.
	let ticks = 0;
	for (; !socket.destroyed && ticks < 100; ticks++) t.mock.timers.tick(READ_MS / 6);
	assert.ok(ticks === 6 || ticks === 7, String(ticks));
	raw.close();
});

test("whoever reads its answer, however slowly, keeps its connection", async (t) => {
	t.mock.timers.enable({ apis: ["setInterval"] });
	const { raw, socket } = await asking("b");
	const answer = raw.answer();
	for (let i = 0; i < 5; i++) t.mock.timers.tick(READ_MS / 6);
	assert.equal((await answer).status, 200);
	for (let i = 0; i < 20; i++) t.mock.timers.tick(READ_MS / 6);
	assert.equal(socket.destroyed, false);
	raw.close();
});

test("an answer that the system takes at once is given no time", async (t) => {
	t.mock.timers.enable({ apis: ["setInterval"] });
	const { raw, socket } = await asking("");
	assert.equal((await raw.answer()).status, 200);
	for (let i = 0; i < 20; i++) t.mock.timers.tick(READ_MS / 6);
	assert.equal(socket.destroyed, false);
	raw.close();
});
