import assert from "node:assert/strict";
import { EventEmitter, on, once, setMaxListeners } from "node:events";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { MiB } from "../core/limits.js";
import { Problem } from "../core/problem.js";
import { Gone } from "./gone.js";
import { importMill } from "./import-mill.js";
import type { PoolEvent, PoolOptions } from "./job.js";
import { Passage } from "./passage.js";
import { Crash } from "./perform.js";
import { Pool } from "./pool.js";

const STAYS = new AbortController().signal;
// All calls of a test may listen to it at once.
setMaxListeners(0, STAYS);

interface Echo {
	readonly echo: string;
	readonly pid: number;
}

type Cleaning = { after(hook: () => void): void };

/** A pool of hostile mills, each given by what the address of its module chooses; closed behind the test. */
async function poolOf(t: Cleaning, choices: readonly string[], options: Partial<PoolOptions> = {}) {
	const events = new EventEmitter();
	const seen: PoolEvent[] = [];
	const mills = await Promise.all(
		choices.map(async (choice) => {
			const url = new URL(`../testing/hostile-mill.js?${choice}`, import.meta.url);
			return { mill: await importMill(url.href), url };
		}),
	);
	const pool = new Pool(mills, {
		workers: 1,
		flags: [],
		memory: 512 * MiB,
		deadline: 60_000,
		onEvent: (event) => {
			seen.push(event);
			events.emit(event.type, event);
		},
		...options,
	});
	// Workers keep no program alive, and some tests wait for nothing else.
	const alive = setInterval(() => {}, 60_000);
	t.after(() => {
		clearInterval(alive);
		pool.close();
	});
	const run = async (mill: string, text: string, signal = STAYS, passage?: Passage): Promise<Echo> => {
		const call = {
			mediaType: "text/plain",
			charset: undefined,
			parameters: {},
			resultType: "application/json",
			links: undefined,
			body: Buffer.from(text),
		} as const;
		const { content } = await pool.run(mill, call, signal, passage);
		return JSON.parse(Buffer.from(content).toString("utf8"));
	};
	return { pool, run, events, seen };
}

const isProblem = (code: string) => (error: unknown) => Problem.is(error) && error.code === code;

/** Starts all, and gives their texts in the order in which they were answered. */
async function finishingOrder(
	run: (mill: string, text: string) => Promise<unknown>,
	jobs: readonly (readonly [mill: string, text: string])[],
): Promise<string[]> {
	const order: string[] = [];
	await Promise.all(
		jobs.map(async ([mill, text]) => {
			await run(mill, text);
			order.push(text);
		}),
	);
	return order;
}

/** For those tests that end no worker. */
const calm = await poolOf({ after }, ["name=a-tester&deadline=30000", "name=b-tester"]);

test("calls of one mill run first in first out", async () => {
	const { run } = calm;
	const texts = Array.from({ length: 20 }, (_, i) => `text ${i}`);
	assert.deepEqual(
		await finishingOrder(
			run,
			texts.map((text) => ["a-tester", text]),
		),
		texts,
	);
});

test("mills take turns: a flood of one delays a single call of another by one call", async () => {
	const { run } = calm;
	await Promise.all([run("a-tester", "warm"), run("b-tester", "warm")]);
	const flood = ["sleep 50", "a1", "a2", "a3", "a4"].map((text) => ["a-tester", text] as const);
	const order = await finishingOrder(run, [...flood, ["b-tester", "b1"], ["b-tester", "b2"]]);
	assert.deepEqual(order, ["sleep 50", "a1", "b1", "a2", "b2", "a3", "a4"]);
});

test("while another mill waits, no mill holds all workers", async (t) => {
	const { run } = await poolOf(t, ["name=slow-tester", "name=quick-tester"], { workers: 2 });
	await Promise.all([run("slow-tester", "warm"), run("quick-tester", "warm")]);
	const slow = ["sleep 150", "sleep 300", "sleep 301", "sleep 302", "sleep 303"];
	const quick = ["q1", "q2", "q3", "q4"];
	const order = await finishingOrder(run, [
		...slow.map((text) => ["slow-tester", text] as const),
		...quick.map((text) => ["quick-tester", text] as const),
	]);
	// The first two slow ones had begun. From then on one worker was enough for all the quick ones.
	assert.deepEqual(
		order.filter((text) => quick.includes(text)),
		quick,
	);
	assert.ok(order.indexOf("q4") < order.indexOf("sleep 301"), order.join(", "));
});

test("the spare takes over when a worker is killed at its deadline", async (t) => {
	const { pool, run } = await poolOf(t, ["name=a-tester&deadline=300"]);
	await run("a-tester", "warm");
	const before = pool.pids();
	assert.equal(before.length, 2);
	await assert.rejects(run("a-tester", "loop"), isProblem("deadline-exceeded"));
	assert.ok(before.includes((await run("a-tester", "again")).pid), "it was there already");
});

