import assert from "node:assert/strict";
import { test } from "node:test";
import { MiB } from "../../core/definition/limits.js";
import { defineMill, Type, text } from "../../index.js";
import { FakeWorker } from "../../testing/fake-worker.js";
import { ManualClock } from "../../testing/manual-clock.js";
import { Cancellation } from "../cancellation.js";
import { Pool } from "./pool.js";

/** A model of a machine: what takes the time of its two cores, in milliseconds. */
const CORES = 2;
const START_MS = 250;
const CALL_MS = 1;
const REQUEST_MS = 0.3;
const LOSS_MS = 35;

const CALLERS = 8;
/** Until the spare has started. */
const WARM_UP_MS = 5_500;
const ALONE_MS = 500;
const ATTACK_MS = 7_000;

const millNamed = (name: string) => ({
	mill: defineMill({
		name,
		version: "1.0.0",
		summary: "Exists.",
		input: { "text/plain": text() },
		output: Type.Object({}),
		deadline: 10_000,
		examples: [{ input: "", output: {} }],
		run: () => ({}),
	}),
	url: new URL("file:///nothing.js"),
});

interface Work {
	need: number;
	readonly done: () => void;
}

/** The pool of a server on this machine, and callers that send new texts, each as soon as the one before is answered. */
class Machine {
	readonly #clock = new ManualClock();
	readonly #workers = new Map<FakeWorker, Work | undefined>();
	/** What the process of the server does, one after the other. */
	readonly #server: Work[] = [];
	readonly #pool: Pool;
	#texts = 0;
	lost = 0;

	constructor() {
		this.#pool = new Pool([millNamed("a-tester"), millNamed("b-tester")], {
			workers: 2,
			flags: [],
			memory: 512 * MiB,
			deadline: 60_000,
			clock: this.#clock,
			onEvent: ({ type }) => {
				if (type === "worker-gone") this.lost++;
			},
			start: (_, events) => {
				const worker = new FakeWorker(this.#clock, events);
				this.#workers.set(worker, { need: START_MS, done: () => this.#load(worker) });
				return worker;
			},
		});
	}

	/** A caller; `answered` is called with whether there was a result. */
	add(mill: string, word: string, answered: (isDone: boolean) => void): void {
		const settled = (isDone: boolean) => {
			answered(isDone);
			this.add(mill, word, answered);
		};
		const done = () => {
			const call = {
				mediaType: "text/plain",
				charset: undefined,
				parameters: {},
				resultType: "application/json" as const,
				links: undefined,
				body: Buffer.from(`${word} ${this.#texts++}`),
			};
			const { answer } = this.#pool.run(mill, call, new Cancellation());
			answer.then(
				() => settled(true),
				() => settled(false),
			);
		};
		this.#server.push({ need: REQUEST_MS, done });
	}

	async run(milliseconds: number): Promise<void> {
		for (let i = 0; i < milliseconds; i++) {
			this.#compute();
			await new Promise((done) => setImmediate(done));
			this.#clock.advance(1);
		}
	}

	close(): void {
		this.#pool.close();
	}

	/** A millisecond of each core: everything that wants one has the same share, and one core at most. */
	#compute(): void {
		const works: ((milliseconds: number) => void)[] = [];
		if (this.#server.length > 0) works.push((time) => this.#serve(time));
		for (const worker of [...this.#workers.keys()]) {
			if (worker.isKilled) this.#end(worker);
			else if (this.#next(worker)) works.push((time) => this.#work(worker, time));
		}
		const share = Math.min(1, CORES / works.length);
		for (const work of works) work(share);
	}

	#serve(milliseconds: number): void {
		let left = milliseconds;
		for (let [work] = this.#server; work && left > 0; [work] = this.#server) {
			const used = Math.min(left, work.need);
			left -= used;
			work.need -= used;
			if (work.need > 1e-9) return;
			this.#server.shift();
			work.done();
		}
	}

	#load(worker: FakeWorker): void {
		for (let i = 0; i < 2; i++) {
			worker.load();
			worker.loadEnds();
		}
		worker.deliver();
	}

	/** What a worker computes now. */
	#next(worker: FakeWorker): Work | undefined {
		worker.read();
		if (this.#workers.get(worker)) return this.#workers.get(worker);
		if (worker.toLoad.length > 0) this.#load(worker);
		worker.begin();
		worker.deliver();
		if (worker.running) this.#workers.set(worker, { need: CALL_MS, done: () => this.#answer(worker) });
		return this.#workers.get(worker);
	}

	#work(worker: FakeWorker, milliseconds: number): void {
		const work = this.#workers.get(worker);
		if (!work) return;
		work.need -= milliseconds;
		if (work.need > 1e-9) return;
		this.#workers.set(worker, undefined);
		work.done();
	}

	#answer(worker: FakeWorker): void {
		if (worker.running?.calls.some(({ call }) => call && String(call.body).startsWith("crash")))
			this.#end(worker);
		else worker.answer("done", CALL_MS * 1_000);
		worker.deliver();
	}

	#end(worker: FakeWorker): void {
		this.#workers.delete(worker);
		worker.end("exit code 3");
		this.#server.push({ need: LOSS_MS, done: () => {} });
	}
}

/** The results per second that callers of a mill have, without attackers and while they send ever new texts that crash workers. */
async function shareOf(mill: string): Promise<{ share: number; lost: number }> {
	const machine = new Machine();
	let results = 0;
	for (let i = 0; i < CALLERS; i++)
		machine.add(mill, "text", (isDone) => {
			results += Number(isDone);
		});
	await machine.run(WARM_UP_MS);
	results = 0;
	await machine.run(ALONE_MS);
	const alone = results / ALONE_MS;
	for (let i = 0; i < CALLERS; i++) machine.add("a-tester", "crash", () => {});
	results = 0;
	await machine.run(ATTACK_MS);
	const { lost } = machine;
	machine.close();
	return { share: results / ATTACK_MS / alone, lost };
}

test("while eight callers crash workers with ever new inputs, others of the same mill keep a fifth of their rate", async () => {
	const { share, lost } = await shareOf("a-tester");
	assert.ok(share >= 0.2, `${share}`);
	assert.ok(lost <= 16, `${lost} workers`);
});

test("callers of another mill keep three fifths", async () => {
	const { share, lost } = await shareOf("b-tester");
	assert.ok(share >= 0.6, `${share}`);
	assert.ok(lost <= 16, `${lost} workers`);
});
