import type { TypedList } from "../core/schema/typed-list.js";
import { Crash } from "../runtime/failures.js";

type ListOf = new (buffer: ArrayBuffer) => TypedList;

/** The kind of a list of doubles: it becomes a plain array, as if its digits had been sent. */
const PLAIN = "list";

/** The typed lists by Python's name of their numbers. */
const LISTS: Readonly<Record<string, ListOf>> = {
	i1: Int8Array,
	u1: Uint8Array,
	i2: Int16Array,
	u2: Uint16Array,
	i4: Int32Array,
	u4: Uint32Array,
	f4: Float32Array,
	f8: Float64Array,
	[PLAIN]: Float64Array,
};

/** The members and indexes from a result to a value. */
type Place = readonly (string | number)[];

/** An array or bytes in the body of an answer: where it belongs in the result, the kind of its numbers, and its length in bytes. */
type Part = readonly [place: Place, kind: string, length: number];

/** Reads a result: first the parts that are bytes, then JSON. Throws a Crash if Python returned what JavaScript cannot hold. */
export function readResult(body: Buffer, parts: readonly Part[]): unknown {
	let at = 0;
	const lists = parts.map(([path, kind, length]) => {
		const list = LISTS[kind];
		if (!list) throw new Crash("the Python process answered with an array of an unknown kind");
		// A copy, because a typed list must begin at a multiple of the size of its numbers.
		const bytes = new Uint8Array(length);
		bytes.set(body.subarray(at, at + length));
		at += length;
		const numbers = new list(bytes.buffer);
		return { path, list: kind === PLAIN ? Array.from(numbers) : numbers };
	});
	// Python writes ASCII. Reading it as Latin-1 is faster than as UTF-8.
	const text = body.toString("latin1", at);
	const result: unknown = JSON.parse(text);
	if (LONG_INTEGER.test(text)) demandSafeIntegers(result);
	for (const { path, list } of lists) place(result, path, list);
	return result;
}

/** Reads the results of a batch, in order. In the place of some there are problems. */
export function readBatch(
	body: Buffer,
	{ parts, problems }: Readonly<Record<string, unknown>>,
	problemOf: (told: Readonly<Record<string, unknown>>) => Error,
): unknown[] {
	const results = readResult(body, areParts(parts) ? parts : []);
	if (!Array.isArray(results) || !Array.isArray(problems))
		throw new TypeError("a batch was answered with something else");
	for (const [place, problem] of problems) results.splice(place, 0, problemOf(problem));
	return results;
}

/** Whole numbers in Python have any length. This finds them, and some texts. */
const LONG_INTEGER = /(?<![\d.])\d{16,}(?![\d.eE])/;

/** JavaScript would round a longer number, and the caller would get a wrong one. */
function demandSafeIntegers(value: unknown): void {
	if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value))
		throw new Crash("The result has a whole number beyond 2**53. Return it as text.");
	if (typeof value === "object" && value !== null)
		for (const member of Object.values(value)) demandSafeIntegers(member);
}

function place(result: unknown, path: Place, list: TypedList | readonly number[]): void {
	const last = path.at(-1);
	let holder = result;
	for (const step of path.slice(0, -1)) holder = isHolder(holder) ? holder[step] : undefined;
	if (last === undefined || !isHolder(holder) || !Object.hasOwn(holder, last))
		throw new Crash("the Python process answered with an array that has no place in the result");
	holder[last] = list;
}

/** Whether a value is an object or a list. */
function isHolder(value: unknown): value is Record<string | number, unknown> {
	return typeof value === "object" && value !== null;
}

/** Whether a value from Python describes parts. */
export function areParts(value: unknown): value is readonly Part[] {
	return (
		Array.isArray(value) &&
		value.every(
			(one) =>
				Array.isArray(one) &&
				Array.isArray(one[0]) &&
				one[0].every((step) => typeof step === "string" || Number.isSafeInteger(step)) &&
				typeof one[1] === "string" &&
				Number.isSafeInteger(one[2]) &&
				one[2] >= 0,
		)
	);
}
