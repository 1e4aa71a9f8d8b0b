import assert from "node:assert/strict";
import { test } from "node:test";
import { ageOf, averaged, FACE_INPUT, mirrored, rangeOf, scoreAgainIfUnsure } from "./face-network.js";
import type { Network } from "./networks.js";

/** Scores with these probabilities of ages. */
const scores = (shares: Record<number, number>, male = 0.5) => ({
	face: 1,
	male,
	lean: 0,
	ages: Float32Array.from({ length: 101 }, (_, age) => shares[age] ?? 0),
});

test("the age is the likeliest one, with the years around it", () => {
	assert.equal(ageOf(scores({ 34: 1 })), 34);
	assert.equal(ageOf(scores({ 0: 1 })), 0);
	assert.equal(ageOf(scores({ 100: 1 })), 100);
	// One year stands out, but more probability lies around another one.
	assert.equal(ageOf(scores({ 20: 0.2, 58: 0.15, 59: 0.15, 60: 0.2, 61: 0.15, 62: 0.15 })), 60);
	// The mean would be an age that is not likely at all.
	assert.equal(ageOf(scores({ 8: 0.6, 70: 0.4 })), 8);
});

test("the range leaves out the unlikely ages at both ends, and is never a single year", () => {
	const { from, to } = rangeOf(scores({ 5: 0.03, 30: 0.5, 35: 0.44, 90: 0.03 }));
	assert.ok(from > 22 && from < 30 && to > 35 && to < 43, `${from} to ${to}`);
	assert.deepEqual(rangeOf(scores({ 40: 1 })), { from: 35, to: 45 });
	assert.equal(rangeOf(scores({ 0: 1 })).from, 0);
	assert.equal(rangeOf(scores({ 100: 1 })).to, 100);
});

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
	const both = averaged(scores({ 20: 1 }, 0.2), scores({ 40: 1 }, 0.4));
	assert.ok(Math.abs(both.male - 0.3) < 1e-9);
	assert.deepEqual([both.ages[20], both.ages[40], both.ages[30]], [0.5, 0.5, 0]);
});

test("only a face of an unsure gender is looked at again", async () => {
	const looks: Uint8Array[] = [];
	const network: Network = {
		run: async (pixels) => {
			looks.push(pixels);
			return {
				face: Float32Array.of(1),
				male: Float32Array.of(0.25),
				ages: new Float32Array(101),
				up: Float32Array.of(1, 0),
			};
		},
	};
	const pixels = Uint8Array.from({ length: FACE_INPUT * FACE_INPUT * 3 }, (_, i) => i % 251);
	const sure = scores({ 30: 1 }, 0.9);
	assert.equal(await scoreAgainIfUnsure(network, pixels, sure), sure);
	assert.equal(looks.length, 0);
	const unsure = await scoreAgainIfUnsure(network, pixels, scores({ 30: 1 }, 0.55));
	assert.ok(Math.abs(unsure.male - 0.4) < 1e-6);
	assert.deepEqual(looks, [mirrored(pixels)]);
});
