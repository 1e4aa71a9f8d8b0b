import { type Raster, shrink } from "./raster.js";

/** A square that may be turned and may reach beyond the picture; in pixels of the picture, radians clockwise. */
export interface Square {
	readonly x: number;
	readonly y: number;
	readonly side: number;
	readonly angle: number;
}

/** How a channel becomes a number for a network: `value × scale + offset`, by channel, in the order that it wants. */
export interface Tone {
	readonly order: readonly [number, number, number];
	readonly scale: number;
	readonly offset: readonly [number, number, number];
}

/**
 * What a square shows, as `size` × `size` × 3 numbers. Where the square is larger than `size`, whole blocks of pixels are
 * averaged first: reading single pixels would turn fine patterns into noise, which a network takes for wrinkles.
 */
export function sample(raster: Raster, square: Square, size: number, tone: Tone): Float32Array {
	const block = Math.max(1, Math.floor(square.side / size));
	const small = shrink(raster, block);
	const step = square.side / size / block;
	const right = Math.cos(square.angle) * step;
	const down = Math.sin(square.angle) * step;
	// The middle of a pixel lies at a half, on both sides.
	const middle = (size - 1) / 2;
	const left = square.x / block - 0.5 - middle * right + middle * down;
	const top = square.y / block - 0.5 - middle * down - middle * right;
	const values = new Float32Array(size * size * 3);
	for (let row = 0; row < size; row++) {
		const line = { x: left - row * down, y: top + row * right, right, down };
		sampleLine(small, line, tone, values.subarray(row * size * 3, (row + 1) * size * 3));
	}
	return values;
}

/** Where a line of samples begins in a raster, and how far each lies from the one before. */
interface Line {
	readonly x: number;
	readonly y: number;
	readonly right: number;
	readonly down: number;
}

function sampleLine(raster: Raster, line: Line, tone: Tone, values: Float32Array): void {
	const count = values.length / 3;
	const [fromX, toX] = stretch(line.x, line.right, raster.width, count);
	const [fromY, toY] = stretch(line.y, line.down, raster.height, count);
	const from = Math.min(count, Math.max(fromX, fromY));
	const to = Math.max(from, Math.min(toX, toY));
	for (let i = 0; i < from; i++) sampleRim(raster, line, tone, values, i);
	sampleInside(raster, line, tone, values, from, to);
	for (let i = to; i < count; i++) sampleRim(raster, line, tone, values, i);
}

/** From which sample, up to but without which one, all surely have pixels on both sides along an axis. */
function stretch(start: number, step: number, length: number, count: number): [number, number] {
	const last = length - 1;
	if (Math.abs(step) < 1e-9) return start >= 1e-3 && start < last - 1e-3 ? [0, count] : [0, 0];
	const [a, b] = [-start / step, (last - start) / step];
	// A little less at either end: the sums are rounded, and the rim can be sampled anywhere.
	return [
		Math.max(0, Math.ceil(Math.min(a, b) + 1e-3)),
		Math.min(count, Math.floor(Math.max(a, b) - 1e-3) + 1),
	];
}

/** Nearly all samples: without a question for each corner, and in whole numbers, half of the time is saved. */
function sampleInside(
	{ pixels, width }: Raster,
	{ x, y, right, down }: Line,
	{ order: [c0, c1, c2], scale, offset: [o0, o1, o2] }: Tone,
	values: Float32Array,
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
		// Written out: a function for the three costs as much as all the rest.
		values[at] =
			(above * (pixels[a + c0] as number) +
				aboveRight * (pixels[a + 3 + c0] as number) +
				below * (pixels[b + c0] as number) +
				belowRight * (pixels[b + 3 + c0] as number)) *
				scale +
			o0;
		values[at + 1] =
			(above * (pixels[a + c1] as number) +
				aboveRight * (pixels[a + 3 + c1] as number) +
				below * (pixels[b + c1] as number) +
				belowRight * (pixels[b + 3 + c1] as number)) *
				scale +
			o1;
		values[at + 2] =
			(above * (pixels[a + c2] as number) +
				aboveRight * (pixels[a + 3 + c2] as number) +
				below * (pixels[b + c2] as number) +
				belowRight * (pixels[b + 3 + c2] as number)) *
				scale +
			o2;
	}
}

/** A sample at or beyond the rim: where there is no pixel everything is black. */
function sampleRim(
	{ pixels, width, height }: Raster,
	line: Line,
	{ order, scale, offset }: Tone,
	values: Float32Array,
	i: number,
): void {
	const x = line.x + i * line.right;
	const y = line.y + i * line.down;
	[values[i * 3], values[i * 3 + 1], values[i * 3 + 2]] = offset;
	if (x <= -1 || y <= -1 || x >= width || y >= height) return;
	const x0 = Math.floor(x);
	const y0 = Math.floor(y);
	for (let corner = 0; corner < 4; corner++) {
		const px = x0 + (corner & 1);
		const py = y0 + (corner >> 1);
		if (px < 0 || py < 0 || px >= width || py >= height) continue;
		const weight = (corner & 1 ? x - x0 : 1 - x + x0) * (corner >> 1 ? y - y0 : 1 - y + y0) * scale;
		order.forEach((channel, c) => {
			values[i * 3 + c] =
				(values[i * 3 + c] as number) + weight * (pixels[(py * width + px) * 3 + channel] as number);
		});
	}
}
