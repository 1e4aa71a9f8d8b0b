import type { LocatedProgram } from "../../command/locate.js";
import { CLOCK, type Clock, type Timer } from "../../core/clock.js";
import type { Mill } from "../../core/definition/mill.js";
import { plainSettings } from "../../core/definition/settings.js";
import type { HashedFile } from "../digest/hashed-files.js";
import { Unloadable } from "../loading/unloadable.js";
import { LoadingMills } from "./loading-mills.js";
import type { FromWorker, MillToLoad } from "./messages.js";
import { Occupancy } from "./occupancy.js";
import { WorkerSlot } from "./pending-call.js";
import { maySpawn } from "./permissions.js";
import type { PoolOptions } from "./pool-options.js";
import { residentOfChildren, vitalsOf } from "./vitals.js";
import { startWorker } from "./worker-process.js";

/** What the pool must know about its workers. */
interface WorkersEvents {
	received(slot: WorkerSlot, message: FromWorker): void;
	/** A worker is gone and its slot is removed. `loading` is the mill that it was loading, if any. */
	lost(slot: WorkerSlot, exit: string, loading: string | undefined): void;
	/** No worker has this mill, and it cannot be loaded. */
	unloadable(mill: string): void;
}

/** A mill for the workers: its module, and the files behind its digest if workers are to compare them. */
export interface PoolMill {
	readonly mill: Mill;
	readonly url: URL;
	readonly files?: Promise<readonly HashedFile[]>;
	readonly program?: Promise<LocatedProgram> | undefined;
	/** Lets the mill prepare its files. Returns the URL of their folder; undefined if there are none. */
	readonly prepare?: ((mill: MillToLoad) => Promise<string | undefined>) | undefined;
}

/** The delay before a worker that cannot start is restarted. It doubles each time. */
const RESTART_MS = 200;
const RESTART_MAX_MS = 30_000;
/** After this many workers died while loading a mill, it is not loaded any more: other mills share the workers. */
const MOST_LOAD_DEATHS = 2;
/** How long the first calls have the machine for themselves before the spares start. A lost worker starts them at once. */
const SPARES_AFTER_MS = 2_000;
/** After this time, a mill may hold up its workers while it loads. The spares serve the others. */
const SPARES_AT_LAST_MS = 5_000;
/** How often the memory and state of the workers are checked, and how many are busy. */
const CHECK_MS = 200;

/** The worker processes of a pool: one per running call and a warm spare, each replaced when it is gone. */
export class Workers {
	readonly slots = new Set<WorkerSlot>();
	readonly occupancy = new Occupancy(CHECK_MS);
	readonly #options: PoolOptions;
	readonly #events: WorkersEvents;
	readonly #millCount: number;
	/** The mills that can be loaded. Others are still being hashed or prepared. */
	readonly #modules: MillToLoad[] = [];
	readonly #requests = new Map<string, number>();
	readonly #loadDeaths = new Map<string, number>();
	/** How long the mills that were loaded took for it, in milliseconds. */
	readonly #loadTimes = new Map<string, number>();
	readonly #unloadable: Unloadable;
	readonly #clock: Clock;
	readonly #timers = new Set<Timer>();
	/** Whether the memory of a worker includes that of the processes that it starts. */
	readonly #maySpawn: boolean;
	/** The number of spares that are yet to be started. */
	#spares: number;
	#sparesTimer: Timer;
	#startFailures = 0;
	#closed = false;

