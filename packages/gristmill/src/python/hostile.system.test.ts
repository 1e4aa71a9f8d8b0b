import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { folderWith, post, ROOT, type Running, serving } from "../testing/command.js";
import { killProcesses, processesWith, untilProcesses } from "../testing/processes.js";
import { NO_PYTHON } from "../testing/python.js";

const SOURCE = readFileSync(`${ROOT}packages/gristmill/src/testing/python/hostile_tester.py`, "utf8");
const skip = NO_PYTHON;

type Json = Record<string, unknown>;
let unique = 0;

/** Serves the hostile mill with one worker and a spare. */
async function serve(t: TestContext, source = SOURCE) {
	const cwd = await folderWith(t, { "hostile_tester.py": source });
	const server = await serving(t, ["hostile_tester.py", "--workers", "1", "--worker-memory", "256"], { cwd });
	const send = (text: string) => post(`${server.url}/hostile-tester`, text) as Promise<Json>;
	/** Sends a text that no other call has, demands it back, and gives the process that answered. */
	const sendGood = async () => {
		const text = `good ${unique++}`;
		const { echo, pid } = await send(text);
		assert.equal(echo, text);
		return Number(pid);
	};
	return { ...server, cwd, send, sendGood };
}

/** Waits until the log matches. */
async function logged({ child, stderr }: Running, pattern: RegExp): Promise<void> {
	while (!pattern.test(stderr())) await once(child.stderr as Readable, "data");
}

test("a Python mill that misbehaves costs its own call alone", { skip, timeout: 1_200_000 }, async (t) => {
	const server = await serve(t);
	const { send, sendGood } = server;

	for (const [text, what] of [
		["raise", "an exception"],
		["undeclared", "a problem that the mill does not declare"],
		["bad-output", "a result that breaks the schema"],
		["set", "a result that JSON cannot write"],
		["nan", "a result that is not a number"],
		["integer", "a whole number that JavaScript would round"],
		["sys-exit", "sys.exit"],
	] as const)
		await t.test(`${what} is answered with 500 and keeps the process`, async () => {
			const pid = await sendGood();
			assert.equal((await send(text)).code, "crashed");
			// On a busy machine the next call may go to the spare.
			assert.ok(process.kill(pid, 0));
			await sendGood();
		});

	for (const [text, what] of [
		["exit", "a process that exits"],
		["segfault", "a segmentation fault"],
		["kill", "a process that is killed"],
		["memory", "memory that outgrows its limit"],
		["garbage", "garbage in the pipe"],
		["half", "a part of a frame in the pipe"],
		["close-pipe", "a pipe that the author closes"],
	] as const)
		await t.test(`${what} is answered with 500, and the next call has a new process`, async () => {
			const pid = await sendGood();
			const [refused] = await Promise.all([send(text), sendGood()]);
			assert.equal(refused.code, "crashed", JSON.stringify(refused));
			assert.notEqual(await sendGood(), pid);
		});

	await t.test("a segmentation fault leaves its traceback in the log", async () => {
		await logged(server, /Segmentation fault[\s\S]*hostile_tester\.py\\", line \d+ in hostile_tester/);
		await logged(server, /hostile-tester: the Python process ended by itself: signal SIGSEGV/);
	});

	await t.test("if the detail of a problem is an exception, its text is sent", async () => {
		const pid = await sendGood();
		const { code, detail } = await send("error-as-detail");
		assert.deepEqual([code, detail], ["bad-text", "Send another text."]);
		assert.ok(process.kill(pid, 0));
	});

	await t.test("a second answer reaches no other call", async () => {
		for (const text of ["twice", "late"]) {
			await send(text);
			for (let i = 0; i < 20; i++) await sendGood();
		}
	});

	await t.test("a process that forks answers once", async () => {
		const { echo } = await send("fork");
		assert.equal(echo, "fork");
		for (let i = 0; i < 5; i++) await sendGood();
	});

	await t.test("what the author prints goes to the log, also from a program that he starts", async () => {
		assert.equal((await send("print 4711")).echo, "print 4711");
		for (const line of [/printed 4711/, /written 4711/, /shell 4711/]) await logged(server, line);
		assert.equal((await send("thread")).echo, "thread");
		await logged(server, /ZeroDivisionError/);
	});

	await t.test("a flood of output is cut off, and the call is answered", async () => {
		assert.equal((await send("flood")).echo, "flood");
		await logged(server, /The rest of what (hostile-tester|this call) prints/);
		assert.ok(server.stderr().split("flood flood").length < 5_000);
	});

	await t.test("an author who closes the output gets his answer", async () => {
		assert.equal((await send("close-output")).echo, "close-output");
		await sendGood();
	});

	await t.test("the log has the traceback of an exception, and no word of the input", async () => {
		await send("raise");
		await logged(server, /run threw[\s\S]*ValueError\\n {2}File \\"[^"]*hostile_tester\.py\\", line \d+/);
		assert.doesNotMatch(server.stderr(), /secret raise/);
	});
});

test("the processes of a Python mill end with its worker and with the server", {
	skip,
	timeout: 1_200_000,
}, async (t) => {
	const name = String(randomInt(2 ** 40, 2 ** 41));
	t.after(() => killProcesses(name));
	// Short enough to wait for it, and long enough for a new worker to start on a busy machine.
	const { send, sendGood, child, cwd } = await serve(t, SOURCE.replace("30_000", "15_000"));

	assert.equal((await send(`spawn ${name}`)).code, "crashed");
	await untilProcesses(name, 0);

	assert.equal((await send(`orphan ${name}`)).echo, `orphan ${name}`);
	await untilProcesses(name, 1);
	assert.equal((await send("loop")).code, "deadline-exceeded");
	await untilProcesses(name, 0);

	await sendGood();
	assert.ok(processesWith(`${cwd}/hostile_tester.py`).length > 0);
	const call = send("loop").catch(() => "cut");
	child.kill("SIGKILL");
	await untilProcesses(`${cwd}/hostile_tester.py`, 0);
	assert.equal(await call, "cut");
});
