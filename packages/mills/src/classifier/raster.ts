/** Decoded pixels: one byte each for red, green and blue, row by row from the top left. */
export interface Raster {
	readonly pixels: Uint8Array;
	readonly width: number;
	readonly height: number;
}

/** Replaces each block of `block` × `block` pixels by its mean. Blocks at the right and bottom edge may be smaller. */
export function shrink(raster: Raster, block: number): Raster {
	if (block === 1) return raster;
	const width = Math.ceil(raster.width / block);
	const height = Math.ceil(raster.height / block);
	const pixels = new Uint8Array(width * height * 3);
	for (let row = 0, to = 0; row < height; row++)
		for (let column = 0; column < width; column++, to += 3)
			average(raster, column * block, row * block, block, pixels, to);
	return { pixels, width, height };
}

function average(raster: Raster, left: number, top: number, block: number, to: Uint8Array, at: number): void {
	const { pixels, width, height } = raster;
	const right = Math.min(left + block, width);
	const bottom = Math.min(top + block, height);
	const count = (right - left) * (bottom - top);
	let red = count >> 1;
	let green = red;
	let blue = red;
	for (let y = top; y < bottom; y++)
		for (let from = (y * width + left) * 3, end = (y * width + right) * 3; from < end; from += 3) {
			red += pixels[from] as number;
			green += pixels[from + 1] as number;
			blue += pixels[from + 2] as number;
		}
	to[at] = red / count;
	to[at + 1] = green / count;
	to[at + 2] = blue / count;
}