test("the deadline counts from the worker's acknowledgement, not from the queue", async (t) => {
	const { run } = await poolOf(t, ["name=a-tester&deadline=400&load=slow"]);
	// Each waits for the loading of the mill, and then for those before it, longer than the deadline.
	const texts = ["sleep 200", "sleep 201", "sleep 202"];
	const answers = await Promise.all(texts.map((text) => run("a-tester", text)));
	assert.deepEqual(
		answers.map(({ echo }) => echo),
		["slept 200", "slept 201", "slept 202"],
	);
});

test("a larger input has longer where the mill says so, and its examples by their size too", async (t) => {
	const text = `sleep 600 ${"x".repeat(1_000)}`;
	const { pool, run } = await poolOf(t, [`name=a-tester&deadline=300&perKiB=3000&example=${text}`]);
	assert.equal((await run("a-tester", text)).echo, text.replace("sleep", "slept"));
	await assert.rejects(run("a-tester", "loop"), {
		code: "deadline-exceeded",
		detail: "Send less: the call took longer than 312 ms.",
	});
	assert.equal((await pool.examine("a-tester", [0]))[0]?.example, 0);
});

test("the operator's deadline bounds the mill's own", async (t) => {
	const { run } = await poolOf(t, ["name=a-tester&deadline=60000&perKiB=3000"], { deadline: 200 });
	await assert.rejects(run("a-tester", "wait-forever"), isProblem("deadline-exceeded"));
});

test("a caller that goes away takes its queued call with it", async () => {
	const { pool, run, seen } = calm;
	await run("a-tester", "warm");
	const leaving = new AbortController();
	const running = run("a-tester", "sleep 100");
	const queued = run("a-tester", "exit", leaving.signal);
	assert.equal(pool.waiting("a-tester"), 1);
	leaving.abort();
	assert.equal(pool.waiting("a-tester"), 0);
	await assert.rejects(queued, Gone);
	await running;
	await run("a-tester", "again");
	assert.deepEqual(seen, [], "had it run, workers would be gone");
});

test("a call that lies ready in a worker is not begun when its caller goes away, even if the worker is held", async () => {
	const { pool, run, seen } = calm;
	await run("a-tester", "warm");
	const leaving = new AbortController();
	const running = run("a-tester", "busy 200");
	// Longer than the way to the worker, shorter than the call before it.
	const queued = run("a-tester", "exit", leaving.signal);
	await setTimeout(50);
	leaving.abort();
	await assert.rejects(queued, Gone);
	await running;
	assert.equal((await run("a-tester", "again")).echo, "again");
	assert.equal(pool.waiting("a-tester"), 0);
	assert.deepEqual(seen, [], "had it begun, the worker would be gone");
});

test("a call that lies ready behind a long one runs in the first worker that is free", async (t) => {
	const { pool, run } = await poolOf(t, ["name=a-tester&deadline=30000"], { workers: 2 });
	const warm = new Set<number>();
	while (warm.size < 2)
		for (const { pid } of await Promise.all([run("a-tester", "sleep 20"), run("a-tester", "sleep 21")]))
			warm.add(pid);
	const order = await finishingOrder(
		run,
		["busy 1500", "sleep 100", "third", "fourth"].map((text) => ["a-tester", text]),
	);
	assert.equal(order.at(-1), "busy 1500");
	while (pool.census().busy > 0) await setTimeout(5);
	assert.equal(pool.waiting("a-tester"), 0);
});

test("calls that lie ready in workers that die are answered, and blamed for none", async (t) => {
	const { run, seen } = await poolOf(t, ["name=a-tester"], { workers: 2 });
	await run("a-tester", "warm");
	const killers = Array.from({ length: 6 }, () => assert.rejects(run("a-tester", "exit"), Crash));
	const others = Array.from({ length: 6 }, (_, i) => run("a-tester", `other ${i}`));
	await Promise.all(killers);
	assert.deepEqual(
		(await Promise.all(others)).map(({ echo }) => echo),
		others.map((_, i) => `other ${i}`),
	);
	assert.equal(seen.filter(({ type }) => type === "worker-gone").length, 12);
});

test("a mill that says on the pipe that jobs were dropped loses nobody's call", {
	timeout: 10_000,
}, async () => {
	const { run } = calm;
	const answers = await Promise.all(["babble", "one", "babble", "two"].map((text) => run("a-tester", text)));
	assert.deepEqual(
		answers.map(({ echo }) => echo),
		["babbled", "one", "babbled", "two"],
	);
});

test("a caller that has gone already queues nothing", async () => {
	const { pool, run } = calm;
	await assert.rejects(run("a-tester", "text", AbortSignal.abort()), Gone);
	assert.equal(pool.waiting("a-tester"), 0);
});

test("running work that nobody waits for is told through its signal, and the worker lives on", async () => {
	const { run, seen } = calm;
	await run("a-tester", "warm");
	const leaving = new AbortController();
	const passage = new Passage();
	const running = run("a-tester", "wait", leaving.signal, passage);
	while (passage.begun === 0) await setTimeout(5);
	leaving.abort();
	await assert.rejects(running, Gone);
	// One call at a time: this one has to wait for the end of the other.
	assert.equal((await run("a-tester", "again")).echo, "again");
	assert.deepEqual(seen, []);
});

