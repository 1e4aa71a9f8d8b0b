import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { inputLines } from "./input-lines.js";

const MOST = 6;
const BODY = Buffer.from("one\n\n1234567\né€\n123456\nlast");
const LINES = ["one", "", undefined, "é€", "123456", "last"];

async function linesOf(...pieces: Uint8Array[]): Promise<(string | undefined)[]> {
	const lines: (string | undefined)[] = [];
	for await (const some of inputLines(pieces, MOST)) lines.push(...some.map((line) => line?.toString()));
	return lines;
}

test("however a body is cut, its lines are the same, and one that is too long costs only itself", async () => {
	for (let first = 0; first <= BODY.length; first++)
		for (let second = first; second <= BODY.length; second++) {
			const pieces = [BODY.subarray(0, first), BODY.subarray(first, second), BODY.subarray(second)];
			assert.deepEqual(await linesOf(...pieces), LINES, `${first} ${second}`);
		}
	assert.deepEqual(await linesOf(...[...BODY].map((byte) => Uint8Array.of(byte))), LINES);
});

test("a body that ends with a line break has no empty last line, and an empty one has no line", async () => {
	assert.deepEqual(await linesOf(Buffer.from("a\nb\n")), ["a", "b"]);
	assert.deepEqual(await linesOf(), []);
	assert.deepEqual(await linesOf(Buffer.from("12345678")), [undefined]);
});

test("the begin of a line does not keep the piece that it came in", async () => {
	const piece = Buffer.from("a\nbegun");
	const seen: string[] = [];
	const pieces = [piece, Buffer.from("\n")];
	for await (const lines of inputLines(pieces, 100)) {
		seen.push(...lines.map(String));
		piece.fill(0);
	}
	assert.deepEqual(seen, ["a", "begun"]);
});
