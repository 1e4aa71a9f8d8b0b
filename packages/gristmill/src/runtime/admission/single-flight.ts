import { BusyMap } from "../../core/busy-map.js";
import { Cancellation, type Departure } from "../cancellation.js";
import { CallerGone } from "../failures.js";
import type { RunTimes } from "./call-timings.js";

/** A call that runs, and its result. */
export interface Computation<T> {
	readonly times: RunTimes;
	readonly result: Promise<T>;
}

interface Flight<T> {
	readonly cancellation: Cancellation;
	readonly times: RunTimes;
	readonly passengers: Set<Passenger<T>>;
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
		start: (callers: Departure) => Computation<T>,
	): Computation<T> & { readonly isShared: boolean } {
		const known = this.#flights.get(key);
		if (caller.aborted)
			return { times: { begun: 0, done: 0 }, result: Promise.reject(new CallerGone()), isShared: false };
		const flight = known ?? this.#start(key, start);
		return { times: flight.times, result: this.#board(key, flight, caller), isShared: known !== undefined };
	}

	#start(key: string, start: (callers: Departure) => Computation<T>): Flight<T> {
		const cancellation = new Cancellation();
		const { times, result } = start(cancellation);
		const flight: Flight<T> = { cancellation, times, passengers: new Set() };
		this.#flights.set(key, flight);
		result.then(
			(result) => {
				this.#landed(result, flight.passengers.size);
				this.#end(key, flight, ({ resolve }) => resolve(result));
			},
			(error: unknown) => this.#end(key, flight, ({ reject }) => reject(error)),
		);
		return flight;
	}

	#end(key: string, flight: Flight<T>, tell: (passenger: Passenger<T>) => void): void {
		this.#remove(key, flight);
		for (const passenger of flight.passengers) {
			passenger.caller.removeEventListener("abort", passenger.leave);
			tell(passenger);
		}
	}

	#board(key: string, flight: Flight<T>, caller: Departure): Promise<T> {
		return new Promise((resolve, reject) => {
			const leave = () => {
				flight.passengers.delete(passenger);
				reject(new CallerGone());
				if (flight.passengers.size > 0) return;
				// A new caller must not join a flight that is about to be cancelled.
				this.#remove(key, flight);
				flight.cancellation.abort();
			};
			const passenger = { caller, leave, resolve, reject };
			flight.passengers.add(passenger);
			caller.addEventListener("abort", leave, { once: true });
		});
	}

	#remove(key: string, flight: Flight<T>): void {
		if (this.#flights.get(key) === flight) this.#flights.delete(key);
	}
}
