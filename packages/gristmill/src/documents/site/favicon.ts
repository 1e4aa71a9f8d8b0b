import { Buffer } from "node:buffer";

const SIZE = 32;
/** The accent colour of the page, as blue, green and red. */
const COLOUR = [0x5f, 0x6e, 0x0b] as const;
/** Each pixel is the mean of this many points in each direction, so that edges are smooth. */
const POINTS = 4;

/** Returns the icon of the server as an ICO file with one picture: a millstone, as on the page. */
export function favicon(): Uint8Array {
	const mask = Buffer.alloc((SIZE * SIZE) / 8);
	const pixels = Buffer.alloc(SIZE * SIZE * 4);
	for (let y = 0; y < SIZE; y++)
		for (let x = 0; x < SIZE; x++)
			// The rows of a bitmap go from the bottom to the top.
			pixels.set([...COLOUR, opacity(x, y)], ((SIZE - 1 - y) * SIZE + x) * 4);

	const bitmap = Buffer.alloc(40);
	bitmap.writeUInt32LE(bitmap.length, 0);
	bitmap.writeInt32LE(SIZE, 4);
	// The colours and the mask count together.
	bitmap.writeInt32LE(SIZE * 2, 8);
	bitmap.writeUInt16LE(1, 12);
	bitmap.writeUInt16LE(32, 14);

	const head = Buffer.alloc(22);
	head.writeUInt16LE(1, 2);
	head.writeUInt16LE(1, 4);
	head.set([SIZE, SIZE], 6);
	head.writeUInt16LE(1, 10);
	head.writeUInt16LE(32, 12);
	head.writeUInt32LE(bitmap.length + pixels.length + mask.length, 14);
	head.writeUInt32LE(head.length, 18);
	return Buffer.concat([head, bitmap, pixels, mask]);
}

function opacity(x: number, y: number): number {
	let inside = 0;
	for (let i = 0; i < POINTS; i++)
		for (let j = 0; j < POINTS; j++)
			if (isStone(x + (i + 0.5) / POINTS - SIZE / 2, y + (j + 0.5) / POINTS - SIZE / 2)) inside++;
	return Math.round((inside * 255) / POINTS ** 2);
}

/** Whether a point belongs to the rim, to the eye or to one of the four curved furrows. */
function isStone(x: number, y: number): boolean {
	const radius = Math.hypot(x, y);
	if (radius > 15) return false;
	if (radius > 12.2) return true;
	if (radius < 4) return radius > 1.6;
	const quarter = Math.PI / 2;
	const turn = (((Math.atan2(y, x) - radius * 0.07) % quarter) + quarter) % quarter;
	return Math.min(turn, quarter - turn) * radius < 1.25;
}
