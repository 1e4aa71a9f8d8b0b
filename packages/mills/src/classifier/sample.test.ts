import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Raster } from "./raster.js";
import { type Square, sample } from "./sample.js";

/** Red increases to the right, green increases downwards, blue is constant. */
function ramp(width: number, height: number): Raster {
	const pixels = new Uint8Array(width * height * 3);
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) pixels.set([x, y, 200], (y * width + x) * 3);
	return { pixels, width, height };
}

/** Samples are rounded to bytes. */
const near = (actual: number | undefined, expected: number, slack = 0.501) =>
	assert.ok(Math.abs((actual ?? Number.NaN) - expected) <= slack, `${actual} instead of ${expected}`);

test("a square of the picture's size gives the picture", () => {
	const picture = ramp(8, 8);
	const values = sample(picture, { x: 4, y: 4, side: 8, angle: 0 }, 8);
	assert.deepEqual([...values], [...picture.pixels]);
});

test("everything outside the picture is black", () => {
	const values = sample(ramp(4, 4), { x: 2, y: 2, side: 12, angle: 0 }, 12);
	assert.deepEqual([...values.subarray(0, 3)], [0, 0, 0]);
	assert.equal(values[(5 * 12 + 5) * 3 + 2], 200);
});

test("a quarter turn swaps the axes", () => {
	const values = sample(ramp(8, 8), { x: 4, y: 4, side: 8, angle: Math.PI / 2 }, 8);
	for (let row = 0; row < 8; row++)
		for (let column = 0; column < 8; column++) {
			near(values[(row * 8 + column) * 3], 7 - row);
			near(values[(row * 8 + column) * 3 + 1], column);
		}
});

test("a large square is averaged before it is sampled", () => {
	const width = 64;
	const pixels = Uint8Array.from({ length: width * width * 3 }, (_, i) => (Math.floor(i / 3) % 2) * 255);
	const values = sample({ pixels, width, height: width }, { x: 32, y: 32, side: 64, angle: 0 }, 16);
	for (const value of values) near(value, 128);
});

/** The slow reference: one sample at a time, with a bounds check for each corner. */
function sampleSlowly({ pixels, width, height }: Raster, x: number, y: number, channel: number): number {
	const at = (column: number, row: number) =>
		column < 0 || row < 0 || column >= width || row >= height
			? 0
			: (pixels[(row * width + column) * 3 + channel] ?? 0);
	const [x0, y0] = [Math.floor(x), Math.floor(y)];
	const above = at(x0, y0) * (1 - x + x0) + at(x0 + 1, y0) * (x - x0);
	const below = at(x0, y0 + 1) * (1 - x + x0) + at(x0 + 1, y0 + 1) * (x - x0);
	return above * (1 - y + y0) + below * (y - y0);
}

/** Compares the samples of a square, in every row or in some, with those of a plain loop. Weights are parts of 256. */
function checkSamples(picture: Raster, square: Square, size: number, step = 1): void {
	const { x, y, side, angle } = square;
	const values = sample(picture, square, size);
	const [cos, sin] = [(Math.cos(angle) * side) / size, (Math.sin(angle) * side) / size];
	for (let row = 0; row < size; row += step)
		for (let column = 0; column < size; column++) {
			const [right, down] = [column - (size - 1) / 2, row - (size - 1) / 2];
			const px = x - 0.5 + right * cos - down * sin;
			const py = y - 0.5 + right * sin + down * cos;
			for (let channel = 0; channel < 3; channel++)
				near(values[(row * size + column) * 3 + channel], sampleSlowly(picture, px, py, channel), 0.52);
		}
}

test("a long line of samples ends where it should, up to the last pixel", () => {
	const picture = ramp(200, 150);
	const size = 256;
	fc.assert(
		fc.property(
			fc.double({ min: 60, max: 140, noNaN: true }),
			fc.double({ min: 60, max: 90, noNaN: true }),
			fc.double({ min: 100, max: 260, noNaN: true }),
			fc.oneof(fc.constant(0), fc.double({ min: -4, max: 4, noNaN: true })),
			(x, y, side, angle) => {
				checkSamples(picture, { x, y, side, angle }, size, 15);
			},
		),
		{ numRuns: 40 },
	);
});

test("for every position and angle of the square, each sample is the weighted mean of its four pixels", () => {
	const picture = ramp(20, 13);
	const size = 9;
	const place = fc.double({ min: -25, max: 40, noNaN: true });
	fc.assert(
		fc.property(
			place,
			place,
			// Smaller than twice the size, so that nothing is averaged first.
			fc.double({ min: 0.5, max: 2 * size - 0.01, noNaN: true }),
			fc.oneof(fc.constantFrom(0, Math.PI / 2, Math.PI), fc.double({ min: -4, max: 4, noNaN: true })),
			(x, y, side, angle) => {
				checkSamples(picture, { x, y, side, angle }, size);
			},
		),
		{ numRuns: 500 },
	);
});
