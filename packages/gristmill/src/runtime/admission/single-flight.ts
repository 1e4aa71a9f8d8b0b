import { CallerGone } from "../failures.js";
import type { CallTimings } from "./call-timings.js";

interface Flight<T> {
	readonly result: Promise<T>;
	readonly abort: AbortController;
	/** The timings of the call that started it. */
	readonly leader: CallTimings | undefined;
	callers: number;
}

/** Computes equal calls once while they run. It is not a cache: the next equal call is computed again. */
export class SingleFlight<T> {
	readonly #flights = new Map<string, Flight<T>>();
	readonly #landed: (result: T, callers: number) => void;

	/** `landed` is called with each result and the number of callers that are about to get it. */
	constructor(landed: (result: T, callers: number) => void = () => {}) {
		this.#landed = landed;
	}

	/** Joins the flight with this key, or starts it. A flight is cancelled when its last caller is gone. */
	join(
		key: string,
		signal: AbortSignal,
		start: (signal: AbortSignal) => Promise<T>,
		timings?: CallTimings,
	): Promise<T> {
		if (signal.aborted) return Promise.reject(new CallerGone());
		let flight = this.#flights.get(key);
		if (!flight) flight = this.#start(key, start, timings);
		else if (timings) {
			timings.lane = "shared";
			timings.leader = flight.leader;
		}
		return this.#join(key, flight, signal);
	}

	#start(
		key: string,
		start: (signal: AbortSignal) => Promise<T>,
		leader: CallTimings | undefined,
	): Flight<T> {
		const abort = new AbortController();
		const flight: Flight<T> = { result: start(abort.signal), abort, leader, callers: 0 };
		this.#flights.set(key, flight);
		flight.result.then(
			(result) => {
				this.#remove(key, flight);
				this.#landed(result, flight.callers);
			},
			() => this.#remove(key, flight),
		);
		return flight;
	}

	#join(key: string, flight: Flight<T>, signal: AbortSignal): Promise<T> {
		flight.callers++;
		return new Promise((resolve, reject) => {
			const leave = () => {
				reject(new CallerGone());
				if (--flight.callers > 0) return;
				// A new caller must not join a flight that is about to be cancelled.
				this.#remove(key, flight);
				flight.abort.abort();
			};
			signal.addEventListener("abort", leave, { once: true });
			flight.result.finally(() => signal.removeEventListener("abort", leave)).then(resolve, reject);
		});
	}

	#remove(key: string, flight: Flight<T>): void {
		if (this.#flights.get(key) === flight) this.#flights.delete(key);
	}
}
