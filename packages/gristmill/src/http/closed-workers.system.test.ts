import assert from "node:assert/strict";
import { test } from "node:test";
import { createServer } from "../index.js";

test("a server that has ended lists no workers", async () => {
	const mill = new URL("../testing/mills/hostile-mill.js", import.meta.url);
	const server = await createServer([mill], { log: () => {}, workers: 1 });
	assert.ok(server.workers().length > 0);
	await server.close();
	assert.deepEqual(server.workers(), []);
});
