import type { Clock, Timer } from "../../core/clock.js";

/**
 * Runs `attempt`. If it takes longer than `after` milliseconds and `allowed` agrees, runs it a second time in parallel.
 * The first `good` result wins and the other is aborted. Any other result, or else a failure, counts only if no attempt is running.
 */
export async function hedged<T>(
	clock: Clock,
	attempt: (signal: AbortSignal) => Promise<T>,
	signal: AbortSignal,
	after: number | undefined,
	allowed: () => boolean,
	good: (result: T) => boolean,
): Promise<T> {
	if (after === undefined) return attempt(signal);
	const controllers: AbortController[] = [];
	const stopAll = () => {
		for (const controller of controllers) controller.abort(signal.reason);
	};
	signal.addEventListener("abort", stopAll, { once: true });
	let timer: Timer;
	let winner: AbortController | undefined;
	try {
		return await new Promise<T>((resolve, reject) => {
			let running = 0;
			let other: { readonly result: T; readonly controller: AbortController } | undefined;
			const win = (controller: AbortController, result: T) => {
				winner ??= controller;
				resolve(result);
			};
			const begin = () => {
				const controller = new AbortController();
				controllers.push(controller);
				if (signal.aborted) controller.abort(signal.reason);
				running++;
				attempt(controller.signal).then(
					(result) => {
						if (--running === 0 || good(result)) win(controller, result);
						else other = { result, controller };
					},
					(error) => {
						if (--running > 0) return;
						if (other) win(other.controller, other.result);
						else reject(error);
					},
				);
			};
			timer = clock.setTimeout(() => {
				if (allowed()) begin();
			}, after);
			begin();
		});
	} finally {
		clock.clearTimeout(timer);
		signal.removeEventListener("abort", stopAll);
		// The body of the winner may not have been read yet.
		for (const controller of controllers) if (controller !== winner) controller.abort();
	}
}