test("running work that ignores its signal is killed when its deadline passes", async (t) => {
	const { run, events } = await poolOf(t, ["name=a-tester&deadline=300"]);
	await run("a-tester", "warm");
	const leaving = new AbortController();
	const gone = once(events, "worker-gone");
	const passage = new Passage();
	const running = run("a-tester", "loop", leaving.signal, passage);
	while (passage.begun === 0) await setTimeout(5);
	leaving.abort();
	await assert.rejects(running, Gone);
	const [{ mill }] = await gone;
	assert.equal(mill, "a-tester");
	assert.equal((await run("a-tester", "again")).echo, "again");
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
	test(`a mill whose loading ends with ${load} is unready, at once and later, while others work`, {
		timeout: 10_000,
	}, async (t) => {
		const { run, seen } = await poolOf(t, [`name=bad-tester&load=${load}`, "name=good-tester"]);
		await assert.rejects(run("bad-tester", "first"), isProblem("unready"));
		for (let i = 0; i < 20; i++) assert.equal((await run("good-tester", `good ${i}`)).echo, `good ${i}`);
		// More often than there are workers that could still say that they cannot load it.
		for (let i = 0; i < 3; i++) await assert.rejects(run("bad-tester", `later ${i}`), isProblem("unready"));
		assert.equal(seen.filter(({ type }) => type === "unloadable").length, 1);
	});

test("the operator is told under the loading of which mill a worker was lost", async (t) => {
	const { events } = await poolOf(t, ["name=bad-tester&load=exit"]);
	const [{ mill }] = await once(events, "worker-gone");
	assert.equal(mill, "bad-tester");
});

test("a call that no worker has begun is not blamed for workers that are killed", async (t) => {
	const { pool, run, events } = await poolOf(t, ["name=a-tester"], { workers: 2 });
	const warm = new Set<number>();
	while (warm.size < 2)
		for (const { pid } of await Promise.all([run("a-tester", "sleep 20"), run("a-tester", "sleep 21")]))
			warm.add(pid);
	// Workers that stand still take the call and do not begin it.
	const [first = 0, second = 0, ...spare] = pool.pids();
	for (const pid of pool.pids()) process.kill(pid, "SIGSTOP");
	const answer = run("a-tester", "grist");
	for (const pid of [first, second]) {
		const gone = once(events, "worker-gone");
		process.kill(pid, "SIGKILL");
		await gone;
	}
	for (const pid of spare) process.kill(pid, "SIGCONT");
	assert.equal((await answer).echo, "grist");
});

test("a mill that has been loaded stays loadable, however many workers are killed while they load it", {
	timeout: 20_000,
}, async (t) => {
	const { run, events } = await poolOf(t, ["name=quick-tester", "name=slow-tester&load=slow"]);
	await run("slow-tester", "warm");
	for (let i = 0; i < 5; i++) {
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

test("a closed pool refuses what waits and what runs", async (t) => {
	const { pool, run } = await poolOf(t, ["name=a-tester"]);
	await run("a-tester", "warm");
	const answers = [run("a-tester", "wait-forever"), run("a-tester", "behind")];
	const refused = answers.map((answer) => assert.rejects(answer, isProblem("unready")));
	pool.close();
	await Promise.all(refused);
});

test("a mill that was given up is served by all workers again as soon as one has loaded it", {
	timeout: 20_000,
}, async (t) => {
	const mills = ["name=quick-tester", "name=slow-tester&load=slow"];
	const { pool, run, events } = await poolOf(t, mills, { workers: 2 });
	const unloadable = once(events, "unloadable");
	// Two workers are killed from outside while they load it; the third comes to the end of that.
	for (let i = 0; i < 2; i++) {
		const { pid } = await run("quick-tester", `quick ${i}`);
		const gone = once(events, "worker-gone");
		process.kill(pid, "SIGKILL");
		await gone;
	}
	await unloadable;
	while (pool.unloadable("slow-tester") !== undefined) await setTimeout(20);
	const served = new Set<number>();
	while (served.size < 2)
		for (const { pid } of await Promise.all([run("slow-tester", "sleep 20"), run("slow-tester", "sleep 21")]))
			served.add(pid);
	for (const pid of served) process.kill(pid, "SIGKILL");
	assert.equal((await run("slow-tester", "again")).echo, "again");
});

test("a worker that the system does not let start is told as lost, and tried again later", async (t) => {
	const { pool, seen, events } = await poolOf(t, ["name=a-tester"], {
		flags: ["a byte \0 that no system takes"],
	});
	while (seen.length < 3) await once(events, "worker-gone");
	assert.deepEqual(pool.pids(), []);
	for (const event of seen) assert.ok(event.type === "worker-gone" && event.kind === "error");
});
