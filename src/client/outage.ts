import { ConnectionError, ProblemError } from "./errors.js";
import { askedPause } from "./retry.js";
import { sleep } from "./time-limit.js";

/** How long servers that are away are waited for, and who is told. */
export interface OutageOptions {
	/** Milliseconds without an answer to anything, after which the rest is given up. */
	readonly patience: number;
	/** Called when nobody answers any more, and when somebody does again. */
	readonly tell?: (state: "away" | "back") => void;
}

/** Why nothing more is asked: all servers were away for longer than they are waited for. */
export class GivenUp extends Error {}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;
/** An input that breaks the connection so often, while the server is there for others, is to blame itself. */
const STRIKES = 3;

/**
 * Many calls and the servers that they share. A call that fails because nobody answers is not the input's fault: it is
 * sent again until somebody does, or until the patience ends for all of them.
 */
export class Outage {
	readonly #options: OutageOptions;
	/** Whether any server answers a question that has nothing to do with an input. */
	readonly #probe: () => Promise<boolean>;
	readonly #paused: () => void;
	#probing: Promise<boolean> | undefined;
	/** When the first call failed after the last answer. */
	#since: number | undefined;
	/** How many calls pause right now, and keep no server busy. */
	pausing = 0;

	constructor(options: OutageOptions, probe: () => Promise<boolean>, paused: () => void = () => {}) {
		this.#options = options;
		this.#probe = probe;
		this.#paused = paused;
	}

	/** Sends a call until it is answered; rejects with `GivenUp` where all calls are to end. */
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
				const now = performance.now();
				first ??= now;
				const since = this.#failed(now);
				if (kind === "silence" && (await this.#isThere()) && ++strikes === STRIKES) throw error;
				const pause = pauseAfter(round, error);
				const left = Math.max(0, Math.min(since, first) + patience - performance.now());
				await this.#pause(Math.min(pause, left), signal);
				if (pause < left) continue;
				if (this.#since !== undefined && performance.now() >= this.#since + patience)
					throw new GivenUp("", { cause: error });
				// Others are answered: this one has waited long enough.
				if (performance.now() >= first + patience) throw error;
			}
		}
	}

	async #pause(milliseconds: number, signal: AbortSignal): Promise<void> {
		this.pausing++;
		this.#paused();
		try {
			await sleep(milliseconds, signal);
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

	/** One question for all who want to know at the same time. */
	async #isThere(): Promise<boolean> {
		this.#probing ??= this.#probe().finally(() => {
			this.#probing = undefined;
		});
		const there = await this.#probing;
		if (there) this.#answered();
		return there;
	}
}

/** Longer each time and never the same for all, unless the server says how long. */
function pauseAfter(round: number, error: unknown): number {
	const limit = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(round, 10));
	const asked = error instanceof ProblemError ? askedPause(error.headers) : undefined;
	return Math.max(asked ?? 0, limit * (0.5 + Math.random() / 2));
}

/** "silence" may be the input's fault, "later" is not; 502 is how a proxy says that nobody answered it. */
function kindOf(error: unknown): "answer" | "later" | "silence" | "other" {
	if (error instanceof ConnectionError) return "silence";
	if (!(error instanceof ProblemError)) return "other";
	if (error.status === 502) return "silence";
	return error.status === 429 || error.status === 503 ? "later" : "answer";
}
