import assert from "node:assert/strict";
import { test } from "node:test";
import { Crash } from "../failures.js";
import { PartStream } from "./part-stream.js";

test("the last progress is told, although the end has come with it", async () => {
	const stream = new PartStream();
	stream.push(Buffer.from("one"));
	stream.progress(0.5);
	stream.progress(1);
	stream.end();
	const steps: unknown[] = [];
	for await (const step of stream.read()) steps.push(typeof step === "number" ? step : step.toString());
	assert.deepEqual(steps, ["one", 1]);
});

async function read(stream: PartStream): Promise<string> {
	let text = "";
	for await (const piece of stream.read()) text += piece.toString();
	return text;
}

/** A stream whose first computation was lost after these bytes. */
function lostAfter(text: string) {
	const stream = new PartStream();
	const events: unknown[] = [];
	stream.onTaken = (bytes) => events.push(bytes);
	stream.onStop = () => events.push("stop");
	stream.push(Buffer.from(text));
	stream.restart();
	return { stream, events };
}

test("what came before a worker was lost is left out when it comes again, in whatever pieces", async () => {
	const { stream, events } = lostAfter("one two");
	for (const piece of ["on", "e t", "wo three"]) stream.push(Buffer.from(piece));
	stream.end();
	assert.equal(await read(stream), "one two three");
	assert.deepEqual(events, [2, 3, 2, 13], "room for what came again is given back at once");
});

test("a result that is computed again and is shorter than what was sent fails: its reader has half of another one", async () => {
	const { stream } = lostAfter("one two three");
	stream.push(Buffer.from("one two"));
	stream.end();
	await assert.rejects(read(stream), Crash);
});

test("a result that is computed again with other bytes fails, and is not computed further", async () => {
	const { stream, events } = lostAfter("one two");
	stream.push(Buffer.from("one"));
	stream.push(Buffer.from(" 2wo and more"));
	assert.deepEqual(events, [3, "stop"]);
	stream.push(Buffer.from(" and more"));
	stream.end();
	await assert.rejects(read(stream), /^Crash: the mill gave another result when it was computed again/);
});

test("a result that is lost twice is compared from its beginning", async () => {
	const { stream } = lostAfter("one two");
	stream.push(Buffer.from("one"));
	stream.restart();
	stream.push(Buffer.from("one two three"));
	stream.end();
	assert.equal(await read(stream), "one two three");
});
