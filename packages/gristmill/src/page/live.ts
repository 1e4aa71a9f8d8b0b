import { type CallReply, type ExchangeOrder, exchange } from "./exchange.js";
import { Pace } from "./pace.js";
import type { PageSession } from "./session.js";

/** Who is told how a call goes. */
export interface Watcher {
	/** It takes long enough to be told. */
	running(): void;
	/** The parts that came so far, if they can be shown, and which share of the work is done, if the mill says so. */
	growing(reply: CallReply | undefined, share: number | undefined): void;
	came(reply: CallReply, order: ExchangeOrder): void;
	/** No answer came; another try is made in so many milliseconds. */
	gone(again: number): void;
}

/** A call that is answered sooner needs no sign that it runs. */
const SIGN_AFTER = 150;
const [FIRST_WAIT, LONGEST_WAIT] = [500, 5_000];
/** So many answers are remembered, to texts of at most so many characters, and of at most so many themselves. */
const [MOST_KEPT, LONGEST_KEPT, LARGEST_KEPT] = [50, 10_000, 500_000];

/** Makes one call at a time: a new one ends the one before. A mill is pure, so what got no answer is asked again. */
export class Live {
	readonly #session: PageSession;
	readonly #watcher: Watcher;
	readonly #pace = new Pace();
	readonly #kept = new Map<string, CallReply>();
	#running: AbortController | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(session: PageSession, watcher: Watcher) {
		this.#session = session;
		this.#watcher = watcher;
	}

	/** Makes the call when typing allows it. An answer that is known comes at once. */
	typed(order: ExchangeOrder): void {
		this.stop();
		const known = this.#kept.get(keyOf(order) ?? "");
		if (known) this.#watcher.came({ ...known, isKept: true }, order);
		else this.#later(this.#pace.wait(performance.now()), order);
	}

	/** Makes the call now, or after so many milliseconds. */
	call(order: ExchangeOrder, delay = 0): void {
		this.stop();
		if (delay > 0) this.#later(delay, order);
		else void this.#call(order, FIRST_WAIT);
	}

	/** Ends what runs or waits. */
	stop(): void {
		clearTimeout(this.#timer);
		this.#running?.abort();
		this.#running = undefined;
	}

	#later(delay: number, order: ExchangeOrder, wait = FIRST_WAIT): void {
		if (delay === 0) void this.#call(order, wait);
		else this.#timer = setTimeout(() => void this.#call(order, wait), delay);
	}

	async #call(order: ExchangeOrder, wait: number): Promise<void> {
		const controller = new AbortController();
		this.#running = controller;
		const isMine = () => this.#running === controller;
		const sign = setTimeout(() => this.#watcher.running(), SIGN_AFTER);
		this.#pace.began(performance.now());
		try {
			const reply = await exchange(this.#session, order, controller.signal, (some, share) => {
				// What has come says more than the sign, which would take its place.
				clearTimeout(sign);
				if (isMine()) this.#watcher.growing(some, share);
			});
			if (!isMine()) return;
			this.#pace.took(reply.milliseconds);
			this.#keep(order, reply);
			this.#running = undefined;
			this.#watcher.came(reply, order);
		} catch {
			if (!isMine()) return;
			this.#watcher.gone(wait);
			this.#later(wait, order, Math.min(LONGEST_WAIT, wait * 2));
		} finally {
			clearTimeout(sign);
		}
	}

	#keep(order: ExchangeOrder, reply: CallReply): void {
		const key = keyOf(order);
		if (key === undefined || reply.status !== 200 || reply.text.length > LARGEST_KEPT) return;
		this.#kept.delete(key);
		this.#kept.set(key, reply);
		const [oldest] = this.#kept.keys();
		if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
	}
}

function keyOf({ address, given: { mediaType, content } }: ExchangeOrder): string | undefined {
	const isShort = typeof content === "string" && content.length <= LONGEST_KEPT;
	return isShort ? [address, mediaType, content].join("\n") : undefined;
}
