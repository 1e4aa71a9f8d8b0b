import assert from "node:assert/strict";
import { test } from "node:test";
import "./no-telemetry.js";
import * as onnx from "onnxruntime-node";
import { probe as classifierProbe } from "../classifier/probe.js";
import { probe as translatorProbe } from "../translator/native/network.js";
import { goldenNumbers, KERNELS } from "./golden.js";

for (const kernel of Object.keys(KERNELS) as (keyof typeof KERNELS)[])
	test(`the golden tensors of ${kernel} give the same numbers each time, and these tell processors apart`, async () => {
		const bytes = await goldenNumbers(onnx, [kernel]);
		assert.deepEqual(await goldenNumbers(onnx, [kernel]), bytes);
		if (kernel === "integerConv") {
			const middle = bytes.filter((byte) => byte > 0 && byte < 255).length;
			assert.ok(middle > bytes.length / 4, "most numbers are not cut off");
			return;
		}
		const numbers = new Float32Array(Uint8Array.from(bytes).buffer);
		assert.ok(numbers.every(Number.isFinite));
		assert.ok(new Set(numbers).size > numbers.length / 2, "they are of many kinds");
	});

test("the probes of both mills return the same bytes each time", async () => {
	for (const probe of [classifierProbe, translatorProbe]) {
		const bytes = await probe();
		assert.ok(bytes.length > 10_000);
		assert.ok(Buffer.from(await probe()).equals(bytes));
	}
});
