import assert from "node:assert/strict";
import { test } from "node:test";
import { MiB } from "../../core/definition/limits.js";
import { Problem } from "../../core/problem.js";
import { defineMill, Type, text } from "../../index.js";
import { type FakeWork, FakeWorker } from "../../testing/fake-worker.js";
import { ManualClock } from "../../testing/manual-clock.js";
import { Cancellation } from "../cancellation.js";
import { CallerGone } from "../failures.js";
import { Losses } from "./losses.js";
import type { ToWorker } from "./messages.js";
import type { PendingCall } from "./pending-call.js";
import { Pool } from "./pool.js";
import type { PoolEvent, PoolOptions } from "./pool-options.js";

const RUNS = Number(process.env.TEST_RUNS ?? 10_000);
const STEPS = 30;

/** Everything that was started runs, and every alarm that rang is heard. */
const turn = () => new Promise<void>((done) => setImmediate(done));

function millNamed(name: string, most?: number, wait?: number) {
	const mill = defineMill({
		name,
		version: "1.0.0",
		summary: "Exists.",
		input: { "text/plain": text() },
		output: Type.Object({}),
		deadline: 2_000,
		examples: [{ input: "", output: {} }],
		run: () => ({}),
		...(most !== undefined && {
			runBatch: (all: readonly unknown[]) => all.map(() => ({})),
			batch: { most, ...(wait !== undefined && { wait }) },
		}),
	});
	return { mill, url: new URL("file:///nothing.js") };
}

/** Its calls wait up to 2 ms for company. */
const GATHERING = "d-tester";
const MILLS = [
	millNamed("a-tester"),
	millNamed("b-tester"),
	millNamed("c-tester", 4),
	millNamed(GATHERING, 4, 2),
];
const LIMITED = "b-tester";

const BODY = Buffer.alloc(2_000_000);

/** The sizes of calls that kill workers. */
const KILLERS: readonly (number | undefined)[] = [666, 667, 668];

const callWith = (bytes: number) => ({
	mediaType: "text/plain",
	charset: undefined,
	parameters: {},
	resultType: "application/json" as const,
	links: undefined,
	body: BODY.subarray(0, bytes),
});

interface ModelCall {
	readonly mill: string;
	readonly caller: Cancellation;
	readonly pooled: PendingCall;
	readonly id: number;
	hasLeft: boolean;
	outcomes: unknown[];
}

/** A pool whose workers do what a test tells them. */
class World {
	readonly clock: ManualClock;
	readonly workers: FakeWorker[] = [];
	readonly calls = new Map<number, ModelCall>();
	readonly events: PoolEvent[] = [];
	/** For each worker that a call has killed, the size of the call. */
	readonly kills: number[] = [];
	/** The variable PLACE of each worker. */
	readonly places: string[] = [];
	readonly pool: Pool;
	readonly listeners = new Set<() => void>();
	/** The most workers at a time. */
	readonly most: number;
	/** At least what the mills have lost in the eyes of the pool. */
	readonly losses: Losses;
	#ids = 0;
	/** The examples of the first mill that run. */
	#examining = 0;
	/** For a mill, one of its calls that waits, and the mills that have had a turn meanwhile. */
	readonly #passed = new Map<string, { readonly call: ModelCall; readonly by: Set<string> }>();

	constructor(options: Partial<PoolOptions> = {}) {
		this.clock = new ManualClock();
		this.most = (options.workers ?? 2) + (options.spares ?? 1);
		this.losses = new Losses(this.clock, options.workers ?? 2);
		this.pool = new Pool(MILLS, {
			workers: 2,
			flags: [],
			memory: 512 * MiB,
			deadline: 60_000,
			clock: this.clock,
			concurrency: (mill) => (mill === LIMITED ? 1 : Number.POSITIVE_INFINITY),
			onEvent: (event) => this.events.push(event),
			start: (_, events, traits) => {
				this.places.push(String(traits?.environment?.PLACE));
				const gone = (reason: string) => {
					this.#ended(worker);
					events.gone(reason);
				};
				const worker = new FakeWorker(
					this.clock,
					{ ...events, gone },
					{
						began: (one, work) => this.#began(one, work),
						sent: (one, message) => this.#sent(one, message),
					},
				);
				this.workers.push(worker);
				return worker;
			},
			...options,
		});
	}

	get living(): FakeWorker[] {
		return this.workers.filter(({ isGone }) => !isGone);
	}

	call(mill: string, bytes = 10): ModelCall {
		const caller = new Cancellation();
		const added = caller.addEventListener.bind(caller);
		const removed = caller.removeEventListener.bind(caller);
		caller.addEventListener = (type, listener) => {
			this.listeners.add(listener);
			added(type, listener);
		};
		caller.removeEventListener = (type, listener) => {
			this.listeners.delete(listener);
			removed(type, listener);
		};
		// The pool counts calls in the same way.
		const id = ++this.#ids;
		const call: ModelCall = {
			mill,
			caller,
			id,
			hasLeft: false,
			outcomes: [],
			pooled: undefined as unknown as PendingCall,
		};
		this.calls.set(id, call);
		const pooled = this.pool.run(mill, callWith(bytes), caller);
		Object.assign(call, { pooled });
		pooled.answer.then(
			({ content }) => call.outcomes.push(content),
			(error) => call.outcomes.push(error),
		);
		return call;
	}

	examine(mill: string): void {
		this.#ids++;
		this.#examining++;
		const end = () => this.#examining--;
		this.pool.examine(mill).then(end, end);
	}

	/** Lets time pass. The server reads what has arrived before it hears an alarm. */
	pass(milliseconds: number): void {
		for (const worker of this.living) worker.deliver();
		this.clock.advance(milliseconds);
	}

