import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../core/problem.js";
import { defineMill, open, Type, text } from "../index.js";
import teller from "../testing/mills/part-teller.js";

/** All parts, and what comes at the end. */
async function all<T, R>(parts: AsyncGenerator<T, R, void>): Promise<{ parts: T[]; rest: R }> {
	const found: T[] = [];
	for (;;) {
		const step = await parts.next();
		if (step.done) return { parts: found, rest: step.value };
		found.push(step.value);
	}
}

const has = (code: string) => (error: unknown) => Problem.is(error) && error.code === code;

test("a stream gives parts, returns the rest, and tells progress", async () => {
	await using mill = await open(teller);
	const told: number[] = [];
	const found = await all(mill.stream("one two", {}, { onProgress: (done) => told.push(done) }));
	const words: string[] = found.parts;
	assert.deepEqual(words, ["one", "two"]);
	assert.equal(found.rest.count, 2);
	assert.deepEqual(told, [0.5, 1]);
	assert.deepEqual((await all(mill.stream("one two", {}, { from: 1 }))).parts, ["two"]);
});

test("a failure in the middle is thrown behind the parts before it", async () => {
	await using mill = await open(teller);
	const parts = mill.stream("one PROBLEM");
	assert.equal((await parts.next()).value, "one");
	await assert.rejects(parts.next(), has("no-words"));
});

test("an aborted stream rejects with the signal's reason", async () => {
	await using mill = await open(teller);
	const controller = new AbortController();
	const parts = mill.stream("one WAIT two", {}, { signal: controller.signal });
	await parts.next();
	const next = parts.next().then(() => parts.next());
	controller.abort(new Error("enough"));
	// A mill that ends by itself may be quicker than the abort: then its next part comes.
	await next.catch((error: Error) => assert.equal(error.message, "enough"));
});

test("a mill without parts, and a part that is no number, are refused", async () => {
	const plain = defineMill({
		name: "text-giver",
		version: "1.0.0",
		summary: "Gives text.",
		input: { "text/plain": text() },
		output: Type.Object({ text: Type.String() }),
		run: (input) => ({ text: input }),
	});
	await using whole = await open(plain);
	await assert.rejects(
		(whole.stream as (input: string) => AsyncGenerator)("a").next(),
		has("not-acceptable"),
	);
	await using mill = await open(teller);
	await assert.rejects(mill.stream("a", {}, { from: -1 }).next(), has("bad-parameter"));
});

test("closing ends a stream after the part that is awaited", async () => {
	const mill = await open(teller);
	const parts = mill.stream("one PAUSE two");
	await parts.next();
	const next = parts.next();
	await mill.close();
	assert.equal((await next).value, "PAUSE");
	await assert.rejects(parts.next(), /closed/);
	await assert.rejects(mill.stream("one").next(), /closed/);
});
