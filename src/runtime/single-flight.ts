import { Gone } from "./gone.js";
import type { Passage } from "./passage.js";

interface Flight<T> {
	readonly result: Promise<T>;
	readonly abort: AbortController;
	/** The times of the call that it was started for. */
	readonly leader: Passage | undefined;
	passengers: number;
}

/** Computes equal calls once while they are under way. Nothing is kept: the next one computes again. */
export class SingleFlight<T> {
	readonly #flights = new Map<string, Flight<T>>();
	/** How many callers were given what was computed for another. */
	shared = 0;

	/** Joins the flight of this key or starts it. Only when its last caller has gone is it cancelled. */
	join(
		key: string,
		signal: AbortSignal,
		start: (signal: AbortSignal) => Promise<T>,
		passage?: Passage,
	): Promise<T> {
		if (signal.aborted) return Promise.reject(new Gone());
		let flight = this.#flights.get(key);
		if (!flight) flight = this.#takeOff(key, start, passage);
		else {
			this.shared++;
			if (passage) {
				passage.lane = "shared";
				passage.leader = flight.leader;
			}
		}
		return this.#board(key, flight, signal);
	}

	#takeOff(key: string, start: (signal: AbortSignal) => Promise<T>, leader: Passage | undefined): Flight<T> {
		const abort = new AbortController();
		const flight: Flight<T> = { result: start(abort.signal), abort, leader, passengers: 0 };
		this.#flights.set(key, flight);
		const land = () => {
			if (this.#flights.get(key) === flight) this.#flights.delete(key);
		};
		flight.result.then(land, land);
		return flight;
	}

	#board(key: string, flight: Flight<T>, signal: AbortSignal): Promise<T> {
		flight.passengers++;
		return new Promise((resolve, reject) => {
			const leave = () => {
				reject(new Gone());
				if (--flight.passengers > 0) return;
				// A new caller must not board what is about to be cancelled.
				if (this.#flights.get(key) === flight) this.#flights.delete(key);
				flight.abort.abort();
			};
			signal.addEventListener("abort", leave, { once: true });
			flight.result.finally(() => signal.removeEventListener("abort", leave)).then(resolve, reject);
		});
	}
}