	leave(call: ModelCall): void {
		call.hasLeft = true;
		call.caller.abort();
	}

	/** Lets time pass, and everything that rings be heard. */
	async rest(milliseconds: number): Promise<void> {
		this.pass(milliseconds);
		await turn();
	}

	/** Lets all workers load everything. */
	async warm(): Promise<void> {
		await turn();
		for (const worker of this.living) this.loadAll(worker);
	}

	loadAll(worker: FakeWorker): void {
		worker.read();
		for (let i = 0; i < MILLS.length; i++) {
			worker.load();
			worker.loadEnds();
		}
		worker.deliver();
	}

	/** Makes a mill known as taking this long. */
	async pace(mill: string, micros: number): Promise<void> {
		const calls = Array.from({ length: 30 }, () => this.call(mill));
		while (calls.some(({ outcomes }) => outcomes.length === 0)) {
			for (let i = 0; i < 5; i++)
				for (const worker of this.living) {
					worker.read();
					worker.begin();
					worker.answer("done", micros);
					worker.begin();
					worker.deliver();
				}
			await turn();
		}
	}

	/** Every worker does its work until nothing is left. */
	async finish(): Promise<void> {
		// Second tries of calls that kill workers wait for long.
		for (let i = 0; i < 600 && this.isBusy; i++) {
			for (const worker of this.living) {
				worker.isBlocked = false;
				if (worker.isKilled) worker.end();
				else {
					this.loadAll(worker);
					worker.begin();
					if (!this.crash(worker)) worker.answer();
					worker.begin();
					this.crash(worker);
					worker.deliver();
				}
			}
			this.clock.advance(i < 50 ? 1 : 200);
			await turn();
		}
	}

	/** A worker dies of what it runs, if that is a call that kills workers. */
	crash(worker: FakeWorker | undefined): boolean {
		const killer = worker?.running?.calls.find(({ call }) => KILLERS.includes(call?.body.byteLength));
		if (!worker || !killer || !worker.lives || worker.isBlocked) return false;
		if (worker.running?.calls.length === 1) this.kills.push(killer.call.body.byteLength);
		worker.end("exit code 3");
		return true;
	}

	get isBusy(): boolean {
		const isOpen = [...this.calls.values()].some(({ outcomes }) => outcomes.length === 0);
		return isOpen || this.pool.busyMills() > 0 || this.pool.census().busy > 0;
	}

	/** The calls that a worker was sent and may still compute. */
	#heldBy(worker: FakeWorker): Set<number> {
		const held = new Set<number>();
		for (const { calls } of [...worker.pending, ...(worker.running ? [worker.running] : [])])
			for (const { id } of calls) held.add(id);
		for (const message of worker.inbox)
			if (message.type === "calls") for (const { id } of message.calls) held.add(id);
			else if (message.type === "recall")
				for (const id of message.ids)
					if (!worker.running?.calls.some((call) => call.id === id)) held.delete(id);
		return held;
	}

	#sent(worker: FakeWorker, message: ToWorker): void {
		if (message.type === "examine") this.#fair(worker, message.mill);
		if (message.type !== "calls") return;
		for (const { id } of message.calls) {
			const call = this.calls.get(id);
			assert.ok(call && call.mill === message.mill);
			assert.ok(!call.hasLeft, "a call whose caller has left is not sent");
			const others = this.workers.filter(
				(other) => other !== worker && other.lives && this.#heldBy(other).has(id),
			);
			assert.equal(others.length, 0, "no call is in the windows of two living workers");
		}
		// A second try in the spare is not a turn.
		const isAgain = message.calls.some(({ id }) => this.calls.get(id)?.pooled?.isDoubted);
		if (!isAgain || !this.losses.isSuspect(message.mill)) this.#fair(worker, message.mill);
	}

	/** While a mill waits that could run here, no other mill has two turns. */
	#fair(worker: FakeWorker, mill: string): void {
		this.#passed.delete(mill);
		const waiting = this.waiting();
		const isRunning = (other: string) =>
			(other === "a-tester" && this.#examining > 0) ||
			[...this.calls.values()].some(
				({ mill, pooled }) => mill === other && (pooled?.state === "sent" || pooled?.state === "begun"),
			);
		for (const call of waiting) {
			const other = call.mill;
			const passed = this.#passed.get(other);
			if (passed && !waiting.includes(passed.call)) this.#passed.delete(other);
			if (other === mill || other === GATHERING || !worker.loaded.has(other) || isRunning(other)) continue;
			// One that has lost workers may have to leave the others to the rest.
			if (this.losses.hasLost(other)) {
				this.#passed.delete(other);
				continue;
			}
			const known = this.#passed.get(other) ?? { call, by: new Set() };
			if (known.call !== call) continue;
			assert.ok(!known.by.has(mill), `${mill} has two turns while ${other} waits`);
			known.by.add(mill);
			this.#passed.set(other, known);
		}
	}

	/** The number of workers that a mill has lost. */
	lost(mill: string): number {
		return this.events.filter((event) => event.type === "worker-gone" && event.mill === mill).length;
	}

	/** A worker ends. If it has examples, its mill may have lost any time. */
	#ended(worker: FakeWorker): void {
		const slot = [...this.calls.values()].find(({ pooled }) => pooled?.slot?.process === worker)?.pooled.slot;
		if (slot && slot.mill !== "") this.losses.add(slot.mill, this.clock.now() - slot.since);
		else if (this.#examining > 0) this.losses.add("a-tester", Number.POSITIVE_INFINITY);
	}

	/** The calls that no worker has. */
	waiting(): ModelCall[] {
		return [...this.calls.values()].filter(({ pooled }) => pooled?.state === "waiting" && !pooled.isSettled);
	}

	#began(worker: FakeWorker, work: FakeWork): void {
		for (const { id } of work.calls) {
			const call = this.calls.get(id);
			const others = this.workers.filter(
				(other) => other !== worker && other.lives && other.running?.calls.some((one) => one.id === id),
			);
			assert.equal(others.length, 0, "no call runs in two living workers");
			if (!call?.hasLeft) continue;
			const isTold = worker.inbox.some((message) => message.type === "abort" && message.id === id);
			assert.ok(isTold, "a call whose caller has left is not begun");
		}
	}
}

