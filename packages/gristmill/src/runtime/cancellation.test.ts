import assert from "node:assert/strict";
import { test } from "node:test";
import { Cancellation } from "./cancellation.js";

test("each listener is called once, in order, and removed ones are not", () => {
	const cancellation = new Cancellation();
	const called: string[] = [];
	const removed = () => called.push("removed");
	cancellation.addEventListener("abort", () => called.push("first"));
	cancellation.addEventListener("abort", removed);
	cancellation.addEventListener("abort", () => called.push("last"));
	cancellation.removeEventListener("abort", removed);
	assert.equal(cancellation.aborted, false);
	cancellation.abort();
	cancellation.abort();
	assert.equal(cancellation.aborted, true);
	assert.deepEqual(called, ["first", "last"]);
});

test("its signal is aborted with it, whenever it was made", () => {
	const cancellation = new Cancellation();
	const early = cancellation.signal();
	assert.equal(early.aborted, false);
	cancellation.abort();
	assert.equal(early.aborted, true);
	const late = new Cancellation();
	late.abort();
	assert.equal(late.signal().aborted, true);
});

test("it is cancelled by a signal, now or later", () => {
	assert.equal(Cancellation.by(AbortSignal.abort()).aborted, true);
	const controller = new AbortController();
	const cancellation = Cancellation.by(controller.signal);
	assert.equal(cancellation.aborted, false);
	controller.abort();
	assert.equal(cancellation.aborted, true);
});
