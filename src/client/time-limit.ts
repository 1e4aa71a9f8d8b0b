/** A signal that is aborted by the caller's own or by the clock; `end` lets go of both. */
export interface TimeLimit {
	readonly signal: AbortSignal;
	/** The milliseconds that are left. */
	left(): number;
	/** Whether it was the clock. */
	expired(): boolean;
	end(): void;
}

/**
 * Made by hand rather than with `AbortSignal.any`: a signal that outlives a million calls must not keep
 * a listener for each of them. When the time is over, `longer` is asked once for how long it should have been.
 */
export function timeLimit(
	milliseconds: number,
	outer: AbortSignal | undefined,
	longer?: () => Promise<number | undefined>,
): TimeLimit {
	const controller = new AbortController();
	const began = performance.now();
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
		timer = setTimeout(ring, Math.max(0, until - performance.now()));
	};
	// Timers hold 31 bits: what is longer than 24 days is for ever.
	let timer = milliseconds < 2 ** 31 ? setTimeout(longer ? ask : ring, Math.max(0, milliseconds)) : undefined;
	if (outer?.aborted) follow();
	else outer?.addEventListener("abort", follow, { once: true });
	return {
		signal: controller.signal,
		left: () => until - performance.now(),
		expired: () => expired,
		end: () => {
			ended = true;
			clearTimeout(timer);
			outer?.removeEventListener("abort", follow);
		},
	};
}

/** Waits; rejects with the signal's reason when it is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal.aborted) return reject(signal.reason);
		const stop = () => {
			clearTimeout(timer);
			reject(signal.reason);
		};
		const timer = setTimeout(() => {
			signal.removeEventListener("abort", stop);
			resolve();
		}, milliseconds);
		signal.addEventListener("abort", stop, { once: true });
	});
}