/** Numbers that look random, from a seed. */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** The names of the steps, each as often as it should come. */
const BAG = Object.entries({
	...{
		call: 10,
		flood: 2,
		leave: 3,
		examine: 1,
		load: 3,
		loaded: 4,
		read: 8,
		begin: 8,
		answer: 10,
		deliver: 12,
	},
	...{ poison: 2, crash: 4, die: 1, reap: 4, block: 2, unblock: 2, time: 8 },
}).flatMap(([name, weight]) => Array<string>(weight).fill(name));

async function interleave(seed: number): Promise<void> {
	const random = randomFrom(seed);
	const below = (n: number) => Math.floor(random() * n);
	const one = <T>(list: readonly T[]): T | undefined => list[below(list.length)];
	const world = new World({ workers: 1 + below(3), spares: below(2) });
	const micros = one([50, 5_000, 400_000]) ?? 50;
	const done: string[] = [];
	if (below(2) === 0) {
		await world.warm();
		if (below(2) === 0) await world.pace("a-tester", micros);
	}
	const worker = () => one(world.living);
	const answer = (from: FakeWorker | undefined, how: Parameters<FakeWorker["answer"]>[0]) => {
		if (!world.crash(from)) from?.answer(how, micros);
	};
	const steps: Readonly<Record<string, () => void>> = {
		call: () => {
			const mill = one(["a-tester", "a-tester", "b-tester", "c-tester", GATHERING]);
			if (mill) world.call(mill, one([1, 10, 40_000, 2_000_000]));
		},
		flood: () => {
			const mill = one(["a-tester", "c-tester", GATHERING]) ?? "";
			for (let i = below(12); i >= 0; i--) world.call(mill);
		},
		poison: () => {
			const mill = one(["a-tester", "b-tester", "c-tester"]);
			if (mill) world.call(mill, one(KILLERS));
		},
		crash: () => world.crash(one(world.living.filter(({ running }) => running))),
		leave: () => {
			const call = one(
				[...world.calls.values()].filter(({ pooled, hasLeft }) => !pooled.isSettled && !hasLeft),
			);
			if (call) world.leave(call);
		},
		examine: () => world.examine("a-tester"),
		load: () => worker()?.load(),
		loaded: () => worker()?.loadEnds(),
		read: () => worker()?.read(),
		begin: () => worker()?.begin(),
		answer: () => answer(worker(), one(["done", "done", "done", "problem", "crash", "no-memory"])),
		deliver: () => worker()?.deliver(one([1, 1, 9])),
		die: () => worker()?.end(one(["exit code 1", "signal SIGSEGV", "signal SIGKILL"])),
		reap: () => world.living.find(({ isKilled }) => isKilled)?.end(),
		block: () => {
			const busy = one(world.living.filter(({ running }) => running));
			if (busy) busy.isBlocked = true;
		},
		unblock: () => {
			const blocked = world.living.find(({ isBlocked }) => isBlocked);
			if (blocked) blocked.isBlocked = false;
		},
		time: () => world.pass(one([1, 15, 100, 260, 800, 2_100]) ?? 1),
	};
	try {
		for (let i = 0; i < STEPS; i++) {
			const step = one(BAG) ?? "";
			done.push(step);
			steps[step]?.();
			if (step === "time" || below(3) === 0) await turn();
		}
		if (below(10) === 0) {
			done.push("close");
			world.pool.close();
		}
		done.push("finish");
		await world.finish();
		for (const call of world.calls.values()) {
			assert.equal(call.outcomes.length, 1, `call ${call.id} has one outcome`);
			assert.ok(call.pooled.isOver, `no worker has call ${call.id}`);
			const [outcome] = call.outcomes;
			if (outcome instanceof Uint8Array)
				assert.equal(outcome.toString(), String(call.id), "no answer reaches another caller");
			if (call.hasLeft)
				assert.ok(
					outcome instanceof CallerGone ||
						outcome instanceof Uint8Array ||
						Problem.is(outcome) ||
						outcome instanceof Error,
				);
		}
		// Those that run already when equal ones have killed two may kill more.
		for (const size of KILLERS) {
			const kills = world.kills.filter((one) => one === size).length;
			// For each of three mills, two and those that run meanwhile.
			assert.ok(kills <= 3 * (2 + world.most), `calls of ${size} bytes have killed ${kills} workers`);
		}
		assert.equal(world.listeners.size, 0, "no listener is kept");
		assert.equal(world.pool.census().busy, 0);
		assert.equal(world.pool.busyMills(), 0);
		world.pool.close();
		for (const worker of world.living) worker.end();
		assert.ok(world.clock.timers === 0, `${world.clock.timers} timers are kept`);
	} catch (error) {
		throw new Error(`seed ${seed}: ${done.join(" ")}`, { cause: error });
	}
}

test(`whatever happens in whatever order, each call has one outcome and runs once at a time (${RUNS} runs)`, async () => {
	const first = Number(process.env.TEST_SEED ?? 1);
	const { stackTraceLimit } = Error;
	// To note where a refusal was made takes longer than the rest of a run.
	Error.stackTraceLimit = 0;
	try {
		for (let seed = first; seed < first + RUNS; seed++) await interleave(seed);
	} finally {
		Error.stackTraceLimit = stackTraceLimit;
	}
});

