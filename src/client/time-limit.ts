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
 * a listener for each of them.
 */
export function timeLimit(milliseconds: number, outer: AbortSignal | undefined): TimeLimit {
	const controller = new AbortController();
	const until = Date.now() + milliseconds;
	let expired = false;
	const follow = () => controller.abort(outer?.reason);
	const ring = () => {
		expired = true;
		controller.abort(new DOMException("The deadline has passed.", "TimeoutError"));
	};
	// Timers hold 31 bits: what is longer than 24 days is for ever.
	const timer = milliseconds < 2 ** 31 ? setTimeout(ring, Math.max(0, milliseconds)) : undefined;
	if (outer?.aborted) follow();
	else outer?.addEventListener("abort", follow, { once: true });
	return {
		signal: controller.signal,
		left: () => until - Date.now(),
		expired: () => expired,
		end: () => {
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
