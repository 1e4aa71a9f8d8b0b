import assert from "node:assert/strict";
import { once } from "node:events";
import type { Socket } from "node:net";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { MiB } from "../../core/definition/limits.js";
import { defineMill, Type, text } from "../../index.js";
import { RawSocket } from "../../testing/raw-socket.js";
import { served } from "../../testing/server.js";
import { READ_MS } from "./send.js";

const repeater = defineMill({
	name: "repeater",
	version: "1.0.0",
	summary: "Repeats a text so often that no system takes it at once.",
	input: { "text/plain": text() },
	output: Type.Object({ repeated: Type.String() }),
	run: async (input) => {
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
	test(`whoever does not read ${what} is cut off in the end`, async () => {
		const { raw, socket } = await asking(...inputs);
		raw.socket.pause();
		while (socket.timeout !== READ_MS) await setTimeout(5);
		// As when the time is over.
		const closed = once(socket, "close");
		socket.emit("timeout");
		await closed;
		raw.close();
	});

test("whoever reads its answer, however large, keeps its connection", async () => {
	const { raw, socket } = await asking("b");
	assert.equal((await raw.answer()).status, 200);
	while (socket.timeout === READ_MS) await setTimeout(5);
	// The time of an idle connection; some versions of Node add a second to it.
	const { timeout = 0 } = socket;
	assert.ok(timeout >= site.server.http.keepAliveTimeout && timeout < READ_MS, String(timeout));
	raw.close();
});

test("an answer that the system takes at once is given no time", async () => {
	const { raw, socket } = await asking("");
	assert.equal((await raw.answer()).status, 200);
	assert.notEqual(socket.timeout, READ_MS);
	raw.close();
});