/** A world with a worker and its spare, of which both have loaded all mills. */
async function warmWorld(options: Partial<PoolOptions> = {}): Promise<World> {
	const world = new World({ workers: 1, ...options });
	await world.warm();
	await world.rest(3_000);
	await world.warm();
	return world;
}

/** What a worker was sent and has not read, in short. */
const sentTo = (worker: FakeWorker | undefined) =>
	worker?.inbox.map((message) => {
		if (message.type === "calls") return `${message.mode} ${message.calls.map(({ id }) => id).join(" ")}`;
		if (message.type === "recall") return `recall ${message.ids.join(" ")}`;
		return message.type === "abort" ? `abort ${message.id}` : message.type;
	});

const isProblem = (code: string, outcome: unknown, retryAfter?: number) => {
	assert.ok(Problem.is(outcome) && outcome.code === code, String(outcome));
	if (retryAfter !== undefined) assert.equal(outcome.members.retryAfter, retryAfter);
};

test("calls of a mill run first in first out, mills take turns, and an operator's limit holds", async () => {
	const world = await warmWorld();
	const order: string[] = [];
	for (const mill of ["a", "a", "a", "b", "b"]) {
		const call = world.call(`${mill}-tester`);
		void call.pooled.answer.then(() => order.push(`${mill}${call.id}`));
	}
	await world.finish();
	assert.deepEqual(order, ["a1", "a2", "b4", "a3", "b5"]);
	const wide = await warmWorld({ workers: 3 });
	for (let i = 0; i < 3; i++) wide.call(LIMITED);
	assert.equal(wide.pool.census().busy, 1);
	for (let i = 0; i < 3; i++) wide.call("a-tester");
	await turn();
	assert.equal(wide.pool.census().busy, 3, "one of them waits, so the other mill leaves it a worker");
	assert.equal(wide.pool.busyMills(), 2);
});

test("the deadline counts from the begin, and its worker is killed", async () => {
	const world = await warmWorld();
	const [worker] = world.workers;
	const call = world.call("a-tester");
	worker?.read();
	worker?.begin();
	await world.rest(1_900);
	assert.equal(worker?.isKilled, false);
	const behind = world.call("a-tester");
	await world.rest(200);
	assert.equal(worker?.isKilled, true);
	worker?.end();
	await turn();
	isProblem("deadline-exceeded", call.outcomes[0]);
	assert.match(String(call.outcomes[0]), /longer than its limit of 2 s\. /);
	await world.finish();
	assert.ok(behind.outcomes[0] instanceof Uint8Array);
});

test("a call waits for a worker no longer than it may run, and says when to try again", async () => {
	const world = await warmWorld();
	const [worker] = world.workers;
	const running = world.call("b-tester");
	worker?.read();
	worker?.begin();
	const waiting = world.call("b-tester");
	await world.rest(1_990);
	assert.equal(waiting.outcomes.length, 0);
	await world.rest(20);
	isProblem("overloaded", waiting.outcomes[0], 2);
	assert.equal(world.pool.waiting("b-tester"), 0);
	await world.finish();
	assert.equal(running.outcomes.length, 1);
});

test("a call whose worker died is not told that no worker began it", async () => {
	const world = await warmWorld({ spares: 0 });
	const [worker] = world.workers;
	const call = world.call("a-tester");
	worker?.read();
	worker?.begin();
	worker?.deliver();
	worker?.end("exit code 1");
	await world.rest(2_010);
	isProblem("overloaded", call.outcomes[0]);
	assert.match(String(call.outcomes[0]), /Its worker died, and no other one began this call within 2 s/);
});

test("a call waits longer while its mill is loaded again, as long as that took before", async () => {
	const world = new World({ workers: 1, spares: 0 });
	await turn();
	/** Loads the first mill for some milliseconds. */
	const load = async (milliseconds: number) => {
		const worker = world.workers.at(-1) as FakeWorker;
		worker.read();
		worker.load();
		worker.deliver();
		await world.rest(milliseconds);
		worker.loadEnds();
		worker.deliver();
		return worker;
	};
	const worker = await load(1_900);
	world.call("a-tester");
	await turn();
	worker.read();
	worker.begin();
	worker.deliver();
	const waiting = world.call("a-tester");
	await world.rest(1_000);
	worker.end("exit code 1");
	await turn();
	const second = await load(1_800);
	assert.deepEqual(waiting.outcomes, [], "it has waited for 2.8 s");
	second.end("exit code 1");
	await turn();
	for (let i = 0; i < 5; i++) await world.rest(2_000);
	isProblem("overloaded", waiting.outcomes[0]);
});

test("if the server was held up, nobody is refused or killed for that", async () => {
	const world = await warmWorld();
	const [worker] = world.workers;
	const running = world.call("b-tester");
	worker?.read();
	worker?.begin();
	worker?.deliver();
	const waiting = world.call("a-tester");
	world.clock.jump(6_000);
	await turn();
	assert.equal(worker?.isKilled, false);
	assert.deepEqual([running.outcomes.length, waiting.outcomes.length], [0, 0]);
	await world.finish();
	for (const { outcomes } of [running, waiting]) assert.ok(outcomes[0] instanceof Uint8Array);
});

