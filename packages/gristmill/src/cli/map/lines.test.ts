import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { countLines, linesOf } from "./lines.js";

async function* pieces(text: string, size: number) {
	const bytes = new TextEncoder().encode(text);
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size = 3, longest?: number): Promise<(string | undefined)[]> {
	const lines: (string | undefined)[] = [];
	for await (const line of linesOf(pieces(text, size), longest)) lines.push(line?.toString());
	return lines;
}

for (const [text, lines] of [
	["", []],
	["\n", [""]],
	["a", ["a"]],
	["a\n", ["a"]],
	["a\r\n\r\nb", ["a", "", "b"]],
	["a\rb\n\n", ["a\rb", ""]],
	["a\r", ["a\r"]],
	["\ufeffé\r\n\ufeffb\n", ["é", "\ufeffb"]],
] as const)
	test(`the lines of ${JSON.stringify(text)} are ${JSON.stringify(lines)}`, async () => {
		for (const size of [1, 2, 3, 100]) assert.deepEqual(await read(text, size), lines);
	});

test("wherever a stream is cut, the lines are the same, and as many as are counted", async () => {
	const text = fc.array(fc.constantFrom("a", "é", "\r", "\n", "\r\n", "\ufeff"), { maxLength: 40 });
	await fc.assert(
		fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (parts, size) => {
			const whole = parts.join("");
			const expected = whole.replace(/^\ufeff/, "").split("\n");
			if (whole.endsWith("\n") || whole === "") expected.pop();
			const last = expected.length - (whole.endsWith("\n") ? 0 : 1);
			const ended = expected.map((line, i) => (i < last ? line.replace(/\r$/, "") : line));
			assert.deepEqual(await read(whole, size), ended);
			assert.equal(await countLines(pieces(whole, size)), ended.length);
		}),
	);
});

test("a line that is too long is left out and counted, and not held", async () => {
	assert.deepEqual(await read(`abcd\nabc\n${"x".repeat(100)}\nab\nabcde`, 3, 4), [
		"abcd",
		"abc",
		undefined,
		"ab",
		undefined,
	]);
});
