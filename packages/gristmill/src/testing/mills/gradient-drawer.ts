import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { binary, defineMill, MiB, Problem, Type, text } from "gristmill";

/** A picture from left to right in three bytes a pixel: red, green, blue. */
interface Picture {
	readonly width: number;
	readonly height: number;
	readonly row: Buffer;
}

/** How each media type is written. Both need no other package. */
const WRITE: Readonly<Record<string, (picture: Picture) => Uint8Array>> = {
	"image/bmp": bmp,
	"image/png": png,
};

/** Draws a gradient. The results are bytes of two media types, and a BMP can be as large as a test needs. */
export default defineMill({
	name: "gradient-drawer",
	version: "1.0.0",
	summary: "Draws a gradient from one colour to another.",
	input: { "text/plain": text({ description: "The size and two colours, such as 16x4 ff0000 0000ff." }) },
	output: Type.Object({
		image: binary(["image/bmp", "image/png"], { description: "The picture." }),
		width: Type.Integer({ minimum: 1 }),
		height: Type.Integer({ minimum: 1 }),
	}),
	maxOutput: 128 * MiB,
	run: (input, { outputType }) => {
		const [, width, height, from = "", to = ""] =
			/^([1-9]\d{0,3})x([1-9]\d{0,3}) ([0-9a-f]{6}) ([0-9a-f]{6})\s*$/i.exec(input) ?? [];
		if (width === undefined || height === undefined)
			throw new Problem("unreadable-input", "Send a size and two colours, such as 16x4 ff0000 0000ff.");
		const picture = gradient(Number(width), Number(height), Buffer.from(from, "hex"), Buffer.from(to, "hex"));
		const write = WRITE[outputType] ?? bmp;
		return { image: write(picture), width: picture.width, height: picture.height };
	},
});

function gradient(width: number, height: number, from: Buffer, to: Buffer): Picture {
	const row = Buffer.alloc(3 * width);
	for (let x = 0; x < width; x++)
		for (let i = 0; i < 3; i++) {
			const [first, last] = [from[i] ?? 0, to[i] ?? 0];
			row[3 * x + i] = width === 1 ? first : Math.round(first + ((last - first) * x) / (width - 1));
		}
	return { width, height, row };
}

/** An uncompressed bitmap with a header of 54 bytes. Its rows have blue first, and a multiple of four bytes. */
function bmp({ width, height, row }: Picture): Uint8Array {
	const stride = Math.ceil(row.length / 4) * 4;
	const file = Buffer.alloc(54 + stride * height);
	file.write("BM", "latin1");
	file.writeUInt32LE(file.length, 2);
	file.writeUInt32LE(54, 10);
	file.writeUInt32LE(40, 14);
	file.writeInt32LE(width, 18);
	file.writeInt32LE(height, 22);
	file.writeUInt16LE(1, 26);
	file.writeUInt16LE(24, 28);
	const line = Buffer.alloc(stride);
	for (let at = 0; at < row.length; at += 3) line.set(row.subarray(at, at + 3).toReversed(), at);
	for (let y = 0; y < height; y++) line.copy(file, 54 + y * stride);
	return file;
}

function png({ width, height, row }: Picture): Uint8Array {
	const head = Buffer.alloc(13);
	head.writeUInt32BE(width);
	head.writeUInt32BE(height, 4);
	head.set([8, 2], 8);
	// Each row begins with its filter: none.
	const line = Buffer.concat([Buffer.of(0), row]);
	const rows = Buffer.concat(Array.from({ length: height }, () => line));
	return Buffer.concat([
		Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
		chunk("IHDR", head),
		chunk("IDAT", deflateSync(rows, { level: 6 })),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

function chunk(name: string, content: Uint8Array): Buffer {
	const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
	const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	size.writeUInt32BE(content.byteLength);
	sum.writeUInt32BE(checksum(named));
	return Buffer.concat([size, named, sum]);
}

/** CRC-32, bit by bit. `zlib.crc32` is new in Node 22. */
function checksum(bytes: Uint8Array): number {
	let crc = 0xffffffff;
	for (const byte of bytes) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
	}
	return (crc ^ 0xffffffff) >>> 0;
}
