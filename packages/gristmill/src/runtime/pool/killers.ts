import type { Clock } from "../../core/clock.js";
import type { Mill } from "../../core/definition/mill.js";
import { callKey } from "../admission/call-key.js";
import type { Call } from "../perform.js";

/** How long a call is remembered after it killed a worker, in milliseconds, beyond the time that it may run. */
const REST_MS = 60_000;
/** The most calls that are remembered. A key has 43 characters. */
const MOST = 1_000;
/** A call that has killed this many workers is refused. If it is one worker, something else may have killed it. */
const MOST_KILLS = 2;

/** How a call kills its worker: it crashes it, or the server kills the worker because the call takes too long. */
export type Killing = "crash" | "deadline";

/** A call that may be remembered. Its key is a hash of all that its result depends on, so it is made only if it must be. */
export class EqualCall {
	readonly deadline: number;
	/** The key of a call of another size need not be made. */
	readonly size: string;
	readonly #mill: Mill;
	readonly #call: Call;
	#key: string | undefined;

	constructor(mill: Mill, call: Call, deadline: number) {
		this.#mill = mill;
		this.#call = call;
		this.deadline = deadline;
		this.size = `${call.body.byteLength} ${mill.name}`;
	}

	/** A pool has one version of each mill, so the digest is left out. */
	get key(): string {
		this.#key ??= callKey(this.#mill, "", this.#call);
		return this.#key;
	}
}

interface Kills {
	readonly kills: number;
	readonly how: Killing;
	readonly until: number;
	readonly size: string;
}

/** Remembers for a while which calls have killed workers: a call is pure, so an equal one would do the same. */
export class Killers {
	readonly #clock: Clock;
	/** By key, the oldest first. */
	readonly #records = new Map<string, Kills>();
	/** The number of records of each size. */
	readonly #sizes = new Map<string, number>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** The number of calls that are remembered. */
	get size(): number {
		return this.#records.size;
	}

	/** A call has killed a worker. Returns whether equal calls are refused from now on. */
	add(call: EqualCall, how: Killing): boolean {
		const kills = this.kills(call) + 1;
		this.#delete(call.key);
		const until = this.#clock.now() + REST_MS + call.deadline;
		const { size } = call;
		this.#records.set(call.key, { kills, how, until, size });
		this.#sizes.set(size, (this.#sizes.get(size) ?? 0) + 1);
		for (const oldest of this.#records.keys()) {
			if (this.#records.size <= MOST) break;
			this.#delete(oldest);
		}
		return kills === MOST_KILLS;
	}

	/** The number of workers that calls equal to this one have killed lately. */
	kills(call: EqualCall): number {
		return this.#find(call)?.kills ?? 0;
	}

	/** How equal calls kill workers, if this one must not run. */
	refused(call: EqualCall): Killing | undefined {
		const record = this.#find(call);
		return record && record.kills >= MOST_KILLS ? record.how : undefined;
	}

	/** A call has not killed its worker: another one died for another reason. */
	forget(call: EqualCall): void {
		if (this.#find(call)) this.#delete(call.key);
	}

	#find(call: EqualCall): Kills | undefined {
		if (this.#records.size === 0 || !this.#sizes.has(call.size)) return undefined;
		const record = this.#records.get(call.key);
		if (record && record.until <= this.#clock.now()) {
			this.#delete(call.key);
			return undefined;
		}
		return record;
	}

	#delete(key: string): void {
		const record = this.#records.get(key);
		if (!record) return;
		this.#records.delete(key);
		const others = (this.#sizes.get(record.size) ?? 0) - 1;
		if (others > 0) this.#sizes.set(record.size, others);
		else this.#sizes.delete(record.size);
	}
}