test("while a mill hangs in its first load, the spare serves the others", async () => {
	const world = new World({ workers: 1 });
	await turn();
	const [worker] = world.workers;
	worker?.read();
	worker?.load();
	worker?.deliver();
	if (worker) worker.isBlocked = true;
	const call = world.call("b-tester");
	await world.rest(4_000);
	assert.equal(world.workers.length, 1);
	await world.rest(1_000);
	const spare = world.workers[1] as FakeWorker;
	world.loadAll(spare);
	assert.deepEqual([...spare.loaded], ["b-tester", "c-tester", GATHERING]);
	await turn();
	spare.read();
	spare.begin();
	spare.answer();
	spare.deliver();
	await turn();
	assert.equal(call.outcomes.length, 1);
	// It was slow, and does not hang.
	if (worker) worker.isBlocked = false;
	worker?.loadEnds();
	worker?.deliver();
	world.loadAll(spare);
	assert.ok(spare.loaded.has("a-tester"));
});

test("a worker that hangs in the load of another mill is killed for that alone, and calls do not count on it", async () => {
	const world = new World({ workers: 1 });
	await turn();
	const [worker] = world.workers as [FakeWorker];
	/** Loads the first mill for some milliseconds. */
	const load = async (one: FakeWorker, milliseconds: number) => {
		one.read();
		one.load();
		one.deliver();
		await world.rest(milliseconds);
		one.loadEnds();
		one.deliver();
	};
	const begin = async (one: FakeWorker) => {
		await turn();
		one.read();
		one.begin();
		one.deliver();
	};
	await load(worker, 1_900);
	worker.load();
	worker.deliver();
	worker.isBlocked = true;
	await world.rest(5_000);
	const spare = world.workers[1] as FakeWorker;
	await load(spare, 1_900);
	const call = world.call("a-tester");
	await world.rest(260);
	await world.rest(260);
	await begin(spare);
	spare.end("exit code 1");
	const next = world.workers[2] as FakeWorker;
	await load(next, 1_800);
	assert.deepEqual(call.outcomes, [], "it has waited for 2.3 s");
	await begin(next);
	next.answer();
	next.deliver();
	await turn();
	assert.equal(String(call.outcomes[0]), String(call.id));
	for (let i = 0; i < 9; i++) await world.rest(10_000);
	assert.equal(worker.isKilled, false);
	await world.rest(30_000);
	worker.end();
	const gone = world.events.filter((event) => event.type === "worker-gone");
	assert.equal(gone.at(-1)?.kind, "loading");
	world.pool.close();
});

test("a call that its worker does not begin goes to another one, and a worker that stays silent is killed", async () => {
	const world = await warmWorld();
	const [worker, spare] = world.workers;
	const call = world.call("a-tester");
	await world.rest(260);
	assert.deepEqual(sentTo(worker), ["single 1", "recall 1"]);
	assert.deepEqual(sentTo(spare), []);
	await world.rest(260);
	assert.deepEqual(sentTo(spare), ["single 1"]);
	spare?.read();
	spare?.begin();
	spare?.answer();
	spare?.deliver();
	await turn();
	assert.equal(call.outcomes.length, 1);
	await world.rest(29_000);
	assert.equal(worker?.isKilled, false);
	await world.rest(2_000);
	assert.equal(worker?.isKilled, true);
});

test("a busy worker of a fast mill has its next call, returns it if the first one is slow, and drops it if nobody waits", async () => {
	const world = await warmWorld();
	const [worker] = world.workers;
	await world.pace("a-tester", 5_000);
	const [, second] = [world.call("a-tester"), world.call("a-tester"), world.call("a-tester")];
	assert.equal(world.pool.waiting("a-tester"), 3);
	assert.deepEqual(sentTo(worker), ["single 31", "single 32"]);
	worker?.read();
	worker?.begin();
	worker?.deliver();
	await world.rest(260);
	assert.deepEqual(sentTo(worker), ["recall 31 32"]);
	worker?.read();
	assert.deepEqual(worker?.outbox, [{ type: "returned", number: 1, ids: [32] }]);
	worker?.deliver();
	assert.deepEqual(sentTo(worker), ["single 32"], "it is the first in line again");
	world.leave(second as ModelCall);
	assert.deepEqual(sentTo(worker), ["single 32", "abort 32"]);
	await world.finish();
});

for (const how of ["answers", "dies"] as const)
	test(`a call whose caller has left is over when its worker ${how}, and then it is known how long it took`, async () => {
		const world = await warmWorld();
		const [worker] = world.workers;
		const call = world.call("a-tester");
		const over: (number | undefined)[] = [];
		call.pooled.whenOver(() => over.push(call.pooled.micros, call.pooled.done - call.pooled.begun));
		await turn();
		worker?.read();
		worker?.begin();
		worker?.deliver();
		await world.rest(100);
		world.leave(call);
		await world.rest(100);
		assert.ok(call.outcomes[0] instanceof CallerGone);
		assert.deepEqual(over, []);
		if (how === "answers") worker?.answer("done", 5_000);
		else worker?.end("exit code 3");
		worker?.deliver();
		assert.deepEqual(over, [how === "answers" ? 5_000 : undefined, 200]);
	});

test("quick calls that come together go in one row", async () => {
	const world = await warmWorld();
	await world.pace("a-tester", 50);
	const calls = Array.from({ length: 5 }, () => world.call("a-tester"));
	assert.deepEqual(sentTo(world.workers[0]), []);
	await turn();
	assert.deepEqual(sentTo(world.workers[0]), ["row 31 32 33 34 35"]);
	await world.finish();
	assert.equal(new Set(calls.map(({ pooled }) => pooled.begun)).size, 1);
});

