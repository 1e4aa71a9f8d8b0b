import type { Mill } from "../core/mill.js";
import type { PoolOptions, Seat } from "./job.js";
import { Loads } from "./loads.js";
import { watchMemory } from "./memory.js";
import type { FromWorker } from "./messages.js";
import { startWorker } from "./worker-process.js";

/** What the pool must know of its workers. */
export interface CrewEvents {
	heard(seat: Seat, message: FromWorker): void;
	/** A worker is gone; its seat has left the crew already. */
	lost(seat: Seat, reason: string): void;
	/** Nobody can load this mill. */
	unloadable(mill: string, reason: string): void;
}

/** Waiting before a worker that cannot even start is tried again, doubled each time. */
const REBOOT_MS = 200;
const REBOOT_MAX_MS = 30_000;
/** A mill under whose loading so many workers died is left alone: others live in the same workers. */
const LOAD_DEATHS = 2;

/** The workers of a pool: as many as may run and a warm spare, each replaced when it is gone. */
export class Crew {
	readonly seats = new Set<Seat>();
	readonly #options: PoolOptions;
	readonly #events: CrewEvents;
	readonly #modules: readonly { readonly name: string; readonly url: string }[];
	readonly #wanted = new Map<string, number>();
	readonly #loadDeaths = new Map<string, number>();
	readonly #loadedOnce = new Set<string>();
	readonly #unloadable = new Map<string, string>();
	readonly #stopWatching: () => void;
	#bootFailures = 0;
	#closed = false;

	constructor(
		mills: readonly { readonly mill: Mill; readonly url: URL }[],
		options: PoolOptions,
		events: CrewEvents,
	) {
		this.#options = options;
		this.#events = events;
		this.#modules = mills.map(({ mill, url }) => ({ name: mill.name, url: url.href }));
		this.#stopWatching = watchMemory(() => this.seats, options.memory);
		for (let i = 0; i < options.workers + (options.spares ?? 1); i++) this.#boot();
	}

	/** Notes that a mill was asked for: what is wanted most is loaded first. */
	want(mill: string): void {
		this.#wanted.set(mill, (this.#wanted.get(mill) ?? 0) + 1);
	}

	/** Asks all workers that have not loaded a mill to do that next. */
	hurry(mill: string): void {
		for (const { process } of this.seats) if (!process.loaded.has(mill)) process.say({ type: "want", mill });
	}

	/** Why a mill cannot be loaded; undefined where it can, as far as is known. */
	unloadable(mill: string): string | undefined {
		return this.#unloadable.get(mill);
	}

	/** Ends all workers for good. */
	close(): void {
		this.#closed = true;
		this.#stopWatching();
		for (const { process } of this.seats) process.kill();
	}

	#boot(): void {
		if (this.#closed) return;
		const wanted = ({ name }: { name: string }) => this.#wanted.get(name) ?? 0;
		const loadable = this.#modules.filter(({ name }) => (this.#loadDeaths.get(name) ?? 0) < LOAD_DEATHS);
		const order = loadable.sort((a, b) => wanted(b) - wanted(a));
		const seat: Seat = {
			process: startWorker(this.#options.flags, order, {
				message: (message) => this.#heard(seat, message),
				gone: (reason) => this.#lost(seat, reason),
			}),
			job: undefined,
			ahead: undefined,
			verdict: undefined,
			loads: new Loads(this.#options.inspect ? undefined : () => this.#endStuck(seat)),
		};
		this.seats.add(seat);
	}

	#heard(seat: Seat, message: FromWorker): void {
		if (message.type === "loading") {
			seat.loads.begin(message.mill);
			return;
		}
		if (message.type === "loaded" || message.type === "unloadable") seat.loads.end(message.mill);
		if (message.type === "loaded") {
			this.#bootFailures = 0;
			this.#loadedOnce.add(message.mill);
			this.#restore(message.mill);
		}
		if (message.type === "unloadable") this.#giveUpOn(message.mill, message.reason);
		this.#events.heard(seat, message);
	}

	#endStuck(seat: Seat): void {
		seat.verdict ??= "loading";
		seat.process.kill();
	}

	#lost(seat: Seat, reason: string): void {
		this.seats.delete(seat);
		seat.loads.stop();
		if (!this.#closed) {
			const { suspect } = seat.loads;
			// A worker may load one mill and run another: then the call is the likelier culprit.
			if (suspect !== undefined && !seat.job) this.#blame(suspect, reason);
			this.#replace(seat);
		}
		this.#events.lost(seat, reason);
	}

	/** A worker died while it loaded this mill. What was ever loaded is not to blame: the worker was killed. */
	#blame(mill: string, reason: string): void {
		if (this.#loadedOnce.has(mill)) return;
		const deaths = (this.#loadDeaths.get(mill) ?? 0) + 1;
		this.#loadDeaths.set(mill, deaths);
		if (deaths >= LOAD_DEATHS) this.#giveUpOn(mill, `workers die when they load it: ${reason}`);
	}

	#giveUpOn(mill: string, reason: string): void {
		const known = this.#unloadable.has(mill);
		this.#unloadable.set(mill, reason);
		if (!known) this.#options.onEvent({ type: "unloadable", mill, reason });
		this.#events.unloadable(mill, reason);
	}

	/** A mill that was given up can be loaded after all: workers that were started without it load it too. */
	#restore(mill: string): void {
		this.#loadDeaths.delete(mill);
		if (!this.#unloadable.delete(mill)) return;
		const mills = this.#modules.filter(({ name }) => name === mill);
		for (const { process } of this.seats) process.say({ type: "boot", mills });
	}

	/** Boots another worker; one that died before it had loaded anything is not hurried. */
	#replace(seat: Seat): void {
		if (seat.process.loaded.size > 0) this.#boot();
		else {
			const wait = Math.min(REBOOT_MS * 2 ** this.#bootFailures++, REBOOT_MAX_MS);
			setTimeout(() => this.#boot(), wait).unref();
		}
	}
}
