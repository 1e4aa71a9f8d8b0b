import assert from "node:assert/strict";
import { on, once } from "node:events";
import { existsSync } from "node:fs";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Problem } from "../../core/problem.js";
import { poolOf } from "../../testing/hostile-pool.js";
import { makeGate } from "../../testing/mills/hostile-gate.js";
import { CallerGone, Crash } from "../failures.js";

const isUnready = (error: unknown) =>
	Problem.is(error) && error.code === "unready" && Number(error.members.retryAfter) >= 1;
const isProblem = (code: string) => (error: unknown) => Problem.is(error) && error.code === code;

/** For those tests that end no worker. */
const calm = await poolOf({ after }, ["name=a-tester"]);

test("the spare takes over when a worker is killed at its deadline", async (t) => {
	const { pool, run, warm } = await poolOf(t, ["name=a-tester&deadline=1000", "name=b-tester"]);
	await warm();
	while (pool.census().idle < 2) await setTimeout(20);
	const before = pool.pids();
	await assert.rejects(run("a-tester", "hold"), isProblem("deadline-exceeded"));
	// The other mill may wait as long as it takes.
	assert.ok(before.includes((await run("b-tester", "again")).pid), "it was there already");
});

test("a call that its worker does not begin gets a second try in another worker", async (t) => {
	const { pool, run, seen } = await poolOf(t, ["name=a-tester"]);
	while (pool.census().idle < 2) await setTimeout(5);
	const { pid } = await run("a-tester", "linger 6000");
	assert.notEqual((await run("a-tester", "quick")).pid, pid);
	assert.deepEqual(seen, [], "a worker that is only slow is not ended");
});

const stoppable = { skip: !existsSync("/proc/self/status") && "there is no /proc" };

for (const when of ["before they begin it", "while they compute it"])
	test(`a call whose workers are stopped ${when} runs again in another worker`, stoppable, async (t) => {
		const { pool, start, seen } = await poolOf(t, ["name=a-tester&deadline=600000"]);
		while (pool.census().idle < 2) await setTimeout(5);
		const stop = () => {
			for (const pid of pool.pids()) process.kill(pid, "SIGSTOP");
		};
		if (when.startsWith("before")) stop();
		const { echo, times } = start("a-tester", "sleep 300");
		while (when.startsWith("while") && times.begun === 0) await setTimeout(5);
		if (when.startsWith("while")) stop();
		assert.equal((await echo).echo, "slept 300");
		assert.ok(seen.every((event) => event.type === "worker-gone" && event.kind === "stopped"));
	});

test("a call that was sent to a busy worker is not begun when its caller goes away, even if the worker is held", async (t) => {
	// Without a spare, which would begin what waits for long.
	const { pool, run, seen } = await poolOf(t, ["name=a-tester"], { spares: 0 });
	await run("a-tester", "warm");
	const leaving = new AbortController();
	const running = run("a-tester", "busy 2000");
	// Longer than the way to the worker, much shorter than the call before it.
	const queued = run("a-tester", "exit", leaving.signal);
	await setTimeout(50);
	leaving.abort();
	await assert.rejects(queued, CallerGone);
	await running;
	assert.equal((await run("a-tester", "again")).echo, "again");
	assert.equal(pool.waiting("a-tester"), 0);
	assert.deepEqual(seen, [], "had it begun, the worker would be gone");
});

test("calls that wait behind others in workers that die are answered, and not blamed", async (t) => {
	const { run, seen } = await poolOf(t, ["name=a-tester"], { workers: 2 });
	await run("a-tester", "warm");
	// Equal ones would be refused after two workers.
	const killers = Array.from({ length: 4 }, (_, i) => assert.rejects(run("a-tester", `exit ${i}`), Crash));
	const others = Array.from({ length: 6 }, (_, i) => run("a-tester", `other ${i}`));
	await Promise.all(killers);
	assert.deepEqual(
		(await Promise.all(others)).map(({ echo }) => echo),
		others.map((_, i) => `other ${i}`),
	);
	// Each killer is blamed for two workers of its own.
	const lost = seen.filter(({ type }) => type === "worker-gone").length;
	assert.ok(lost >= 2 * killers.length, `${lost} workers were lost`);
});

test("a call that has killed two workers kills no third one, and other mills are answered meanwhile", async (t) => {
	const { run, seen } = await poolOf(t, ["name=a-tester", "name=b-tester"], { workers: 2 });
	const count = (type: string) => seen.filter((event) => event.type === type).length;
	await assert.rejects(run("a-tester", "exit"), Crash);
	assert.equal(count("worker-gone"), 2);
	assert.equal(count("killer"), 1);
	assert.equal((await run("b-tester", "one")).echo, "one");
	for (let i = 0; i < 8; i++) await assert.rejects(run("a-tester", "exit"), /refused for a while/);
	assert.equal(count("killer-refused"), 8);
	assert.equal(count("worker-gone"), 2);
	assert.equal((await run("a-tester", "two")).echo, "two", "another call of the same mill");
});

test("a mill that forges messages about dropped jobs loses no call", async () => {
	const { run } = calm;
	const answers = await Promise.all(["babble", "one", "babble", "two"].map((text) => run("a-tester", text)));
	assert.deepEqual(
		answers.map(({ echo }) => echo),
		["babbled", "one", "babbled", "two"],
	);
});

