import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Settings } from "../index.js";
import { ask, start } from "../testing/server.js";

/** Enough for any estimate to come down, even on a machine that is busy with other things. */
const PATIENCE = 2_000;

/** A server with one mill that may run inline; `pid` says which process answered a text. */
async function serve(t: TestContext, choice: string, settings: Settings = {}) {
	const module = new URL(`../testing/hostile-mill.js?name=a-tester&${choice}`, import.meta.url);
	const { server, url } = await start({ workers: 1, ...settings }, { mills: [module] });
	t.after(() => server.close());
	await server.examined();
	const pid = async (text: string) => {
		const headers = { "Content-Type": "text/plain" };
		const answer = await ask(`${url}/a-tester`, { method: "POST", headers, body: Buffer.from(text) });
		const { pid, detail } = answer.json<{ pid?: number; detail?: string }>();
		return pid ?? Number(detail);
	};
	/** Calls with texts of eight bytes until one runs in this process; false where none does. */
	const warmUp = async (calls = PATIENCE) => {
		for (let i = 0; i < calls; i++)
			if ((await pid(`t${String(i).padStart(7, "0")}`)) === process.pid) return true;
		return false;
	};
	/** Warms up and sends this, until it did run here: a busy machine can be a surprise of its own. */
	const surprise = async (text: string) => {
		do assert.ok(await warmUp());
		while ((await pid(text)) !== process.pid);
	};
	return { pid, warmUp, surprise, server };
}

test("a mill that may run inline runs in a worker until its calls have proved cheap", async (t) => {
	const { pid, warmUp, server } = await serve(t, "inline");
	assert.ok(server.workers().includes(await pid("t--first")));
	assert.ok(await warmUp(), "it comes into this process");
});

for (const [text, what] of [
	["busy 009", "a surprise"],
	["refuse 9", "a refusal that takes long"],
] as const)
	test(`${what} sends a mill back to the workers at once`, async (t) => {
		const { pid, warmUp, surprise } = await serve(t, "inline");
		await surprise(text);
		assert.notEqual(await pid("t---next"), process.pid);
		assert.ok(await warmUp(), "and it comes back when it is cheap again");
	});

test("what is known of small inputs says nothing of large ones", async (t) => {
	const { pid, warmUp } = await serve(t, "inline");
	assert.ok(await warmUp());
	assert.notEqual(await pid("large ".repeat(100)), process.pid);
});

test("no mill runs inline where the operator says never", async (t) => {
	const { warmUp } = await serve(t, "inline", { inline: "never" });
	assert.equal(await warmUp(300), false);
});

test("no mill runs inline that does not say so itself", async (t) => {
	const { warmUp } = await serve(t, "");
	assert.equal(await warmUp(300), false);
});
