import type { LossReason, Observer } from "../../runtime/observer.js";
import type { RequestRecord, StreamCounts } from "../request-record.js";
import { CALLS, DURATIONS, Histogram, SIZES } from "./histogram.js";

/** The methods that become labels. All others are counted as "other". */
export const METHODS = ["GET", "HEAD", "POST", "QUERY", "OPTIONS", "PUT", "PATCH", "DELETE"] as const;
const OTHER_METHOD = "other";

/** The counters of one mill. */
export class MillMeter {
	/** By status and method. A numeric key costs a third of a text key. */
	readonly requests = new Map<number, number>();
	/** By problem code. */
	readonly refused = new Map<string, number>();
	/** When each problem of status 500 or above was last the answer, by its code: in seconds since 1970. */
	readonly failed = new Map<string, number>();
	readonly total = new Histogram(DURATIONS);
	readonly queue = new Histogram(DURATIONS);
	readonly run = new Histogram(DURATIONS);
	readonly batches = new Histogram(CALLS);
	readonly bytesIn = new Histogram(SIZES);
	readonly bytesOut = new Histogram(SIZES);
	/** Of results that come part by part. */
	readonly firstPart = new Histogram(DURATIONS);
	parts = 0;
	/** Streams that ended before their result was whole. */
	brokenStreams = 0;
	inFlight = 0;
	shared = 0;
	/** Refused because equal ones have killed workers. */
	killers = 0;
	/** In milliseconds. */
	heldBack = 0;
	inline = 0;
	/** Answered with a kept answer, and not found among them. */
	keptHits = 0;
	keptMisses = 0;
	/** CPU time of workers, in seconds. */
	cpu = 0;
}

/** Counts requests by mill. Only names of served mills become labels. */
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

	batched(mill: string, size: number): void {
		(this.mills.get(mill) ?? this.#none).batches.observe(size);
	}

	computed(mill: string, seconds: number): void {
		(this.mills.get(mill) ?? this.#none).cpu += seconds;
	}

	killerRefused(mill: string): void {
		(this.mills.get(mill) ?? this.#none).killers++;
	}

	heldBack(mill: string, milliseconds: number): void {
		(this.mills.get(mill) ?? this.#none).heldBack += milliseconds;
	}

	/** Counts a call that has begun. Each such call must be recorded at its end. */
	entered({ mill }: RequestRecord): void {
		(this.mills.get(mill) ?? this.#none).inFlight++;
	}

	record(record: RequestRecord): void {
		const { mill, passage, code, ended } = record;
		const meter = this.mills.get(mill) ?? this.#none;
		if (mill !== "") meter.inFlight--;
		// Its lines are its calls.
		if (record.lines) return;
		// An unknown method is at -1, so it has the remainder 0.
		const key = record.status * 16 + METHODS.indexOf(record.method as (typeof METHODS)[number]) + 1;
		meter.requests.set(key, (meter.requests.get(key) ?? 0) + 1);
		if (code !== undefined) {
			meter.refused.set(code, (meter.refused.get(code) ?? 0) + 1);
			if (record.status >= 500) meter.failed.set(code, Math.round(performance.timeOrigin + ended) / 1_000);
		}
		meter.total.observe((ended - record.began) / 1_000);
		meter.bytesIn.observe(record.bytesIn);
		meter.bytesOut.observe(record.bytesOut);
		if (record.stream) countStream(meter, record, record.stream);
		if (record.kept === "hit") meter.keptHits++;
		else if (record.kept === "miss") meter.keptMisses++;
		if (passage?.lane === undefined) return;
		if (passage.lane === "inline") meter.inline++;
		else if (passage.lane === "shared") meter.shared++;
		meter.queue.observe(passage.waited(ended) / 1_000);
		const ran = passage.ran(ended);
		if (ran !== undefined) meter.run.observe(ran / 1_000);
	}
}

function countStream(
	meter: MillMeter,
	{ began, status }: RequestRecord,
	{ parts, times }: StreamCounts,
): void {
	meter.parts += parts;
	const [first] = times;
	if (first) meter.firstPart.observe((first.at - began) / 1_000);
	if (status !== 200) meter.brokenStreams++;
}

/** The labels that a key stands for. */
export function requestLabels(key: number): { readonly method: string; readonly status: string } {
	return { method: METHODS[(key % 16) - 1] ?? OTHER_METHOD, status: String(Math.floor(key / 16)) };
}
