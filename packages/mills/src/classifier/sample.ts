import { type Raster, shrink } from "./raster.js";

/** A square in pixels of the picture. It may be rotated (radians clockwise) and may extend beyond the picture. */
export interface Square {
	readonly x: number;
	readonly y: number;
	readonly side: number;
	readonly angle: number;
}

/**
 * Samples a square as `size` × `size` × 3 bytes, red, green and blue. If the square is at least twice as large as `size`, whole blocks of pixels are averaged
 * first: single pixels would turn fine patterns into noise, which a network mistakes for wrinkles.
 */
export function sample(raster: Raster, square: Square, size: number): Uint8Array {
	const block = Math.max(1, Math.floor(square.side / size));
	const small = shrink(raster, block);
	const step = square.side / size / block;
	const right = Math.cos(square.angle) * step;
	const down = Math.sin(square.angle) * step;
	// The centre of a pixel is at 0.5, in both the source and the result.
	const middle = (size - 1) / 2;
	const left = square.x / block - 0.5 - middle * right + middle * down;
	const top = square.y / block - 0.5 - middle * down - middle * right;
	// It rounds what is written to it.
	const values = new Uint8ClampedArray(size * size * 3);
	for (let row = 0; row < size; row++) {
		const line = { x: left - row * down, y: top + row * right, right, down };
		sampleLine(small, line, values.subarray(row * size * 3, (row + 1) * size * 3));
	}
	return new Uint8Array(values.buffer);
}

/** Where a line of samples starts in a raster, and the step from one sample to the next. */
interface Line {
	readonly x: number;
	readonly y: number;
	readonly right: number;
	readonly down: number;
}

function sampleLine(raster: Raster, line: Line, values: Uint8ClampedArray): void {
	const count = values.length / 3;
	const [fromX, toX] = insideRange(line.x, line.right, raster.width, count);
	const [fromY, toY] = insideRange(line.y, line.down, raster.height, count);
	const from = Math.min(count, Math.max(fromX, fromY));
	const to = Math.max(from, Math.min(toX, toY));
	for (let i = 0; i < from; i++) sampleEdge(raster, line, values, i);
	sampleInside(raster, line, values, from, to);
	for (let i = to; i < count; i++) sampleEdge(raster, line, values, i);
}

/** The range of samples (end exclusive) that certainly have pixels on both sides along one axis. */
function insideRange(start: number, step: number, length: number, count: number): [number, number] {
	const last = length - 1;
	if (Math.abs(step) < 1e-9) return start >= 1e-3 && start < last - 1e-3 ? [0, count] : [0, 0];
	const [a, b] = [-start / step, (last - start) / step];
	// Slightly shorter at both ends, because the sums are rounded. `sampleEdge` works for every sample.
	return [
		Math.max(0, Math.ceil(Math.min(a, b) + 1e-3)),
		Math.min(count, Math.floor(Math.max(a, b) - 1e-3) + 1),
	];
}

/** Handles nearly all samples. Without bounds checks per corner and with integer truncation, it takes half the time. */
function sampleInside(
	{ pixels, width }: Raster,
	{ x, y, right, down }: Line,
	values: Uint8ClampedArray,
	from: number,
	to: number,
): void {
	for (let i = from, at = from * 3; i < to; i++, at += 3) {
		const px = x + i * right;
		const py = y + i * down;
		const x0 = px | 0;
		const y0 = py | 0;
		const a = (y0 * width + x0) * 3;
		const b = a + width * 3;
		const belowRight = (px - x0) * (py - y0);
		const aboveRight = px - x0 - belowRight;
		const below = py - y0 - belowRight;
		const above = 1 - aboveRight - below - belowRight;
		// Written out: a function for the three channels would cost as much as everything else.
		values[at] =
			above * (pixels[a] as number) +
			aboveRight * (pixels[a + 3] as number) +
			below * (pixels[b] as number) +
			belowRight * (pixels[b + 3] as number);
		values[at + 1] =
			above * (pixels[a + 1] as number) +
			aboveRight * (pixels[a + 4] as number) +
			below * (pixels[b + 1] as number) +
			belowRight * (pixels[b + 4] as number);
		values[at + 2] =
			above * (pixels[a + 2] as number) +
			aboveRight * (pixels[a + 5] as number) +
			below * (pixels[b + 2] as number) +
			belowRight * (pixels[b + 5] as number);
	}
}

/** Handles a sample at or beyond the edge. Missing pixels are black. */
function sampleEdge(
	{ pixels, width, height }: Raster,
	line: Line,
	values: Uint8ClampedArray,
	i: number,
): void {
	const x = line.x + i * line.right;
	const y = line.y + i * line.down;
	if (x <= -1 || y <= -1 || x >= width || y >= height) return;
	const x0 = Math.floor(x);
	const y0 = Math.floor(y);
	for (let channel = 0; channel < 3; channel++) {
		let sum = 0;
		for (let corner = 0; corner < 4; corner++) {
			const px = x0 + (corner & 1);
			const py = y0 + (corner >> 1);
			if (px < 0 || py < 0 || px >= width || py >= height) continue;
			const weight = (corner & 1 ? x - x0 : 1 - x + x0) * (corner >> 1 ? y - y0 : 1 - y + y0);
			sum += weight * (pixels[(py * width + px) * 3 + channel] as number);
		}
		values[i * 3 + channel] = sum;
	}
}