test("a worker that hangs in a row of calls is killed soon, and each call runs again alone without blame", async () => {
	const world = await warmWorld();
	const [worker, spare] = world.workers;
	await world.pace("a-tester", 50);
	const calls = Array.from({ length: 3 }, () => world.call("a-tester"));
	await turn();
	worker?.read();
	worker?.begin();
	if (worker) worker.isBlocked = true;
	await world.rest(260);
	await world.rest(760);
	assert.equal(worker?.isKilled, true);
	assert.deepEqual(sentTo(spare), [], "the worker has not ended yet");
	worker?.end();
	await turn();
	assert.deepEqual(sentTo(spare), ["single 31"]);
	await world.finish();
	for (const { outcomes } of calls) assert.ok(outcomes[0] instanceof Uint8Array);
	assert.ok(world.events.some((event) => event.type === "worker-gone" && event.kind === "silent"));
});

test("a call that loses two workers alone is blamed, one that was not begun is not, until the fifth", async () => {
	const world = await warmWorld();
	const lose = async (begins: boolean) => {
		await world.warm();
		const worker = world.living.find(({ inbox, pending }) => inbox.length + pending.length > 0);
		worker?.read();
		if (begins) worker?.begin();
		worker?.deliver();
		worker?.end("exit code 1");
		await world.rest(1_000);
		await world.warm();
	};
	const begun = world.call("a-tester");
	await lose(true);
	assert.equal(begun.outcomes.length, 0);
	await lose(true);
	assert.match(String(begun.outcomes[0]), /two workers died under this call: exit code 1/);
});

test("calls of a mill with batches are computed together, apart by their parameters, and alone after a failure", async () => {
	const world = await warmWorld();
	const [worker] = world.workers;
	const first = world.call("c-tester");
	const calls = Array.from({ length: 4 }, () => world.call("c-tester"));
	assert.deepEqual(sentTo(worker), ["single 1"]);
	worker?.read();
	worker?.begin();
	worker?.answer();
	worker?.deliver();
	assert.deepEqual(sentTo(worker), ["batch 2 3 4 5"]);
	worker?.read();
	worker?.begin();
	worker?.answer("crash");
	worker?.deliver();
	assert.deepEqual(sentTo(worker), ["single 2"]);
	await world.finish();
	assert.ok([first, ...calls].every(({ outcomes }) => outcomes[0] instanceof Uint8Array));
	assert.deepEqual(
		world.events.flatMap((event) => (event.type === "batch" ? [event.size] : [])),
		[1, 4, 1, 1, 1, 1],
	);
});

/** The worker computes what it was sent, and the server hears of it. */
async function compute(worker: FakeWorker | undefined, micros?: number): Promise<void> {
	worker?.read();
	worker?.begin();
	worker?.answer("done", micros);
	worker?.deliver();
	await turn();
}

test("a call waits for the callers that were just answered, until they have come, the batch is full or 2 ms are over", async () => {
	const world = await warmWorld();
	const [worker] = world.workers;
	const call = async (count: number) => {
		for (let i = 0; i < count; i++) world.call(GATHERING);
		await turn();
	};
	await call(3);
	assert.deepEqual(sentTo(worker), ["batch 1 2 3"], "what came together goes together, at once");
	await compute(worker);
	await call(1);
	await call(1);
	assert.deepEqual(sentTo(worker), [], "one caller of three is missing");
	await call(1);
	assert.deepEqual(sentTo(worker), ["batch 4 5 6"], "all have come again");
	await compute(worker);
	await call(1);
	await world.rest(1);
	assert.deepEqual(sentTo(worker), []);
	await world.rest(1);
	assert.deepEqual(sentTo(worker), ["single 7"], "the others did not come within 2 ms");
	await compute(worker);
	await call(1);
	assert.deepEqual(sentTo(worker), ["single 8"], "a caller who is alone never waits");
	await call(1);
	await world.rest(3);
	await compute(worker);
	assert.deepEqual(
		sentTo(worker),
		[],
		"a call that came while the worker was busy waits for the callers that it has answered",
	);
	await call(1);
	assert.deepEqual(sentTo(worker), ["batch 9 10"]);
	await compute(worker);
	await call(1);
	await call(1);
	assert.deepEqual(sentTo(worker), ["batch 11 12"]);
	await call(1);
	await world.rest(3);
	await compute(worker);
	await world.rest(2);
	assert.deepEqual(sentTo(worker), ["single 13"], "but for no more than 2 ms");
	await compute(worker);
	world.pool.close();
	for (const one of world.living) one.end();
	assert.equal(world.clock.timers, 0);
});

for (const [what, micros, expected] of [
	["costs the same whatever its size", 2_000 / 3, "batch 8 9 10 11"],
	["costs the same for each call", 2_000, "batch 8 9 10"],
] as const)
	test(`if a batch ${what}, one of two workers gets "${expected}" of the calls that came while it computed`, async () => {
		const world = await warmWorld({ workers: 2, spares: 0 });
		const [worker] = world.workers;
		const call = (count: number) => {
			for (let i = 0; i < count; i++) world.call("c-tester");
		};
		call(1);
		await compute(worker, 2_000);
		// The second worker computes call 3 all the time.
		call(6);
		await compute(worker, 2_000);
		assert.deepEqual(sentTo(worker), ["batch 4 5 6"], "as long as nothing is known, a worker gets its share");
		await compute(worker, micros);
		assert.deepEqual(sentTo(worker), ["single 7"]);
		call(4);
		// A full batch goes ahead.
		const ahead = sentTo(worker)?.slice(1) ?? [];
		await compute(worker, 2_000);
		assert.deepEqual([...ahead, ...(sentTo(worker) ?? [])], [expected]);
		await world.finish();
	});

