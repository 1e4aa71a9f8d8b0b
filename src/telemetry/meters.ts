import type { LossReason, Observer } from "../runtime/observer.js";
import { DURATIONS, Histogram, SIZES } from "./histogram.js";
import type { Visit } from "./visit.js";

/** The methods that become labels; whatever else a caller invents is counted as one. */
export const METHODS = ["GET", "HEAD", "POST", "QUERY", "OPTIONS", "PUT", "PATCH", "DELETE"] as const;
export const OTHER_METHOD = "other";

/** What is counted of one mill. */
export class MillMeter {
	/** By status and method: a number as key costs a third of a text. */
	readonly requests = new Map<number, number>();
	/** By problem code. */
	readonly refused = new Map<string, number>();
	readonly total = new Histogram(DURATIONS);
	readonly queue = new Histogram(DURATIONS);
	readonly run = new Histogram(DURATIONS);
	readonly bytesIn = new Histogram(SIZES);
	readonly bytesOut = new Histogram(SIZES);
	inFlight = 0;
	shared = 0;
	inline = 0;
}

/** Counts requests by mill: the only names that become labels are those of the mills that are served. */
export class Meters implements Observer {
	readonly mills: ReadonlyMap<string, MillMeter>;
	readonly losses = new Map<LossReason, number>();
	readonly #none = new MillMeter();

	constructor(names: readonly string[]) {
		this.mills = new Map([["", this.#none], ...names.map((name) => [name, new MillMeter()] as const)]);
	}

	workerLost(reason: LossReason): void {
		this.losses.set(reason, (this.losses.get(reason) ?? 0) + 1);
	}

	/** A call of this mill has come; each that has come is recorded in the end. */
	entered({ mill }: Visit): void {
		this.#of(mill).inFlight++;
	}

	record(visit: Visit): void {
		const { mill, passage, code, ended } = visit;
		const meter = this.#of(mill);
		const key = requestKey(visit.status, visit.method);
		meter.requests.set(key, (meter.requests.get(key) ?? 0) + 1);
		if (code !== undefined) meter.refused.set(code, (meter.refused.get(code) ?? 0) + 1);
		meter.total.observe((ended - visit.began) / 1_000);
		meter.bytesIn.observe(visit.bytesIn);
		meter.bytesOut.observe(visit.bytesOut);
		if (mill !== "") meter.inFlight--;
		if (passage?.lane === undefined) return;
		if (passage.lane === "inline") meter.inline++;
		else if (passage.lane === "shared") meter.shared++;
		meter.queue.observe(passage.waited(ended) / 1_000);
		const ran = passage.ran(ended);
		if (ran !== undefined) meter.run.observe(ran / 1_000);
	}

	#of(mill: string): MillMeter {
		return this.mills.get(mill) ?? this.#none;
	}
}

function requestKey(status: number, method: string): number {
	// An unknown method is at -1, so it has the remainder 0.
	return status * 16 + METHODS.indexOf(method as (typeof METHODS)[number]) + 1;
}

/** The labels that a key stands for. */
export function requestLabels(key: number): { readonly method: string; readonly status: string } {
	return { method: METHODS[(key % 16) - 1] ?? OTHER_METHOD, status: String(Math.floor(key / 16)) };
}
