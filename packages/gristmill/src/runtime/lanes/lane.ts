import type { Content } from "../../codecs/encode.js";
import { CLOCK, type Clock } from "../../core/clock.js";
import { nextTurn, TURN_MS } from "../../core/in-slices.js";
import type { CallTimings, LaneName } from "../admission/call-timings.js";
import type { Utilisation } from "../admission/utilisation.js";
import { Cancellation } from "../cancellation.js";
import { CallerGone } from "../failures.js";
import { type ExampleResult, examine } from "../loading/examine.js";
import type { Dependence } from "../loading/examine-together.js";
import { type Call, isRaw, type MaybePromise, perform } from "../perform.js";
import { performParts } from "../perform-parts.js";
import type { ArrivingBytes } from "../pool/arriving.js";
import { CREDIT, PartStream, type Piece } from "../pool/part-stream.js";
import type { ReadyMill } from "../ready-mill.js";
import { ProcessUse } from "./process-use.js";

/** The result of a call. Large bytes of a worker may still be arriving. */
export type Result = Content | ArrivingBytes;

/** Where the calls of a mill run. */
export interface Lane {
	readonly digest: string;
	/** Runs a call and records its times. */
	run(call: Call, caller: Cancellation, timings: CallTimings): MaybePromise<Result>;
	/** Whether it would run on the event loop, because calls of its size have proved cheap. */
	isQuick(call: Call): boolean;
	/** Runs a call whose result is wanted part by part, or whose input comes in `pieces`, or both. */
	stream(
		call: Call,
		caller: Cancellation,
		timings: CallTimings,
		pieces?: AsyncIterable<Uint8Array>,
	): AsyncGenerator<Piece, void, void>;
	/** Runs the mill's examples where its calls run: all, or those in `order`. Without any, the mill is still loaded. */
	examine(order?: readonly number[]): Promise<readonly ExampleResult[]>;
	/** Runs them in batches, if calls run in batches. Returns the answers that depend on their company. */
	examineTogether(): Promise<readonly Dependence[]>;
	/** Why no worker can run it; undefined if one can, as far as is known. */
	outOfService(): string | undefined;
	/** The number of calls that wait for a worker. */
	waiting(): number;
	/** How busy its workers are; undefined if its calls run in this process. */
	utilisation(): Utilisation | undefined;
}

/** The lane of a mill that was given as an object: it runs in this process. */
export function inProcessLane(ready: ReadyMill, digest: string): Lane {
	return {
		digest,
		run: (call, caller, timings) => performHere("process", ready, call, caller, timings),
		isQuick: () => false,
		stream: (call, caller, timings, pieces) => streamHere(ready, call, caller, timings, pieces),
		examine: (order) => examine(ready, order),
		// Here calls never run together.
		examineTogether: async () => [],
		outOfService: () => undefined,
		waiting: () => 0,
		utilisation: () => undefined,
	};
}

/** Runs a call in this process and gives its result part by part. */
function streamHere(
	ready: ReadyMill,
	call: Call,
	caller: Cancellation,
	timings: CallTimings,
	pieces?: AsyncIterable<Uint8Array>,
): AsyncGenerator<Piece, void, void> {
	const stream = new PartStream();
	const cancellation = new Cancellation();
	const use = ProcessUse.of(ready);
	let isOver = false;
	let wake = () => {};
	stream.onTaken = () => wake();
	stream.onStop = () => {
		isOver = true;
		cancellation.abort();
		wake();
	};
	const leave = () => {
		stream.onStop();
		stream.fail(new CallerGone());
	};
	timings.lane = "process";
	const begun = CLOCK.now();
	timings.times = { begun, done: 0 };
	const pump = async () => {
		while (use.copying) await use.copying;
		use.enter();
		try {
			const parts = performParts(
				ready,
				call,
				() => cancellation.signal(),
				(done) => stream.progress(done),
				pieces,
			);
			let turned = CLOCK.now();
			for await (const piece of parts) {
				stream.push(piece);
				while (stream.held >= CREDIT && !isOver)
					await new Promise<void>((resolve) => {
						wake = resolve;
					});
				// Other calls, and the departure of this caller, are not kept waiting by a mill that never waits.
				if (CLOCK.now() - turned >= TURN_MS) {
					await nextTurn();
					turned = CLOCK.now();
				}
				if (isOver) break;
			}
			stream.end();
		} catch (error) {
			stream.fail(error as Error);
		}
		use.leave();
		caller.removeEventListener("abort", leave);
		timings.times = { begun, done: CLOCK.now() };
	};
	if (caller.aborted) leave();
	else {
		caller.addEventListener("abort", leave);
		void pump();
	}
	return stream.read();
}

/** Runs a call in this process and records its times. `onDone` is called with how long it took, also if it failed. */
export function performHere(
	lane: LaneName,
	ready: ReadyMill,
	call: Call,
	caller: Cancellation,
	timings: CallTimings,
	onDone?: (milliseconds: number) => void,
	clock: Clock = CLOCK,
): MaybePromise<Result> {
	const use = ProcessUse.of(ready);
	if (use.copying)
		return use.copying.then(() => performHere(lane, ready, call, caller, timings, onDone, clock));
	use.enter();
	timings.lane = lane;
	const begun = clock.now();
	timings.times = { begun, done: 0 };
	const end = () => {
		use.leave();
		const done = clock.now();
		timings.times = { begun, done };
		onDone?.(done - begun);
	};
	const owned = (content: Content) => {
		end();
		return typeof content !== "string" && isRaw(ready, call) ? use.copy(content, caller) : content;
	};
	const failed = (error: unknown) => {
		end();
		throw error;
	};
	let content: MaybePromise<Content>;
	try {
		content = perform(ready, call, () => caller.signal());
	} catch (error) {
		return failed(error);
	}
	return content instanceof Promise ? content.then(owned, failed) : owned(content);
}
