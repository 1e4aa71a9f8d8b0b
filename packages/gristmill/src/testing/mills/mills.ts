import { Buffer } from "node:buffer";
import { defineMill, image, json, MiB, type Mill, Problem, Type, text } from "gristmill";
// The examples are compiled separately, because they import this package by its name.
// @ts-expect-error: so they are not among the sources
import checksums from "../../examples/checksum-calculator.js";
// @ts-expect-error: so they are not among the sources
import words from "../../examples/word-counter.js";

/** Returns a text with its length. The mill's only method is QUERY, and its results can be large. */
export const queryEchoer = defineMill({
	name: "query-echoer",
	version: "1.0.0",
	summary: "Gives a text back and says how long it is.",
	method: "QUERY",
	input: {
		"text/plain": text({ maxBytes: 1 * MiB, description: "Any text." }),
		"application/json": json(Type.Object({ text: Type.String() }), { description: "The text as a member." }),
	},
	output: Type.Object({
		text: Type.String({ description: "The text." }),
		length: Type.Integer({ minimum: 0, description: "Its Unicode code points." }),
	}),
	examples: [
		{ input: "Grist", output: { text: "Grist", length: 5 } },
		{ mediaType: "application/json", input: { text: "Mühle" }, output: { text: "Mühle", length: 5 } },
	],
	run: (input) => {
		const echo = typeof input === "string" ? input : input.text;
		let length = 0;
		for (const _ of echo) length++;
		return { text: echo, length };
	},
});

/** Counts letters. The mill's only method is GET, and its results hold a map. */
const getCounter = defineMill({
	name: "get-counter",
	version: "1.0.0",
	summary: "Counts how often each letter occurs in a text.",
	method: "GET",
	input: { "text/plain": text({ description: "Any text." }) },
	output: Type.Object({
		letters: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
			description: "How often each occurs.",
		}),
		total: Type.Integer({ minimum: 0, description: "All letters together." }),
	}),
	examples: [{ input: "a mill", output: { letters: { a: 1, m: 1, i: 1, l: 2 }, total: 5 } }],
	run: (input) => {
		const counts = new Map<string, number>();
		let total = 0;
		for (const [letter] of input.matchAll(/\p{L}/gu)) {
			counts.set(letter, (counts.get(letter) ?? 0) + 1);
			total++;
		}
		return { letters: Object.fromEntries(counts), total };
	},
});

/** Reads the size of a JPEG. The mill takes an image and has its own problem. */
export const pictureMeter = defineMill({
	name: "picture-meter",
	version: "1.0.0",
	summary: "Measures the width and the height of a JPEG picture.",
	input: { "image/jpeg": image({ maxBytes: 1 * MiB, description: "One JPEG picture." }) },
	output: Type.Object({
		width: Type.Integer({ minimum: 1, maximum: 65535, description: "Pixels from left to right." }),
		height: Type.Integer({ minimum: 1, maximum: 65535, description: "Pixels from top to bottom." }),
	}),
	problems: {
		"no-size": {
			status: 422,
			title: "The picture has no size",
			todo: "Send a JPEG whose frame header names its width and its height.",
		},
	},
	run: (input) => sizeOf(input),
});

/** Fails in the way that its input names. A caller must learn nothing about the failure. */
const crasher = defineMill({
	name: "crasher",
	version: "1.0.0",
	summary: "Fails on every input.",
	input: { "text/plain": text({ description: "error, rejection, string, output or problem." }) },
	output: Type.Object({ never: Type.Boolean() }),
	run: async (input) => {
		if (input === "rejection") await Promise.reject(new RangeError("secret of /srv/crasher.ts"));
		if (input === "string") throw "secret of /srv/crasher.ts";
		if (input === "output") return { never: true, extra: "secret of /srv/crasher.ts" };
		if (input === "problem") throw new Problem("undeclared", "secret of /srv/crasher.ts");
		throw new TypeError("secret of /srv/crasher.ts");
	},
});

const cut = () => new Problem("unreadable-input", "The picture is cut off. Send all of it.");

/** Walks over the segments up to the frame header (ITU-T T.81 §B.2). */
function sizeOf(bytes: Uint8Array): { width: number; height: number } {
	const jpeg = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let at = 2;
	while (at + 2 <= jpeg.length) {
		if (jpeg[at] !== 0xff) throw new Problem("unreadable-input", "Send a JPEG: a marker is missing.");
		const marker = jpeg.readUInt8(at + 1);
		// The scan or the end appears before any frame header.
		if (marker === 0xda || marker === 0xd9) throw new Problem("no-size");
		if (at + 4 > jpeg.length) throw cut();
		const length = jpeg.readUInt16BE(at + 2);
		if (length < 2 || at + 2 + length > jpeg.length) throw cut();
		if (!isFrameHeader(marker)) {
			at += 2 + length;
			continue;
		}
		if (length < 7) throw new Problem("unreadable-input", "Send a JPEG: its frame header is too short.");
		const [height, width] = [jpeg.readUInt16BE(at + 5), jpeg.readUInt16BE(at + 7)];
		// A height of 0 means that the height follows the scan. This mill does not support that.
		if (height === 0 || width === 0) throw new Problem("no-size", "The frame header names no size.");
		if (jpeg.indexOf(Buffer.of(0xff, 0xd9), at) < 0) throw cut();
		return { width, height };
	}
	throw cut();
}