test("a running call whose caller is gone is aborted by its signal, and its worker stays alive", async () => {
	const { run, start, seen } = calm;
	seen.length = 0;
	await run("a-tester", "warm");
	const leaving = new AbortController();
	const { echo: running, times } = start("a-tester", "wait", leaving.signal);
	while (times.begun === 0) await setTimeout(5);
	leaving.abort();
	await assert.rejects(running, CallerGone);
	// One call at a time: this one has to wait for the end of the other.
	assert.equal((await run("a-tester", "again")).echo, "again");
	assert.deepEqual(seen, []);
});

test("a running call that ignores its signal is killed at its deadline", async (t) => {
	const { run, start, warm, events } = await poolOf(t, ["name=a-tester&deadline=1000", "name=b-tester"]);
	await warm();
	const leaving = new AbortController();
	const gone = once(events, "worker-gone");
	const { echo: running, times } = start("a-tester", "hold", leaving.signal);
	while (times.begun === 0) await setTimeout(5);
	leaving.abort();
	await assert.rejects(running, CallerGone);
	const [{ mill }] = await gone;
	assert.equal(mill, "a-tester");
	// The other mill may wait for a new worker as long as it takes.
	assert.equal((await run("b-tester", "again")).echo, "again");
});

test("a call that loses two workers crashes, and those that wait behind it are answered", async (t) => {
	const { run } = await poolOf(t, ["name=a-tester"]);
	const crash = run("a-tester", "exit");
	const behind = ["b1", "b2"].map((text) => run("a-tester", text));
	await assert.rejects(crash, Crash);
	assert.deepEqual(
		(await Promise.all(behind)).map(({ echo }) => echo),
		["b1", "b2"],
	);
});

for (const load of ["throw", "exit"])
	test(`a mill whose loading ends with ${load} is unready, at once and later, and says when to try again, while others work`, async (t) => {
		const { run, seen } = await poolOf(t, [`name=bad-tester&load=${load}`, "name=good-tester"]);
		// Those that wait for it are all refused.
		await Promise.all(["first", "second"].map((text) => assert.rejects(run("bad-tester", text), isUnready)));
		for (let i = 0; i < 20; i++) assert.equal((await run("good-tester", `good ${i}`)).echo, `good ${i}`);
		// More often than there are workers that could still say that they cannot load it.
		for (let i = 0; i < 3; i++) await assert.rejects(run("bad-tester", `later ${i}`), isUnready);
		assert.equal(seen.filter(({ type }) => type === "unloadable").length, 1);
		const gone = seen.flatMap((event) => (event.type === "worker-gone" ? [event.mill] : []));
		assert.equal(gone.length > 0, load === "exit");
		assert.ok(
			gone.every((mill) => mill === "bad-tester"),
			"the event names the mill that was being loaded",
		);
	});

test("signals to every process, as of Ctrl-C, do not end workers", async (t) => {
	const { pool, run, warm, seen } = await poolOf(t, ["name=a-tester"]);
	await warm();
	const running = run("a-tester", "sleep 300");
	for (const pid of pool.pids())
		for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.kill(pid, signal);
	assert.equal((await running).echo, "slept 300");
	assert.deepEqual(
		seen.filter(({ type }) => type === "worker-gone"),
		[],
	);
});

test("a mill that has been loaded stays loadable, however many workers are killed while they load it", async (t) => {
	const { run, events } = await poolOf(t, ["name=quick-tester", "name=slow-tester&load=slow"]);
	await run("slow-tester", "warm");
	for (let i = 0; i < 3; i++) {
		// A worker that has loaded the quick one goes on to load the slow one.
		const { pid } = await run("quick-tester", `quick ${i}`);
		const gone = once(events, "worker-gone");
		process.kill(pid, "SIGKILL");
		await gone;
	}
	assert.equal((await run("slow-tester", "again")).echo, "again");
});

test("a worker that cannot even start is tried again, ever more slowly", async (t) => {
	const began = performance.now();
	const { events, pool } = await poolOf(t, ["name=a-tester"], { flags: ["--no-such-flag"] });
	let deaths = 0;
	for await (const _ of on(events, "worker-gone")) if (++deaths === 5) break;
	// 0 and 0, then 200, 400 and 800 ms later; a machine in a hurry would need a tenth of it.
	assert.ok(performance.now() - began >= 900);
	assert.ok(pool.pids().length <= 2);
});

test("a mill that was given up is served by all workers again as soon as one has loaded it", async (t) => {
	const gate = makeGate();
	const mills = ["name=quick-tester", `name=slow-tester&load=gate&${gate.query}`];
	const { pool, run, events } = await poolOf(t, mills, { workers: 2 });
	const unloadable = once(events, "unloadable");
	// Two workers are killed from outside while they load it; no other one comes to the end of that before the gate is open.
	for (let i = 0; i < 2; i++) {
		const { pid } = await run("quick-tester", `quick ${i}`);
		const gone = once(events, "worker-gone");
		process.kill(pid, "SIGKILL");
		await gone;
	}
	await unloadable;
	gate.open();
	while (pool.unloadable("slow-tester") !== undefined) await setTimeout(20);
	const served = new Set<number>();
	while (served.size < 2)
		for (const { pid } of await Promise.all([run("slow-tester", "sleep 20"), run("slow-tester", "sleep 21")]))
			served.add(pid);
	for (const pid of served) process.kill(pid, "SIGKILL");
	assert.equal((await run("slow-tester", "again")).echo, "again");
});

test("a worker that the system does not start is reported as lost, and tried again later", async (t) => {
	const { pool, seen, events } = await poolOf(t, ["name=a-tester"], {
		flags: ["a byte \0 that no system takes"],
	});
	while (seen.length < 3) await once(events, "worker-gone");
	assert.deepEqual(pool.pids(), []);
	for (const event of seen) assert.ok(event.type === "worker-gone" && event.kind === "error");
});
