import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { createFetchHandler, createListener, createServer } from "../index.js";

const GIVER = new URL("../testing/mills/byte-giver.js", import.meta.url);

for (const make of [createServer, createFetchHandler, createListener] as const)
	test(`close ends the workers of what ${make.name} made`, async () => {
		const mounted = await make([GIVER], { log: () => {}, workers: 1 });
		assert.deepEqual(await mounted.examined(), { unready: [] });
		const [worker = 0] = mounted.workers();
		assert.ok(isAlive(worker));
		await mounted.close();
		assert.deepEqual(mounted.workers(), []);
		while (isAlive(worker)) await setTimeout(10);
	});

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
