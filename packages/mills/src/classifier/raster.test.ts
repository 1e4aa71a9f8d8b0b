import assert from "node:assert/strict";
import { test } from "node:test";
import { shrink } from "./raster.js";

test("shrinking averages whole blocks, and smaller blocks at the edges", () => {
	const rows = [
		[0, 2, 4, 6, 9],
		[2, 4, 6, 8, 9],
		[10, 20, 30, 40, 50],
	];
	const raster = {
		pixels: Uint8Array.from(rows.flat().flatMap((v) => [v, 2 * v, 200])),
		width: 5,
		height: 3,
	};
	const { pixels, width, height } = shrink(raster, 2);
	assert.deepEqual([width, height], [3, 2]);
	const reds = [2, 6, 9, 15, 35, 50];
	assert.deepEqual(
		[...pixels],
		reds.flatMap((v) => [v, 2 * v, 200]),
	);
});
