import { Buffer } from "node:buffer";

function segment(marker: number, ...content: readonly number[]): number[] {
	const length = content.length + 2;
	return [0xff, marker, length >> 8, length & 0xff, ...content];
}

/** A Huffman table with one code of one bit, for the value 0. */
const ONE_CODE = [1, ...Array<number>(15).fill(0), 0];

/** A grey square of 16 by 16 pixels as a baseline JPEG (ITU-T T.81). Each of its four blocks says "no change". */
export function greyPicture(): Buffer {
	return Buffer.from([
		...[0xff, 0xd8],
		...segment(0xe0, ...Buffer.from("JFIF\0"), 1, 1, 0, 0, 1, 0, 1, 0, 0),
		...segment(0xdb, 0, ...Array<number>(64).fill(16)),
		...segment(0xc0, 8, 0, 16, 0, 16, 1, 1, 0x11, 0),
		...segment(0xc4, 0x00, ...ONE_CODE),
		...segment(0xc4, 0x10, ...ONE_CODE),
		...segment(0xda, 1, 1, 0, 0, 63, 0),
		...[0x00, 0xff, 0xd9],
	]);
}

export function isJpeg(body: Uint8Array): boolean {
	return body[0] === 0xff && body[1] === 0xd8 && body[2] === 0xff;
}

/** The same picture with a comment: different bytes, same pixels. */
export function withComment(jpeg: Uint8Array, comment: string): Buffer {
	return Buffer.concat([
		jpeg.subarray(0, 2),
		Buffer.from(segment(0xfe, ...Buffer.from(comment, "latin1"))),
		jpeg.subarray(2),
	]);
}