/** SOF0 to SOF15. Three numbers in that range have another meaning. */
function isFrameHeader(marker: number): boolean {
	return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function segment(marker: number, ...content: readonly number[]): number[] {
	const length = content.length + 2;
	return [0xff, marker, length >> 8, length & 0xff, ...content];
}

/** Returns the markers of a grey JPEG of this size, without a frame header if no size is given. */
export function jpegOf(width?: number, height = 0): Buffer {
	const frame =
		width === undefined
			? []
			: segment(0xc0, 8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0);
	return Buffer.from([
		...[0xff, 0xd8],
		...segment(0xe0, ...Buffer.from("JFIF\0"), 1, 1, 0, 0, 1, 0, 1, 0, 0),
		...frame,
		...segment(0xda, 1, 1, 0, 0, 63, 0),
		...[0x3f, 0xff, 0x00, 0x5a],
		...[0xff, 0xd9],
	]);
}

export const wordCounter: Mill = words;

/** The mills of the checklist's server. All run in its own process, so it starts quickly. */
export const MILLS: readonly Mill[] = [words, checksums, queryEchoer, getCounter, pictureMeter, crasher];

/** A body and the expected status. */
interface Trial {
	readonly body: Buffer;
	readonly status: number;
}

/** One mill under test: how to call it, and what is known about its answers. */
export interface Subject {
	readonly mill: string;
	/** The path of a call, relative to the base. */
	readonly path: string;
	readonly method: "POST" | "QUERY" | "GET";
	readonly mediaType: string;
	/** Its media type in different case and with a parameter that has no effect. */
	readonly otherwise: string;
	readonly maxBytes: number;
	readonly input: Buffer;
	readonly output: Readonly<Record<string, unknown>>;
	readonly empty: number;
	/** Random bytes. Only the checksum mill accepts any bytes. */
	readonly garbage: Trial;
	/** The input without its end. */
	readonly cut: Trial;
}

const NOT_UTF8 = Buffer.from("9f8c00ff1be2d3c05577aa", "hex");
const TEXT = {
	mediaType: "text/plain",
	otherwise: 'TEXT/Plain; Charset="UTF-8"; note=1',
	maxBytes: MiB,
	empty: 200,
	garbage: { body: NOT_UTF8, status: 400 },
};

/** Each method, a path pattern, a text, bytes and an image. */
export const SUBJECTS: readonly Subject[] = [
	{
		...TEXT,
		mill: "word-counter",
		path: "word-counter",
		method: "POST",
		input: Buffer.from("Ça va?\nOui.\n"),
		output: { words: 3, lines: 2, characters: 12 },
		// The cut is between the two bytes of "Ç".
		cut: { body: Buffer.from("Ça va?").subarray(0, 1), status: 400 },
	},
	{
		mill: "checksum-calculator",
		path: "checksum-calculator/sha256",
		method: "POST",
		mediaType: "application/octet-stream",
		otherwise: "Application/Octet-Stream ; note=1",
		maxBytes: 16 * MiB,
		input: Buffer.from("abc"),
		output: { checksum: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", size: 3 },
		empty: 200,
		garbage: { body: NOT_UTF8, status: 200 },
		cut: { body: Buffer.from("ab"), status: 200 },
	},
	{
		...TEXT,
		mill: "query-echoer",
		path: "query-echoer",
		method: "QUERY",
		input: Buffer.from("<Mühle> & Korn"),
		output: { text: "<Mühle> & Korn", length: 14 },
		cut: { body: Buffer.from("Mühle").subarray(0, 2), status: 400 },
	},
	{
		...TEXT,
		mill: "get-counter",
		path: "get-counter",
		method: "GET",
		input: Buffer.from("a mill"),
		output: { letters: { a: 1, m: 1, i: 1, l: 2 }, total: 5 },
		cut: { body: Buffer.from("ü").subarray(0, 1), status: 400 },
	},
	{
		mill: "picture-meter",
		path: "picture-meter",
		method: "POST",
		mediaType: "image/jpeg",
		otherwise: "IMAGE/JPEG;note=1",
		maxBytes: MiB,
		input: jpegOf(640, 480),
		output: { width: 640, height: 480 },
		empty: 400,
		garbage: { body: NOT_UTF8, status: 415 },
		cut: { body: jpegOf(640, 480).subarray(0, -2), status: 400 },
	},
];
