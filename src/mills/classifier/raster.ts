/** Decoded pixels: red, green, blue, a byte each, row by row from the top left. */
export interface Raster {
	readonly pixels: Uint8Array;
	readonly width: number;
	readonly height: number;
}

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
	const { pixels, width, height } = shrink(raster, block);
	const step = square.side / size / block;
	const cos = Math.cos(square.angle) * step;
	const sin = Math.sin(square.angle) * step;
	// The middle of a pixel lies at a half, on both sides.
	const middle = (size - 1) / 2;
	const left = square.x / block - 0.5 - middle * cos + middle * sin;
	const top = square.y / block - 0.5 - middle * sin - middle * cos;
	const { order, scale, offset } = tone;
	const [c0, c1, c2] = order;
	const [o0, o1, o2] = offset;
	const values = new Float32Array(size * size * 3);
	let at = 0;
	for (let row = 0; row < size; row++)
		for (let column = 0; column < size; column++, at += 3) {
			const x = left + column * cos - row * sin;
			const y = top + column * sin + row * cos;
			const x0 = Math.floor(x);
			const y0 = Math.floor(y);
			const right = x - x0;
			const down = y - y0;
			let first = 0;
			let second = 0;
			let third = 0;
			if (x0 >= 0 && y0 >= 0 && x0 + 1 < width && y0 + 1 < height) {
				// Nearly all pixels: without a question for each corner a quarter of the time is saved.
				const a = (y0 * width + x0) * 3;
				const b = a + width * 3;
				const above = (1 - right) * (1 - down);
				const aboveRight = right * (1 - down);
				const below = (1 - right) * down;
				const belowRight = right * down;
				const mix = (c: number) =>
					above * (pixels[a + c] as number) +
					aboveRight * (pixels[a + 3 + c] as number) +
					below * (pixels[b + c] as number) +
					belowRight * (pixels[b + 3 + c] as number);
				first = mix(c0);
				second = mix(c1);
				third = mix(c2);
			} else if (x > -1 && y > -1 && x < width && y < height)
				// At the rim; beyond the picture everything is black.
				for (let corner = 0; corner < 4; corner++) {
					const px = x0 + (corner & 1);
					const py = y0 + (corner >> 1);
					if (px < 0 || py < 0 || px >= width || py >= height) continue;
					const weight = (corner & 1 ? right : 1 - right) * (corner >> 1 ? down : 1 - down);
					const from = (py * width + px) * 3;
					first += weight * (pixels[from + c0] as number);
					second += weight * (pixels[from + c1] as number);
					third += weight * (pixels[from + c2] as number);
				}
			values[at] = first * scale + o0;
			values[at + 1] = second * scale + o1;
			values[at + 2] = third * scale + o2;
		}
	return values;
}

/** Each `block` × `block` pixels become one, their mean; what is left over at the right and below counts as it is. */
export function shrink(raster: Raster, block: number): Raster {
	if (block === 1) return raster;
	const width = Math.ceil(raster.width / block);
	const height = Math.ceil(raster.height / block);
	const pixels = new Uint8Array(width * height * 3);
	const sums = new Uint32Array(width * 3);
	for (let row = 0; row < height; row++) {
		sums.fill(0);
		const above = row * block;
		const below = Math.min(above + block, raster.height);
		for (let y = above; y < below; y++) addRow(raster, y, block, sums);
		for (let column = 0; column < width; column++) {
			const across = Math.min(block, raster.width - column * block);
			const count = across * (below - above);
			const to = (row * width + column) * 3;
			for (let channel = 0; channel < 3; channel++)
				pixels[to + channel] = ((sums[column * 3 + channel] as number) + (count >> 1)) / count;
		}
	}
	return { pixels, width, height };
}

function addRow({ pixels, width }: Raster, y: number, block: number, sums: Uint32Array): void {
	let from = y * width * 3;
	for (let left = 0, to = 0; left < width; left += block, to += 3)
		for (let x = left; x < left + block && x < width; x++, from += 3) {
			sums[to] = (sums[to] as number) + (pixels[from] as number);
			sums[to + 1] = (sums[to + 1] as number) + (pixels[from + 1] as number);
			sums[to + 2] = (sums[to + 2] as number) + (pixels[from + 2] as number);
		}
}