/** A worker that runs call 2 of a mill whose batches have 4 calls, and has the next batch. */
async function worldWithNextBatch() {
	const world = await warmWorld();
	const [worker] = world.workers;
	world.call("c-tester");
	await compute(worker);
	const calls = Array.from({ length: 10 }, () => world.call("c-tester"));
	assert.deepEqual(sentTo(worker), ["single 2", "batch 3 4 5 6"]);
	worker?.read();
	worker?.begin();
	worker?.deliver();
	return { world, worker: worker as FakeWorker, calls };
}

test("a worker gets the next full batch while it computes one, and the answers to that begin it", async () => {
	const { world, worker, calls } = await worldWithNextBatch();
	await world.rest(200);
	assert.deepEqual(sentTo(worker), [], "no third batch is sent");
	worker.answer();
	worker.deliver();
	assert.deepEqual(calls[0]?.outcomes, []);
	assert.equal(calls[1]?.pooled.state, "begun");
	assert.deepEqual(sentTo(worker), ["batch 7 8 9 10"]);
	await world.rest(1_999);
	assert.equal(worker.isKilled, false);
	await world.rest(1);
	assert.equal(worker.isKilled, true, "its deadline counts from there");
	await world.finish();
	assert.ok(calls.slice(0, 5).every(({ outcomes }) => outcomes[0] instanceof Uint8Array));
});

test("a call whose worker dies is not blamed if the worker may have begun the next batch", async () => {
	const { world, worker, calls } = await worldWithNextBatch();
	worker.end("exit code 1");
	await turn();
	assert.equal(calls[0]?.pooled.lostAlone, 0);
	assert.ok(calls.slice(1, 5).every(({ pooled }) => pooled.lost === 1 && !pooled.isAlone));
	await world.finish();
	assert.ok(calls.every(({ outcomes }) => outcomes[0] instanceof Uint8Array));
});

test("if callers take long to come back, half of them are computed while the others are away", async () => {
	const world = await warmWorld();
	const [worker] = world.workers;
	const call = (count: number) => {
		for (let i = 0; i < count; i++) world.call("c-tester");
	};
	call(4);
	await compute(worker, 1_000);
	assert.deepEqual(sentTo(worker), ["batch 2 3 4"]);
	await compute(worker, 1_000);
	await world.rest(4);
	call(4);
	assert.deepEqual(sentTo(worker), ["single 5", "batch 6 7"]);
	await world.finish();
});

test("a full batch, and a call that runs alone after a failure, begin at once", async () => {
	const world = await warmWorld();
	const [worker] = world.workers;
	for (let i = 0; i < 10; i++) world.call(GATHERING);
	await turn();
	await compute(worker);
	assert.deepEqual(sentTo(worker), ["batch 5 6 7 8"]);
	worker?.read();
	worker?.begin();
	worker?.answer("crash");
	worker?.deliver();
	await turn();
	assert.deepEqual(sentTo(worker), ["single 5"]);
	await world.finish();
});

test("a batch without enough memory is halved and runs again, down to one call, and batches grow again", async () => {
	const world = await warmWorld();
	const [worker] = world.workers;
	const fail = async () => {
		worker?.read();
		worker?.begin();
		worker?.answer("no-memory");
		worker?.deliver();
		await turn();
	};
	const first = world.call("c-tester");
	const calls = Array.from({ length: 4 }, () => world.call("c-tester"));
	await compute(worker);
	assert.deepEqual(sentTo(worker), ["batch 2 3 4 5"]);
	await fail();
	assert.deepEqual(sentTo(worker), ["batch 2 3"]);
	await fail();
	assert.deepEqual(sentTo(worker), ["single 2"]);
	await fail();
	assert.match(String(calls[0]?.outcomes[0]), /run threw/);
	for (const expected of ["single 3", "single 4", "single 5"]) {
		assert.deepEqual(sentTo(worker), [expected]);
		await compute(worker);
	}
	assert.ok([first, ...calls.slice(1)].every(({ outcomes }) => outcomes[0] instanceof Uint8Array));
	for (let i = 0; i < 3; i++) world.call("c-tester");
	await compute(worker);
	assert.deepEqual(sentTo(worker), ["batch 7 8"]);
	await world.finish();
	const failed = world.events.flatMap((event) =>
		event.type === "batch-failed" ? [event.isOutOfMemory] : [],
	);
	assert.deepEqual(failed, [true, true]);
});

test("a call whose batches never have enough memory runs alone in the end", async () => {
	const world = await warmWorld();
	const [worker] = world.workers;
	for (let i = 0; i < 60; i++) world.call("c-tester");
	for (let i = 0; i < 200; i++) {
		worker?.read();
		worker?.begin();
		worker?.answer((worker.running?.calls.length ?? 0) > 1 ? "no-memory" : "done");
		worker?.deliver();
		await turn();
	}
	assert.ok([...world.calls.values()].every(({ outcomes }) => outcomes[0] instanceof Uint8Array));
	await world.finish();
});

test("a worker takes the place of the one that it replaces", async () => {
	const world = new World({ workers: 3, spares: 0, environment: (place) => ({ PLACE: `${place}` }) });
	await world.warm();
	world.workers[1]?.end();
	await turn();
	assert.deepEqual(world.places, ["0", "1", "2", "1"]);
	world.pool.close();
});

test("a closed pool refuses calls that run, were sent ahead, wait or are new, and keeps nothing", async () => {
	const world = await warmWorld();
	await world.pace("a-tester", 5_000);
	const calls = Array.from({ length: 3 }, () => world.call("a-tester"));
	world.workers[0]?.read();
	world.workers[0]?.begin();
	world.workers[0]?.deliver();
	world.pool.close();
	calls.push(world.call("a-tester"));
	for (const worker of world.living) worker.end();
	await turn();
	for (const { outcomes } of calls) isProblem("unready", outcomes[0]);
	await assert.rejects(world.pool.examine("a-tester"), { code: "unready" });
	assert.equal(world.clock.timers, 0);
});

