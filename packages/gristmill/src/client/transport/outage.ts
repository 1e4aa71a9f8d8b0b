import type { Clock } from "../../core/clock.js";
import { ConnectionError, ProblemError } from "../errors/errors.js";
import { isOfAnother } from "./pin.js";
import { askedPause } from "./retry.js";
import { sleep } from "./time-limit.js";

/** How long to wait during an outage, and a callback. */
export interface OutageOptions {
	/** Milliseconds without any answer, after which the map ends. */
	readonly patience: number;
	/** Called when no server answers any more, and when one answers again. */
	readonly tell?: (state: "away" | "back") => void;
}

/** No server answered for longer than the patience. */
export class GivenUp extends Error {}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;
/** An input that breaks the connection this often, while the server answers others, is to blame. */
const STRIKES = 3;

/**
 * Tracks outages for many calls to the same servers. A call that gets no answer is repeated until a server answers, or
 * until the patience ends for all calls.
 */
export class Outage {
	readonly #clock: Clock;
	readonly #options: OutageOptions;
	/** Whether any server answers a request without an input. */
	readonly #probe: () => Promise<boolean>;
	readonly #paused: () => void;
	/** Whether there is only one server. A pause that it asks for is not that of the others. */
	readonly #isAlone: boolean;
	#probing: Promise<boolean> | undefined;
	/** When the first call after the last answer failed. */
	#since: number | undefined;
	/** How many calls are pausing now. They keep no server busy. */
	pausing = 0;

	constructor(
		clock: Clock,
		options: OutageOptions,
		probe: () => Promise<boolean>,
		paused: () => void = () => {},
		isAlone = true,
	) {
		this.#clock = clock;
		this.#options = options;
		this.#probe = probe;
		this.#paused = paused;
		this.#isAlone = isAlone;
	}

	/** Repeats a call until it is answered. Rejects with `GivenUp` if the outage is too long. */
	async through<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
		const { patience } = this.#options;
		let first: number | undefined;
		let strikes = 0;
		for (let round = 0; ; round++) {
			try {
				const answer = await send();
				this.#answered();
				return answer;
			} catch (error) {
				const kind = kindOf(error);
				if (kind === "answer") this.#answered();
				if (kind === "answer" || kind === "other") throw error;
				const now = this.#clock.now();
				first ??= now;
				const since = this.#failed(now);
				if (kind === "silence" && (await this.#isThere()) && ++strikes === STRIKES) throw error;
				const pause = pauseAfter(round, this.#isAlone ? error : undefined);
				const left = Math.max(0, Math.min(since, first) + patience - this.#clock.now());
				await this.#pause(Math.min(pause, left), signal);
				if (pause < left) continue;
				if (this.#since !== undefined && this.#clock.now() >= this.#since + patience)
					throw new GivenUp("", { cause: error });
				// Other calls are answered, and this one has used its patience.
				if (this.#clock.now() >= first + patience) throw error;
			}
		}
	}

	async #pause(milliseconds: number, signal: AbortSignal): Promise<void> {
		this.pausing++;
		this.#paused();
		try {
			await sleep(this.#clock, milliseconds, signal);
		} finally {
			this.pausing--;
		}
	}

	#answered(): void {
		if (this.#since === undefined) return;
		this.#since = undefined;
		this.#options.tell?.("back");
	}

	#failed(now: number): number {
		if (this.#since === undefined) {
			this.#since = now;
			this.#options.tell?.("away");
		}
		return this.#since;
	}

	/** Concurrent callers share one probe. */
	async #isThere(): Promise<boolean> {
		this.#probing ??= this.#probe().finally(() => {
			this.#probing = undefined;
		});
		const there = await this.#probing;
		if (there) this.#answered();
		return there;
	}
}

/** Grows with each round, with jitter. At least as long as Retry-After asks. */
function pauseAfter(round: number, error: unknown): number {
	const limit = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(round, 10));
	const asked = error instanceof ProblemError ? askedPause(error.headers) : undefined;
	return Math.max(asked ?? 0, limit * (0.5 + Math.random() / 2));
}

/** "silence" may be the input's fault, "later" is not. A 502 of a proxy says that no server answered; one of a server has a code. */
function kindOf(error: unknown): "answer" | "later" | "silence" | "other" {
	if (error instanceof ConnectionError) return "silence";
	if (!(error instanceof ProblemError)) return "other";
	if (error.status === 502) return error.problem.code === "unready" ? "later" : "silence";
	if (isOfAnother(error)) return "later";
	return error.status === 429 || error.status === 503 ? "later" : "answer";
}
