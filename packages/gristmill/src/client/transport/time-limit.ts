import type { Clock } from "../../core/clock.js";

/** A signal that is aborted by the caller's signal or by a timer; `end` releases both. */
export interface TimeLimit {
	readonly signal: AbortSignal;
	/** Milliseconds left. */
	left(): number;
	/** Whether the timer aborted it. */
	expired(): boolean;
	end(): void;
}

/**
 * Makes a time limit. Not with `AbortSignal.any`: a long-lived signal must not keep a listener for each call. When the
 * time is over, `longer` is called once and may extend it.
 */
export function timeLimit(
	clock: Clock,
	milliseconds: number,
	outer: AbortSignal | undefined,
	longer?: () => Promise<number | undefined>,
): TimeLimit {
	const controller = new AbortController();
	const began = clock.now();
	let until = began + milliseconds;
	let expired = false;
	let ended = false;
	const follow = () => controller.abort(outer?.reason);
	const ring = () => {
		if (ended) return;
		expired = true;
		controller.abort(new DOMException("The deadline has passed.", "TimeoutError"));
	};
	const ask = async () => {
		const whole = (await longer?.().catch(() => undefined)) ?? 0;
		if (ended || whole <= milliseconds) return ring();
		until = began + whole;
		timer = clock.setTimeout(ring, Math.max(0, until - clock.now()));
	};
	// Timers have 31 bits. A limit above 24 days never expires.
	let timer =
		milliseconds < 2 ** 31 ? clock.setTimeout(longer ? ask : ring, Math.max(0, milliseconds)) : undefined;
	if (outer?.aborted) follow();
	else outer?.addEventListener("abort", follow, { once: true });
	return {
		signal: controller.signal,
		left: () => until - clock.now(),
		expired: () => expired,
		end: () => {
			ended = true;
			clock.clearTimeout(timer);
			outer?.removeEventListener("abort", follow);
		},
	};
}

/** Waits for work. Rejects with the signal's reason if it is aborted first. */
export async function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
	if (!signal) return work;
	let leave = () => {};
	try {
		return await new Promise<T>((resolve, reject) => {
			leave = () => reject(signal.reason);
			if (signal.aborted) leave();
			signal.addEventListener("abort", leave);
			work.then(resolve, reject);
		});
	} finally {
		signal.removeEventListener("abort", leave);
	}
}

/** Waits. Rejects with the signal's reason if it is aborted. */
export function sleep(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal.aborted) return reject(signal.reason);
		if (milliseconds <= 0) return resolve();
		const stop = () => {
			clock.clearTimeout(timer);
			reject(signal.reason);
		};
		const timer = clock.setTimeout(() => {
			signal.removeEventListener("abort", stop);
			resolve();
		}, milliseconds);
		signal.addEventListener("abort", stop, { once: true });
	});
}