/** The calls begin in the workers that have them, and those of these sizes kill theirs. Then new workers load. */
async function runAll(world: World): Promise<void> {
	for (const worker of world.living) {
		worker.read();
		worker.begin();
		if (!world.crash(worker)) worker.answer();
		worker.deliver();
	}
	await world.warm();
	await turn();
}

/** A world in which one mill has lost three workers under three calls, and a second mill is in use. */
async function suspectWorld(): Promise<{ readonly world: World; readonly killers: readonly ModelCall[] }> {
	const world = await warmWorld({ workers: 2 });
	const killers = KILLERS.map((size) => world.call("a-tester", size));
	for (let i = 0; i < 5 && world.kills.length < 3; i++) await runAll(world);
	assert.equal(world.lost("a-tester"), 3);
	return { world, killers };
}

test("equal calls are refused after a moment when they have killed two workers, others are not, and after a minute they may try again", async () => {
	const world = await warmWorld({ workers: 2 });
	const first = world.call("a-tester", 666);
	for (let i = 0; i < 2; i++) await runAll(world);
	assert.match(String(first.outcomes[0]), /two workers died under this call/);
	const [equal, larger, elsewhere] = [
		world.call("a-tester", 666),
		world.call("a-tester", 10),
		world.call("b-tester", 10),
	];
	const left = world.call("a-tester", 666);
	left.caller.abort();
	await runAll(world);
	for (const call of [larger, elsewhere]) assert.ok(call?.outcomes[0] instanceof Uint8Array);
	assert.ok(left.outcomes[0] instanceof CallerGone);
	assert.deepEqual(equal?.outcomes, [], "whoever sends it again and again waits");
	await world.rest(250);
	assert.match(String(equal?.outcomes[0]), /refused for a while/);
	assert.equal(world.kills.length, 2);
	await world.rest(62_000);
	world.call("a-tester", 666);
	await runAll(world);
	assert.ok(world.kills.length > 2);
	world.pool.close();
});

test("second tries of a mill that has lost many workers run in the spare, one in four seconds, and calls that killed nothing pass them", async () => {
	const { world, killers } = await suspectWorld();
	const good = world.call("a-tester");
	await runAll(world);
	assert.ok(good.outcomes[0] instanceof Uint8Array);
	const before = world.kills.length;
	for (let i = 0; i < 16; i++) {
		await world.rest(250);
		await runAll(world);
	}
	const tried = world.kills.length - before;
	assert.ok(tried >= 1 && tried <= 2, `${tried} second tries in four seconds`);
	await world.finish();
	for (const { outcomes } of killers) assert.match(String(outcomes[0]), /two workers died under this call/);
	world.pool.close();
});

test("while another mill is in use, a mill that has lost many workers leaves it a worker; otherwise it may have all", async () => {
	const { world } = await suspectWorld();
	/** In how many workers calls of the mill are when two have come, perhaps behind one of another mill. */
	const running = async (other: boolean) => {
		if (other) world.call("b-tester");
		world.call("a-tester", 11);
		world.call("a-tester", 12);
		await world.rest(1);
		await turn();
		const sent = world.living.flatMap(({ inbox }) => inbox.filter(({ type }) => type === "calls"));
		await runAll(world);
		return sent.filter((message) => "mill" in message && message.mill === "a-tester").length;
	};
	assert.equal(await running(false), 2);
	assert.equal(await running(true), 1);
	world.call("b-tester");
	world.call("a-tester", 11);
	await world.rest(1_100);
	await world.rest(250);
	assert.equal(world.pool.waiting("a-tester") > 0, true);
	await world.finish();
	world.pool.close();
});

test("while long calls of a mill have all workers, another mill gets the spare, and the first one has no more than its workers", async () => {
	const world = await warmWorld({ workers: 2 });
	const sent = () =>
		world.living.flatMap(({ inbox }) =>
			inbox.flatMap((message) => ("mill" in message ? [message.mill] : [])),
		);
	for (let i = 0; i < 3; i++) world.call("a-tester");
	await turn();
	assert.deepEqual(sent(), ["a-tester", "a-tester"]);
	const quick = world.call("b-tester");
	await world.rest(99);
	assert.deepEqual(quick.outcomes, []);
	assert.deepEqual(sent(), ["a-tester", "a-tester"]);
	await world.rest(1);
	assert.deepEqual(sent(), ["a-tester", "a-tester", "b-tester"]);
	const spare = world.living.find(({ inbox }) =>
		inbox.some((message) => "mill" in message && message.mill === "b-tester"),
	);
	for (let i = 0; i < 2; i++) {
		spare?.read();
		spare?.begin();
		spare?.answer();
		spare?.deliver();
		await turn();
		if (i === 0) world.call("b-tester");
		await turn();
	}
	assert.ok(
		[...world.calls.values()]
			.filter(({ mill }) => mill === "b-tester")
			.every(({ outcomes }) => outcomes[0] instanceof Uint8Array),
	);
	await world.finish();
	world.pool.close();
	assert.equal(world.clock.timers, 0);
});

test("a call whose worker others kill runs again at once, also if its mill has lost many workers", async () => {
	const { world } = await suspectWorld();
	const call = world.call("a-tester", 11);
	const worker = world.living.find(({ inbox }) => inbox.some(({ type }) => type === "calls"));
	worker?.read();
	worker?.begin();
	worker?.deliver();
	worker?.end("signal SIGKILL");
	await world.warm();
	await runAll(world);
	assert.ok(call.outcomes[0] instanceof Uint8Array);
	world.pool.close();
});
