import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import fc from "fast-check";
import type { InputForm } from "../core/definition/input.js";
import { bytes, text } from "../core/definition/input.js";
import { Problem } from "../core/problem.js";
import { CHUNK, LongInput } from "./long-input.js";

/** More in the long suite. */
const RUNS = Number(process.env.TEST_RUNS ?? 300);
const UNLIMITED = { maxBytes: Number.POSITIVE_INFINITY } as const;
const LINES = text({ ...UNLIMITED, stream: "lines" });
const CHUNKS = text({ ...UNLIMITED, stream: "chunks" });

/** What `run` gets, or the problem with its members. */
async function read(form: InputForm, pieces: Uint8Array[], charset?: string): Promise<unknown[]> {
	const values: unknown[] = [];
	const input = new LongInput(form, charset, pieces, {});
	try {
		for await (const value of input) values.push(value);
		input.demandRight();
	} catch (error) {
		if (!Problem.is(error)) throw error;
		assert.throws(() => input.demandRight(), { code: error.code });
		values.push([error.code, error.detail, error.members]);
	}
	return values;
}

/** Cuts bytes at these shares of their length. */
function cut(whole: Uint8Array, places: readonly number[]): Uint8Array[] {
	const ends = [
		...places.map((place) => Math.floor(place * whole.length)).sort((a, b) => a - b),
		whole.length,
	];
	return ends.map((end, i) => whole.subarray(ends[i - 1] ?? 0, end));
}

/** Characters of one to four bytes, with marks, flags, families and line breaks, and broken bytes. */
const letters = fc.constantFrom(
	"a",
	"é",
	"é",
	"ж",
	"€",
	"漢",
	"😀",
	"👨‍👩‍👧",
	"🇪🇸",
	"\n",
	"\r\n",
	"\r",
	"\ufeff",
	"\0",
);
const anyText = fc.array(letters, { maxLength: 60 }).map((all) => Buffer.from(all.join("")));
const anyBytes = fc.oneof(
	anyText,
	fc
		.array(fc.oneof(anyText, fc.uint8Array({ maxLength: 4 })), { maxLength: 6 })
		.map((all) => Buffer.concat(all)),
	// More than one chunk, so that its border falls everywhere in a character.
	fc
		.tuple(fc.integer({ min: -8, max: 8 }), anyText)
		.map(([more, end]) => Buffer.concat([Buffer.alloc(CHUNK + more, "x"), end])),
);
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });

for (const [name, form] of [
	["lines", LINES],
	["chunks of text", CHUNKS],
	["chunks of bytes", bytes({ ...UNLIMITED, stream: "chunks" })],
] as const)
	for (const charset of name === "chunks of bytes" ? [undefined] : [undefined, "utf-16le", "shift_jis"])
		test(`however the input is cut, the ${name} are the same${charset ? ` in ${charset}` : ""}`, async () => {
			await fc.assert(
				fc.asyncProperty(anyBytes, cuts, async (whole, places) => {
					assert.deepEqual(await read(form, cut(whole, places), charset), await read(form, [whole], charset));
				}),
				{ numRuns: RUNS },
			);
		});

test("lines and chunks are the whole text", async () => {
	await fc.assert(
		fc.asyncProperty(fc.oneof(anyText, anyBytes), async (whole) => {
			const form = text({ ...UNLIMITED, stream: "chunks", invalidBy: "invalid" });
			const chunks: unknown[] = [];
			for await (const chunk of new LongInput(form, undefined, [whole], { invalid: "replace" }))
				chunks.push(chunk);
			assert.equal(chunks.join(""), whole.toString());
		}),
		{ numRuns: RUNS },
	);
	for (const [given, lines] of [
		["", []],
		["\n", [""]],
		["a", ["a"]],
		["a\n", ["a"]],
		["a\r\nb\n\nc\r", ["a", "b", "", "c"]],
		["\ufeffa\rb\n", ["\ufeffa\rb"]],
	] as const)
		assert.deepEqual(await read(LINES, [Buffer.from(given)]), lines);
});

test("broken text is named by its place in the whole input, behind the lines before it", async () => {
	const whole = Buffer.concat([Buffer.from("é\nright\nwr"), Buffer.from([0xff]), Buffer.from("ong\nlater")]);
	const [first, second, problem] = (await read(LINES, cut(whole, [0.2, 0.5]))) as [string, string, unknown[]];
	assert.deepEqual([first, second], ["é", "right"]);
	assert.deepEqual(problem?.[2], { offset: 11 });
	assert.match(String(problem?.[1]), /broken at byte 11\.$/);
	const far = Buffer.concat([Buffer.alloc(3 * CHUNK, "x"), Buffer.from([0xc3])]);
	const values = (await read(CHUNKS, [far])) as unknown[][];
	assert.deepEqual(values.at(-1)?.[2], { offset: 3 * CHUNK });
});

test("an input, or a line, that is too long is refused", async () => {
	const short = text({ maxBytes: 10, stream: "lines" });
	assert.deepEqual(await read(short, [Buffer.from("12345\n"), Buffer.from("6789")]), ["12345", "6789"]);
	const [first, problem] = (await read(short, [Buffer.from("12345\n"), Buffer.from("67890")])) as [
		string,
		unknown[],
	];
	assert.equal(first, "12345");
	assert.deepEqual([problem[0], problem[2]], ["content-too-large", { maxBytes: 10 }]);
	const form = text({ ...UNLIMITED, stream: "lines", maxLine: 4 });
	for (const places of [[], [0.5], [0.1, 0.2, 0.9]])
		assert.deepEqual((await read(form, cut(Buffer.from("1234\n12345\n1"), places))).at(1), [
			"content-too-large",
			"A line of the input has more than 4 bytes. Send shorter lines.",
			{ maxLine: 4 },
		]);
});

test("a line without an end takes no more memory than a line may", async () => {
	let made = 0;
	const pieces = function* () {
		for (; made < 1_000_000; made++) yield Buffer.alloc(1024, "x");
	};
	const input = new LongInput(LINES, undefined, pieces(), {});
	await assert.rejects(input[Symbol.asyncIterator]().next(), { code: "content-too-large" });
	assert.ok(made <= 1025);
});
