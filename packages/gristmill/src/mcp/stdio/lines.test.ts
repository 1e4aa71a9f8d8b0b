import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import fc from "fast-check";
import { Lines } from "./lines.js";

/** The lines that come of these pieces; "too long" stands for one that was passed over. */
function linesOf(pieces: readonly string[], maxBytes = 1_000): string[] {
	const found: string[] = [];
	const lines = new Lines(maxBytes, {
		line: (bytes) => found.push(bytes.toString()),
		tooLong: () => found.push("too long"),
	});
	for (const piece of pieces) lines.push(Buffer.from(piece, "latin1"));
	lines.end();
	return found;
}

test("lines are the same however the bytes are cut", () => {
	fc.assert(
		fc.property(fc.array(fc.string({ unit: fc.constantFrom("a", "b", "\n") })), (pieces) => {
			const expected = pieces
				.join("")
				.split("\n")
				.filter((line) => line !== "");
			assert.deepEqual(linesOf(pieces), expected);
		}),
	);
});

test("a line that is too long is told once, and the next line is read", () => {
	assert.deepEqual(linesOf(["abc", "defgh", "ij\nxy\n"], 4), ["too long", "xy"]);
});

test("a line as long as allowed is read", () => {
	assert.deepEqual(linesOf(["ab", "cd\n"], 4), ["abcd"]);
});
