import { BusyMap } from "../../core/busy-map.js";
import { Cancellation, type Departure } from "../cancellation.js";
import { CallerGone } from "../failures.js";
import type { CallTimings } from "./call-timings.js";

interface Flight<T> {
	readonly cancellation: Cancellation;
	/** The timings of the call that started it. */
	readonly leader: CallTimings | undefined;
	readonly passengers: Passenger<T>[];
	/** The number of passengers that have not left. */
	callers: number;
}

/** A caller of a flight. */
interface Passenger<T> {
	readonly caller: Departure;
	readonly leave: () => void;
	readonly resolve: (result: T) => void;
	readonly reject: (reason: unknown) => void;
}

/** Computes equal calls once while they run. It is not a cache: the next equal call is computed again. */
export class SingleFlight<T> {
	readonly #flights = new BusyMap<string, Flight<T>>();
	readonly #landed: (result: T, callers: number) => void;

	/** `landed` is called with each result and the number of callers that are about to get it. */
	constructor(landed: (result: T, callers: number) => void = () => {}) {
		this.#landed = landed;
	}

	/** Joins the flight with this key, or starts it. A flight is cancelled when its last caller is gone. */
	join(
		key: string,
		caller: Departure,
		start: (callers: Departure) => Promise<T>,
		timings?: CallTimings,
	): Promise<T> {
		if (caller.aborted) return Promise.reject(new CallerGone());
		let flight = this.#flights.get(key);
		if (!flight) flight = this.#start(key, start, timings);
		else if (timings) {
			timings.lane = "shared";
			timings.leader = flight.leader;
		}
		return this.#join(key, flight, caller);
	}

	#start(key: string, start: (callers: Departure) => Promise<T>, leader: CallTimings | undefined): Flight<T> {
		const cancellation = new Cancellation();
		const flight: Flight<T> = { cancellation, leader, passengers: [], callers: 0 };
		const result = start(cancellation);
		this.#flights.set(key, flight);
		result.then(
			(result) => {
				this.#remove(key, flight);
				this.#landed(result, flight.callers);
				for (const { caller, leave, resolve } of flight.passengers) {
					caller.removeEventListener("abort", leave);
					resolve(result);
				}
			},
			(error: unknown) => {
				this.#remove(key, flight);
				for (const { caller, leave, reject } of flight.passengers) {
					caller.removeEventListener("abort", leave);
					reject(error);
				}
			},
		);
		return flight;
	}

	#join(key: string, flight: Flight<T>, caller: Departure): Promise<T> {
		flight.callers++;
		return new Promise((resolve, reject) => {
			const leave = () => {
				// It stays among the passengers: what it gets later has no effect.
				reject(new CallerGone());
				if (--flight.callers > 0) return;
				// A new caller must not join a flight that is about to be cancelled.
				this.#remove(key, flight);
				flight.cancellation.abort();
			};
			flight.passengers.push({ caller, leave, resolve, reject });
			caller.addEventListener("abort", leave, { once: true });
		});
	}

	#remove(key: string, flight: Flight<T>): void {
		if (this.#flights.get(key) === flight) this.#flights.delete(key);
	}
}
