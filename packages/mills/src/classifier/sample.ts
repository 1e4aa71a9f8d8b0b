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
	// `sampleInside` rounds positions: samples within a hundredth of a pixel of the edge are left to `sampleEdge`, which works for all.
	const [low, high] = [0.01, length - 1.01];
	if (Math.abs(step) < 1e-9) return start >= low && start < high ? [0, count] : [0, 0];
	const [a, b] = [(low - start) / step, (high - start) / step];
	return [Math.max(0, Math.ceil(Math.min(a, b))), Math.min(count, Math.floor(Math.max(a, b)) + 1)];
}

/** Positions are whole numbers of this part of a pixel, and weights of the part below: integers take 0.6 of the time of fractions. */
const PIXEL = 2 ** 16;

/** Handles nearly all samples, without bounds checks per corner. */
function sampleInside(
	{ pixels, width }: Raster,
	line: Line,
	values: Uint8ClampedArray,
	from: number,
	to: number,
): void {
	const right = Math.round(line.right * PIXEL);
	const down = Math.round(line.down * PIXEL);
	let x = Math.round((line.x + from * line.right) * PIXEL);
	let y = Math.round((line.y + from * line.down) * PIXEL);
	for (let at = from * 3; at < to * 3; at += 3, x += right, y += down) {
		const a = ((y >> 16) * width + (x >> 16)) * 3;
		const b = a + width * 3;
		// The weights of the four corners add up to 2 ** 16.
		const toRight = (x >> 8) & 255;
		const toBottom = (y >> 8) & 255;
		const belowRight = toRight * toBottom;
		const aboveRight = (toRight << 8) - belowRight;
		const below = (toBottom << 8) - belowRight;
		const above = 65536 - (toRight << 8) - below;
		// Written out: a function for the three channels would cost as much as everything else.
		values[at] =
			(above * (pixels[a] as number) +
				aboveRight * (pixels[a + 3] as number) +
				below * (pixels[b] as number) +
				belowRight * (pixels[b + 3] as number) +
				32768) >>
			16;
		values[at + 1] =
			(above * (pixels[a + 1] as number) +
				aboveRight * (pixels[a + 4] as number) +
				below * (pixels[b + 1] as number) +
				belowRight * (pixels[b + 4] as number) +
				32768) >>
			16;
		values[at + 2] =
			(above * (pixels[a + 2] as number) +
				aboveRight * (pixels[a + 5] as number) +
				below * (pixels[b + 2] as number) +
				belowRight * (pixels[b + 5] as number) +
				32768) >>
			16;
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
