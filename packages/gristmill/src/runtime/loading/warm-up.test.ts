import assert from "node:assert/strict";
import { test } from "node:test";
import { defineMill, Type, text } from "../../index.js";
import { makeReady } from "../ready-mill.js";
import { warmUp } from "./warm-up.js";

/** A mill that notes what it computes: the inputs, and the size to which it would pad them. */
function notingMill(warm: boolean, tooLarge = Number.POSITIVE_INFINITY) {
	const seen: [inputs: string, batchSize: number][] = [];
	const mill = defineMill({
		name: "letter-counter",
		version: "1.0.0",
		summary: "Counts letters.",
		input: { "text/plain": text() },
		parameters: Type.Object({ of: Type.String({ default: "" }) }),
		output: Type.Object({ letters: Type.Integer() }),
		examples: [
			{ input: "a", output: { letters: 1 } },
			{ input: "bc", output: { letters: 2 } },
			{ input: "x", parameters: { of: "x" }, output: { letters: 1 } },
		],
		batch: { sizes: [1, 3, 8], warm },
		run: (input, { batchSize }) => {
			seen.push([input, batchSize]);
			return { letters: input.length };
		},
		runBatch: (inputs, { batchSize }) => {
			if (inputs.length >= tooLarge) throw new Error("no room");
			seen.push([inputs.join(" "), batchSize]);
			return inputs.map((input) => ({ letters: input.length }));
		},
	});
	return { mill, seen };
}

test("a mill is warmed up with one batch of each size, which repeats the examples with equal parameters", async () => {
	const { mill, seen } = notingMill(true);
	await warmUp(await makeReady(mill));
	assert.deepEqual(seen, [
		["a", 1],
		["a bc a", 3],
		["a bc a bc a bc a bc", 8],
	]);
});

test("a mill that does not ask for it is not warmed up", async () => {
	const { mill, seen } = notingMill(false);
	await warmUp(await makeReady(mill));
	assert.deepEqual(seen, []);
});

test("the error of a warm-up names the batch size that failed", async () => {
	const { mill } = notingMill(true, 8);
	await assert.rejects(
		warmUp(await makeReady(mill)),
		/^Error: A batch of 8 examples failed when it was warmed up: .*no room/,
	);
});
