import { type CallReply, type ExchangeOrder, exchange } from "./exchange.js";
import type { PageSession } from "./session.js";

/** Who is told how a call goes. */
export interface Watcher {
	running(cancel: (() => void) | undefined): void;
	came(reply: CallReply, order: ExchangeOrder): void;
	cancelled(): void;
	/** No answer came; another try is made in so many milliseconds. */
	gone(again: number): void;
}

/** A call that is answered sooner needs no sign that it runs. */
const SIGN_AFTER = 150;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 5_000;

/** Makes one call at a time: a new one ends the one before. A mill is pure, so what got no answer is asked again. */
export class Caller {
	readonly #session: PageSession;
	readonly #watcher: Watcher;
	#running: AbortController | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(session: PageSession, watcher: Watcher) {
		this.#session = session;
		this.#watcher = watcher;
	}

	/** Makes the call after so many milliseconds, unless another one is ordered before. */
	order(delay: number, prepare: () => ExchangeOrder | undefined): void {
		this.stop();
		this.#timer = setTimeout(() => {
			const order = prepare();
			if (order) void this.#call(order, FIRST_WAIT);
		}, delay);
	}

	/** Ends what runs or waits. */
	stop(): void {
		clearTimeout(this.#timer);
		this.#running?.abort();
		this.#running = undefined;
		this.#watcher.running(undefined);
	}

	async #call(order: ExchangeOrder, wait: number): Promise<void> {
		const controller = new AbortController();
		this.#running = controller;
		const cancel = () => {
			this.stop();
			this.#watcher.cancelled();
		};
		const sign = setTimeout(() => this.#watcher.running(cancel), SIGN_AFTER);
		try {
			const reply = await exchange(this.#session, order, controller.signal);
			if (this.#running === controller) this.#watcher.came(reply, order);
		} catch {
			if (this.#running === controller) {
				this.#watcher.gone(wait);
				const next = Math.min(LONGEST_WAIT, wait * 2);
				this.#timer = setTimeout(() => void this.#call(order, next), wait);
			}
		} finally {
			clearTimeout(sign);
			if (this.#running === controller) {
				this.#running = undefined;
				this.#watcher.running(undefined);
			}
		}
	}
}