	constructor(mills: readonly PoolMill[], options: PoolOptions, events: WorkersEvents) {
		this.#options = options;
		this.#clock = options.clock ?? CLOCK;
		this.#events = events;
		this.#millCount = mills.length;
		this.#maySpawn = maySpawn(options.flags);
		// The code that computes the digests handles a failure and closes the pool.
		const add = (some: readonly PoolMill[]) =>
			Promise.all(some.map(toLoad))
				.then((modules) => this.#add(modules))
				.catch(() => {});
		void add(mills.filter(({ prepare }) => !prepare));
		// A mill that prepares its files does not delay the others.
		for (const mill of mills) if (mill.prepare) void add([mill]);
		this.#unloadable = new Unloadable(this.#clock, {
			isLoaded: (mill) => [...this.slots].some(({ process }) => process.loaded.has(mill)),
			retry: (mill, attempt) => this.#retry(mill, attempt),
			changed: (mill) => {
				options.onEvent({ type: "service", mill });
				if (this.unloadable(mill) !== undefined) events.unloadable(mill);
			},
		});
		this.#checkLater();
		this.#spares = options.spares ?? 1;
		for (let i = 0; i < options.workers; i++) this.#start();
		this.#later(() => this.#startSpares(), SPARES_AT_LAST_MS);
	}

	/** Counts a request for a mill: workers load the most requested mills first. */
	countRequest(mill: string): void {
		this.#requests.set(mill, (this.#requests.get(mill) ?? 0) + 1);
	}

	/** Lets all workers that have not loaded a mill load it next. */
	loadNext(mill: string): void {
		for (const { process } of this.slots)
			if (!process.loaded.has(mill)) process.send({ type: "load-next", mill });
	}

	/** Whether a worker is loading a mill, which may block it. */
	isLoading({ loading }: WorkerSlot): boolean {
		return loading?.isEmpty === false;
	}

	/**
	 * How long loading this mill again takes, by the last time, in milliseconds; 0 if a worker has it, or if it was never loaded. One that
	 * hangs in the load of another mill is of no use.
	 */
	reloadTime(mill: string): number {
		for (const slot of this.slots) if (slot.isHealthy && slot.process.loaded.has(mill)) return 0;
		return this.#loadTimes.get(mill) ?? 0;
	}

	/** Why a mill is out of service: no worker has it and it cannot be loaded. Undefined if it is in service, as far as is known. */
	unloadable(mill: string): string | undefined {
		return this.#unloadable.reason(mill);
	}

	/** Kills all workers and starts no new ones. */
	close(): void {
		this.#closed = true;
		for (const timer of this.#timers) this.#clock.clearTimeout(timer);
		this.#unloadable.stop();
		for (const { process } of this.slots) process.kill();
	}

	#start(): void {
		if (this.#closed) return;
		const { start = startWorker, flags, showMessages = false, environment, loadMs } = this.#options;
		const taken = new Set([...this.slots].map(({ place }) => place));
		let place = 0;
		while (taken.has(place)) place++;
		const slot: WorkerSlot = new WorkerSlot(
			start(
				flags,
				{
					message: (message) => this.#received(slot, message),
					gone: (exit) => this.#lost(slot, exit),
				},
				{ showMessages, environment: environment?.(place) },
			),
			place,
		);
		const onHang = this.#options.inspect ? undefined : () => slot.kill("loading");
		this.slots.add(slot);
		slot.loading = new LoadingMills(this.#clock, onHang, loadMs);
		this.#load(slot, (name) => this.#mayLoad(name) && !this.#mustWait(slot, name));
	}

	/** These mills can be loaded. Processes that were started before load them now. */
	#add(modules: readonly MillToLoad[]): void {
		this.#modules.push(...modules);
		const names = new Set(modules.map(({ name }) => name));
		for (const slot of this.slots)
			this.#load(slot, (name) => names.has(name) && this.#mayLoad(name) && !this.#mustWait(slot, name));
	}

	/** A mill that has never been loaded may hang. A spare does not load it while a worker does, so that others can be called. */
	#mustWait({ place }: WorkerSlot, mill: string): boolean {
		if (place < this.#options.workers || this.#loadTimes.has(mill)) return false;
		return [...this.slots].some(({ loading }) => loading?.has(mill));
	}

	#mayLoad(mill: string): boolean {
		return (this.#loadDeaths.get(mill) ?? 0) < MOST_LOAD_DEATHS;
	}

	/** Until the end of the pool. It keeps no program alive. */
	#later(callback: () => void, milliseconds: number): Timer {
		const timer = this.#clock.setTimeout(() => {
			this.#timers.delete(timer);
			callback();
		}, milliseconds);
		this.#clock.unref(timer);
		this.#timers.add(timer);
		return timer;
	}

	#checkLater(): void {
		this.#later(() => {
			this.#check();
			this.#checkLater();
		}, CHECK_MS);
	}

	/** A worker has loaded all it can. On few cores, spares would have delayed it, and would now delay the first calls. */
	#startSparesLater(): void {
		this.#sparesTimer ??= this.#later(() => this.#startSpares(), SPARES_AFTER_MS);
	}

	#startSpares(): void {
		for (; this.#spares > 0; this.#spares--) this.#start();
	}

	/** Lets a worker load these mills, the most requested first. Mills that it has loaded stay as they are. */
	#load({ process }: WorkerSlot, which: (name: string) => boolean): void {
		const requests = ({ name }: MillToLoad) => this.#requests.get(name) ?? 0;
		const mills = this.#modules.filter(({ name }) => which(name));
		mills.sort((a, b) => requests(b) - requests(a));
		if (mills.length > 0) process.send({ type: "load", mills });
	}

	/** Lets one worker try again to load a mill, each time the next worker: the obstacle may be in one of them. */
	#retry(mill: string, attempt: number): void {
		const slots = [...this.slots].filter(({ process }) => !process.loaded.has(mill));
		const slot = slots[attempt % slots.length];
		if (slot) this.#load(slot, (name) => name === mill);
	}

	#received(slot: WorkerSlot, message: FromWorker): void {
		switch (message.type) {
			case "printed": {
				const { mill, id, text } = message;
				const request = slot.window.find((call) => call.id === id)?.request;
				this.#options.onEvent({ type: "printed", mill, worker: slot.process.pid, request, text });
				return;
			}
			case "cpu":
				this.#options.onEvent(message);
				return;
			case "ending":
				slot.lastMessage ??= message.reason;
				return;
			case "loading":
				slot.loading?.begin(message.mill);
				return;
			case "loaded":
				this.#loaded(message.mill, slot.loading?.end(message.mill) ?? 0);
				break;
			case "unloadable":
				slot.loading?.end(message.mill);
				// After the end there is nothing to try again.
				if (!this.#closed) this.#giveUp(message.mill, message.reason, true);
		}
		if (message.type === "unloadable" || slot.process.loaded.size === this.#millCount)
			this.#startSparesLater();
		this.#events.received(slot, message);
	}

	/** A mill was loaded in this time. If it was given up, or never loaded, workers that were started without it load it too. */
	#loaded(mill: string, time: number): void {
		this.#startFailures = 0;
		const isFirst = !this.#loadTimes.has(mill);
		this.#loadTimes.set(mill, time);
		this.#loadDeaths.delete(mill);
		if (!this.#unloadable.delete(mill) && !isFirst) return;
		for (const slot of this.slots) this.#load(slot, (name) => name === mill);
	}

	#lost(slot: WorkerSlot, exit: string): void {
		const { loading } = slot;
		const suspect = loading?.suspect;
		loading?.stop();
		slot.loading = undefined;
		this.slots.delete(slot);
		if (!this.#closed) {
			// A worker may load one mill while it runs a call of another. Then the call is the more likely cause.
			if (suspect !== undefined && slot.window.length === 0) this.#blame(suspect, exit);
			this.#replace(slot);
			this.#startSpares();
		}
		this.#events.lost(slot, exit, suspect);
		if (!this.#closed) this.#unloadable.review();
	}

	/** A worker died while it loaded this mill. A mill that was loaded once is not to blame: the worker was killed. */
	#blame(mill: string, exit: string): void {
		if (this.#loadTimes.has(mill)) return;
		const deaths = (this.#loadDeaths.get(mill) ?? 0) + 1;
		this.#loadDeaths.set(mill, deaths);
		if (deaths >= MOST_LOAD_DEATHS) this.#giveUp(mill, `workers die when they load it: ${exit}`, false);
	}

	#giveUp(mill: string, reason: string, mayRetry: boolean): void {
		if (this.#unloadable.add(mill, reason, mayRetry))
			this.#options.onEvent({ type: "unloadable", mill, reason });
	}

	/** Starts another worker, after a delay if this one died before it had loaded a mill. */
	#replace(slot: WorkerSlot): void {
		if (slot.process.loaded.size > 0) this.#start();
		else {
			const delay = Math.min(RESTART_MS * 2 ** this.#startFailures++, RESTART_MAX_MS);
			this.#later(() => this.#start(), delay);
		}
	}

	/**
	 * Counts the busy workers. Kills workers that exceed the memory limit, since V8's heap limit does not count native memory, and workers that are
	 * stopped, since they hold a call and do not compute it.
	 */
	#check(): void {
		this.occupancy.sample(this.slots);
		for (const slot of this.slots) {
			const vitals = vitalsOf(slot.process.pid);
			if (this.#maySpawn) void measureChildren(slot);
			const isStopped = vitals?.isStopped === true;
			if (vitals && vitals.resident + slot.ofChildren > this.#options.memory) slot.kill("memory");
			// A worker that is stopped for a moment, for example by Ctrl-Z with the whole server, is not killed.
			else if (isStopped && slot.wasStopped) slot.kill("stopped");
			slot.wasStopped = isStopped;
		}
	}
}

/** For the next check: there may be many processes. */
async function measureChildren(slot: WorkerSlot): Promise<void> {
	if (slot.isMeasured) return;
	slot.isMeasured = true;
	slot.ofChildren = await residentOfChildren(slot.process.pid);
	slot.isMeasured = false;
}

async function toLoad({ mill, url, files, program, prepare }: PoolMill): Promise<MillToLoad> {
	const found = (await program)?.found;
	const given = {
		name: mill.name,
		url: url.href,
		files: (await files) ?? [],
		settings: plainSettings(mill),
		program: found,
	};
	return { ...given, prepared: await prepare?.(given) };
}
