import type { FromWorker, GivenCall, ToWorker, WindowMode } from "../runtime/pool/messages.js";
import type { WorkerProcess, WorkerProcessEvents } from "../runtime/pool/worker-process.js";
import type { ManualClock } from "./manual-clock.js";

/** As a worker: the longest time without reading the messages of the server before it begins a call. */
const READ_MS = 20;

/** What a fake worker runs or is about to run: a call, the calls of a batch, or examples. */
export interface FakeWork {
	readonly mill: string;
	readonly mode: WindowMode;
	readonly calls: readonly GivenCall[];
	readonly isExamine: boolean;
}

/** A worker process that does what a test tells it, by the protocol. What is sent in either direction waits for `read` or `deliver`. */
export class FakeWorker implements WorkerProcess {
	readonly pid = undefined;
	readonly loaded = new Set<string>();
	hasEnded = false;
	isKilled = false;
	isGone = false;
	/** Whether it is busy in a call, so that it reads no messages. */
	isBlocked = false;
	/** The mills that it was asked to load. */
	readonly toLoad: string[] = [];
	loading: string | undefined;
	/** What it was sent and has not read. */
	inbox: ToWorker[] = [];
	/** What it has sent and the server has not read. */
	outbox: FromWorker[] = [];
	pending: FakeWork[] = [];
	running: FakeWork | undefined;
	readonly #clock: ManualClock;
	readonly #events: WorkerProcessEvents;
	readonly #began: (worker: FakeWorker, work: FakeWork) => void;
	readonly #sent: (worker: FakeWorker, message: ToWorker) => void;
	#answered: Extract<FromWorker, { type: "answers" }>["answers"] = [];
	#read = 0;

	constructor(
		clock: ManualClock,
		events: WorkerProcessEvents,
		watch: {
			began?: (worker: FakeWorker, work: FakeWork) => void;
			sent?: (worker: FakeWorker, message: ToWorker) => void;
		} = {},
	) {
		this.#clock = clock;
		this.#events = events;
		this.#began = watch.began ?? (() => {});
		this.#sent = watch.sent ?? (() => {});
	}

	/** Whether it can still compute. */
	get lives(): boolean {
		return !this.isKilled && !this.hasEnded;
	}

	send(message: ToWorker): void {
		if (!this.lives) return;
		this.inbox.push(message);
		this.#sent(this, message);
	}

	kill(): void {
		this.isKilled = true;
	}

	/** Reads what the server has sent, unless it is blocked. */
	read(): void {
		if (!this.lives || this.isBlocked) return;
		this.#read = this.#clock.now();
		for (const message of this.inbox.splice(0)) this.#receive(message);
	}

	/** Loads the next mill. */
	load(): void {
		if (!this.lives || this.isBlocked) return;
		this.loading ??= this.toLoad.shift();
		const mill = this.loading;
		if (mill === undefined) return;
		if (this.outbox.some((message) => message.type === "loading" && message.mill === mill)) return;
		this.outbox.push({ type: "loading", mill });
	}

	/** The mill that it loads is loaded. */
	loadEnds(): void {
		if (!this.lives || this.isBlocked || this.loading === undefined) return;
		this.outbox.push({ type: "loaded", mill: this.loading });
		this.loading = undefined;
	}

	/** Begins what is next, if it is idle. */
	begin(tells = true): void {
		if (!this.lives || this.isBlocked || this.running) return;
		if (this.#clock.now() - this.#read >= READ_MS) this.read();
		const work = this.pending.shift();
		if (!work) {
			this.#flush();
			return;
		}
		this.running = work;
		this.#began(this, work);
		const [first] = work.calls;
		if (tells && work.mode !== "row" && first) this.outbox.push({ type: "begun", id: first.id });
	}

	/** Ends what runs, and begins what is next. */
	answer(how: "done" | "problem" | "crash" | "no-memory" = "done", micros = 100): void {
		const { running } = this;
		if (!this.lives || this.isBlocked || !running) return;
		this.running = undefined;
		const answers = running.calls.map(({ id }) => {
			if (how === "crash" || how === "no-memory")
				return { type: "crash", id, reason: "run threw", isOutOfMemory: how === "no-memory" } as const;
			if (how === "problem")
				return { type: "problem", id, code: "no", detail: undefined, members: {}, micros } as const;
			return {
				type: "done",
				id,
				content: Buffer.from(running.isExamine ? "[]" : String(id)),
				micros,
			} as const;
		});
		this.#answered = [...this.#answered, ...answers];
		if (running.mode !== "row") this.#flush();
		this.begin(false);
	}

	/** Gives the server what this worker has sent. */
	deliver(count = Number.POSITIVE_INFINITY): void {
		for (const message of this.outbox.splice(0, count)) {
			if (this.isGone) return;
			if (message.type === "loaded") this.loaded.add(message.mill);
			this.#events.message(message);
		}
	}

	/** The process ends. */
	end(reason = "signal SIGKILL"): void {
		this.hasEnded = true;
		this.deliver();
		if (this.isGone) return;
		this.isGone = true;
		this.#events.gone(reason);
	}

	#flush(): void {
		if (this.#answered.length > 0) this.outbox.push({ type: "answers", answers: this.#answered });
		this.#answered = [];
	}

	#receive(message: ToWorker): void {
		if (message.type === "load") {
			const known = new Set([...this.toLoad, ...this.loaded, this.loading]);
			this.toLoad.push(...message.mills.map(({ name }) => name).filter((name) => !known.has(name)));
		} else if (message.type === "calls") {
			const { mill, mode, calls } = message;
			const add = (given: readonly GivenCall[]) =>
				this.pending.push({ mill, mode, calls: given, isExamine: false });
			if (mode === "batch") add(calls);
			else for (const call of calls) add([call]);
		} else if (message.type === "examine") {
			const calls = [{ id: message.id, call: undefined as never }];
			this.pending.push({ mill: message.mill, mode: "single", calls, isExamine: true });
		} else if (message.type === "recall") {
			const ids = this.#remove(message.ids);
			this.#flush();
			this.outbox.push({ type: "returned", number: message.number, ids });
		} else if (message.type === "abort" && this.#remove([message.id]).length > 0) {
			this.#answered = [...this.#answered, { type: "crash", id: message.id, reason: "aborted" }];
			this.#flush();
		}
	}

	#remove(ids: readonly number[]): number[] {
		const removed: number[] = [];
		this.pending = this.pending.flatMap((work) => {
			const calls = work.calls.filter(({ id }) => !ids.includes(id) || removed.push(id) === 0);
			return calls.length > 0 ? { ...work, calls } : [];
		});
		return removed;
	}
}
