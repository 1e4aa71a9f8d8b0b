import type { FromWorker } from "./messages.js";
import { CREDIT, type PartStream } from "./part-stream.js";
import type { PendingCall, WorkerSlot } from "./pending-call.js";

/** The messages of a worker about what flows in or out of a call that runs. A mill can forge them for its own calls only. */
type FlowMessage = Extract<FromWorker, { type: "part" | "took" | "progress" }>;

/** Lets the reader of a result in parts tell its worker what it has taken. */
export function connect(call: PendingCall, stream: PartStream, leave: () => void): void {
	stream.onStop = leave;
	stream.onTaken = (bytes) => {
		if (call.isSettled || call.state !== "begun") return;
		call.slot?.process.send({ type: "taken", id: call.id, bytes });
		setTime(call);
	};
}

/** Gives its input, if it is long, to the worker that has begun a call. */
export function feed(call: PendingCall, failed: (error: Error) => void): void {
	const { id, slot, input } = call;
	if (!slot || !input || call.isSettled) return;
	input.start({
		send: (content, isLast) => slot.process.send({ type: "input", id, content, isLast }),
		failed,
		changed: () => setTime(call),
	});
	setTime(call);
}

/** The time that a reader takes to read, or a sender to send, is not the mill's: its deadline stands still meanwhile. */
export function setTime({ stream, input, slot, state, isSettled }: PendingCall): void {
	if (state !== "begun") return;
	const isHeldUp = !isSettled && ((stream?.held ?? 0) >= CREDIT || input?.isWaiting);
	if (isHeldUp) slot?.deadline?.pause();
	else slot?.deadline?.resume();
}

/** Passes on a part or the progress of a result, or notes that input was taken. */
export function flowed(slot: WorkerSlot, message: FlowMessage): void {
	const call = slot.begunCall(message.id);
	if (!call) return;
	const { stream, input } = call;
	if (message.type === "progress") stream?.progress(message.done);
	else if (call.isSettled) return;
	else if (message.type === "took") {
		if (!input) return;
		input.took(message.bytes);
		// Whoever takes input makes progress.
		slot.deadline?.renew(call.deadline);
		setTime(call);
	} else if (stream && !slot.killReason) {
		// It has sent much more than it was allowed to.
		if (stream.held >= 2 * CREDIT) slot.process.kill();
		else stream.push(message.content);
		setTime(call);
	}
}
