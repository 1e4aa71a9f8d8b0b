import assert from "node:assert/strict";
import { test } from "node:test";
import { ageOf, averaged, FACE_INPUT, mirrored } from "./face-network.js";

test("a mirrored square has each line from right to left, with its colours in order", () => {
	const pixels = Uint8Array.from({ length: FACE_INPUT * FACE_INPUT * 3 }, (_, i) => (i * 7) % 251);
	const mirror = mirrored(pixels);
	const at = (of: Uint8Array, x: number, y: number) => [
		...of.subarray((y * FACE_INPUT + x) * 3, (y * FACE_INPUT + x) * 3 + 3),
	];
	for (const [x, y] of [
		[0, 0],
		[1, 0],
		[FACE_INPUT - 1, 3],
		[5, FACE_INPUT - 1],
	] as const)
		assert.deepEqual(at(mirror, x, y), at(pixels, FACE_INPUT - 1 - x, y));
	assert.deepEqual(mirrored(mirror), pixels);
});

test("two looks are averaged by their probabilities", () => {
	const certain = (age: number) => Float32Array.from({ length: 101 }, (_, i) => (i === age ? 1 : 0));
	const a = { face: 1, male: 0.2, lean: 0.1, ages: certain(20) };
	const b = { face: 1, male: 0.4, lean: -0.1, ages: certain(40) };
	const both = averaged(a, b);
	assert.ok(Math.abs(both.male - 0.3) < 1e-9);
	assert.deepEqual([both.ages[20], both.ages[40], both.ages[30]], [0.5, 0.5, 0]);
	assert.equal(ageOf(both), 30);
});
