import assert from "node:assert/strict";
import { test } from "node:test";
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
