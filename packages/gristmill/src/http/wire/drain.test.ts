import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { MiB } from "../../core/definition/limits.js";
import { Type } from "../../index.js";
import { emptyMill } from "../../testing/mills/empty-mill.js";
import { start } from "../../testing/server.js";

/** More than the system's buffers hold. */
const SIZE = 32 * MiB;
const filler = emptyMill({
	name: "filler",
	output: Type.Object({ filled: Type.String() }),
	run: () => ({ filled: "x".repeat(SIZE) }),
});

test("an answer that is still being sent when the server ends arrives whole", {
	timeout: 600_000,
}, async () => {
	const { server, url } = await start({ drain: 3_600_000 }, { mills: [filler] });
	const asked = request(`${url}/filler`, { method: "POST", headers: { "Content-Type": "text/plain" } });
	asked.end("text");
	const [answer] = (await once(asked, "response")) as [IncomingMessage];
	const closed = server.close();
	// Longer than idle connections are left open.
	await setTimeout(500);
	let length = 0;
	for await (const chunk of answer) length += chunk.length;
	assert.equal(length, SIZE + '{"filled":""}'.length);
	await closed;
});
