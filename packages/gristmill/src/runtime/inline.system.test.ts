import assert from "node:assert/strict";
import { before, test } from "node:test";
import { ask, type Running, start } from "../testing/server.js";

/** Enough for any estimate to come down, even on a machine that is busy with other things. */
const PATIENCE = 2_000;

const hostile = (choice: string) => new URL(`../testing/mills/hostile-mill.js?${choice}`, import.meta.url);
const auto = await start(
	{ workers: 1 },
	{
		mills: [
			...["a", "b", "c", "d"].map((letter) => hostile(`name=${letter}-tester&inline`)),
			hostile("name=plain-tester"),
		],
	},
);
before(() => auto.server.examined());

/** How a mill is called; `pid` says which process answered a text. */
function callerOf({ url }: Running, mill: string) {
	const pid = async (text: string) => {
		const headers = { "Content-Type": "text/plain" };
		const answer = await ask(`${url}/${mill}`, { method: "POST", headers, body: Buffer.from(text) });
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
	return { pid, warmUp, surprise };
}

test("a mill that may run inline runs in a worker until its calls have proved cheap", async () => {
	const { pid, warmUp } = callerOf(auto, "a-tester");
	assert.ok(auto.server.workers().includes(await pid("t--first")));
	assert.ok(await warmUp(), "it comes into this process");
});

for (const [mill, text, what] of [
	["b-tester", "busy 009", "a surprise"],
	["c-tester", "refuse 9", "a refusal that takes long"],
] as const)
	test(`${what} sends a mill back to the workers at once`, async () => {
		const { pid, warmUp, surprise } = callerOf(auto, mill);
		await surprise(text);
		assert.notEqual(await pid("t---next"), process.pid);
		assert.ok(await warmUp(), "and it comes back when it is cheap again");
	});

test("the estimate for small inputs does not apply to large ones", async () => {
	const { pid, warmUp } = callerOf(auto, "d-tester");
	assert.ok(await warmUp());
	assert.notEqual(await pid("large ".repeat(100)), process.pid);
});

test("no mill runs inline if the operator forbids it", async () => {
	const never = await start({ workers: 1, inline: "never" }, { mills: [hostile("name=a-tester&inline")] });
	const { warmUp } = callerOf(never, "a-tester");
	assert.equal(await warmUp(300), false);
});

test("a mill that is not `inline` does not run inline", async () => {
	const { warmUp } = callerOf(auto, "plain-tester");
	assert.equal(await warmUp(300), false);
});
