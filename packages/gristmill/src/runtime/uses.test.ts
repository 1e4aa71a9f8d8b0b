import assert from "node:assert/strict";
import { test } from "node:test";
import { binary, bytes, command, defineMill, json, Problem, python, Type, text } from "../index.js";
import { millDigest } from "./digest/digest.js";
import { Crash } from "./failures.js";
import { perform } from "./perform.js";
import { makeReady } from "./ready-mill.js";

const counter = defineMill({
	name: "letter-counter",
	version: "1.0.0",
	summary: "Counts a letter.",
	input: { "text/plain": text({ maxBytes: 100 }) },
	parameters: Type.Object({ letter: Type.String({ minLength: 1, maxLength: 1, default: "e" }) }),
	output: Type.Object({ count: Type.Integer() }),
	problems: { "no-letters": { status: 422, title: "No letters", todo: "Send letters." } },
	needs: ["wasi"],
	assets: [new URL(import.meta.url)],
	deadline: 2_000,
	load: () => "loaded",
	run: (input, { parameters: { letter }, model }) => {
		assert.equal(model, "loaded");
		if (input === "") throw new Problem("no-letters", "Send letters.", { seen: 0 });
		if (input === "bug") return { count: 0.5 };
		return { count: input.split(letter).length - 1 };
	},
});

const adder = defineMill({
	name: "adder",
	version: "1.0.0",
	summary: "Adds numbers.",
	input: { "application/json": json(Type.Array(Type.Number())) },
	output: Type.Object({ sum: Type.Number(), packed: binary("application/octet-stream") }),
	deadline: { base: 1_000, perKiB: 10 },
	run: (input) => ({ sum: input.reduce((a, b) => a + b, 0), packed: Uint8Array.of(input.length) }),
});

const judge = defineMill({
	name: "judge",
	version: "1.0.0",
	summary: "Uses two mills.",
	input: { "text/plain": text(), "application/octet-stream": bytes() },
	output: Type.Object({ total: Type.Number(), size: Type.Integer() }),
	uses: { vowels: counter, adder },
	run: async (input, { uses }) => {
		const wrong = WRONG[String(input)];
		if (wrong) return wrong(uses as never);
		const letters = String(input);
		const { count: e } = await uses.vowels(letters);
		const { count: a } = await uses.vowels(letters, { parameters: { letter: "a" } });
		const { sum, packed } = await uses.adder([e, a]);
		return { total: sum, size: packed.byteLength };
	},
});

/** Mistakes of an author that the compiler would find. */
type Loose = Record<string, (input: unknown, options?: object) => Promise<never>>;
const WRONG: Readonly<Record<string, (uses: Loose) => Promise<never>>> = {
	kind: ({ vowels }) => (vowels as Loose[string])(7),
	parameters: ({ vowels }) => (vowels as Loose[string])("x", { parameters: { letter: "long" } }),
	unknown: ({ vowels }) => (vowels as Loose[string])("x", { parameters: { lettre: "x" } }),
	type: ({ vowels }) => (vowels as Loose[string])("x", { mediaType: "text/html" }),
	bytes: ({ adder: add }) => (add as Loose[string])([1], { outputType: "image/png" }),
	schema: ({ adder: add }) => (add as Loose[string])(["x"]),
	bugged: ({ vowels }) => (vowels as Loose[string])("bug"),
};

const ready = await makeReady(judge);
const ask = async (body: string) =>
	JSON.parse(
		String(
			await perform(
				ready,
				{
					mediaType: "text/plain",
					charset: undefined,
					parameters: {},
					resultType: "application/json",
					links: undefined,
					body: Buffer.from(body),
				},
				() => new AbortController().signal,
			),
		),
	);

test("a mill gets the functions of the mills that it uses, with their models and defaults", async () => {
	assert.deepEqual(await ask("a tree, a bee"), { total: 6, size: 1 });
});

test("needs, assets, problems and deadlines are composed", () => {
	assert.deepEqual(judge.needs, ["wasi"]);
	assert.deepEqual(judge.assets, counter.assets);
	assert.deepEqual(judge.problems, counter.problems);
	assert.deepEqual(judge.deadline, { base: 3_000, perKiB: 10, most: 3_600_000 });
});

test("a problem of a step has the name of the step", async () => {
	await assert.rejects(ask(""), (error) => {
		assert.ok(Problem.is(error));
		assert.equal(error.code, "no-letters");
		assert.deepEqual(error.members, { step: "vowels", seen: 0 });
		return true;
	});
	await assert.rejects(ask("x".repeat(101)), (error) => {
		assert.ok(Problem.is(error));
		assert.equal(error.code, "content-too-large");
		assert.deepEqual(error.members, { step: "vowels", maxBytes: 100 });
		return true;
	});
	await assert.rejects(ask("schema"), { code: "invalid-input" });
});

for (const [input, message] of [
	["kind", "vowels: its text/plain must be a string"],
	["parameters", /^vowels: its parameters are wrong: \/letter /],
	["unknown", "vowels: its parameters are wrong: /lettre is not declared"],
	["type", "vowels: it has no input text/html"],
	["bytes", "adder: it has no output image/png"],
	["bugged", /^vowels: the result does not match the output schema: \/count must be a whole number/],
] as const)
	test(`a mistake in the use of a mill is a crash with the name of the step: ${input}`, async () => {
		await assert.rejects(ask(input), (error) => {
			assert.ok(error instanceof Crash, String(error));
			const told = error.forAuthor ?? error.message;
			if (typeof message === "string") assert.equal(told, message);
			else assert.match(told, message);
			return true;
		});
	});

test("another version of a used mill is another digest", async () => {
	const newer = { ...judge, uses: { ...judge.uses, adder: { ...adder, version: "2.0.0" } } };
	assert.notEqual(await millDigest(judge, undefined), await millDigest(newer, undefined));
});

test("uses accepts only mills", () => {
	const { name, version, summary, input, output, run } = judge;
	const define = (uses: unknown) => defineMill({ name, version, summary, input, output, run, uses } as never);
	assert.throws(() => define([]), /uses must be an object of mills/);
	assert.throws(() => define({ x: { name: "x" } }), /"x" in uses is not a mill that defineMill returned/);
});

test("a mill that starts a program is no step of another, which is said when that one is defined", () => {
	const facts = {
		version: "1.0.0",
		summary: "Starts a program.",
		input: { "text/plain": text() },
		output: Type.Object({ text: Type.String() }),
	};
	const sorter = defineMill({ ...facts, name: "line-sorter", run: command(["sort"]) });
	const scorer = defineMill({
		...facts,
		name: "scorer",
		run: python(new URL("file:///mills/scorer.py"), "score"),
	});
	for (const used of [sorter, scorer])
		assert.throws(
			() =>
				defineMill({
					...facts,
					name: "user",
					uses: { step: used },
					run: async (_, { uses }) => uses.step("x"),
				}),
			{
				name: "TypeError",
				message:
					'defineMill: "step" in uses runs command(…) or python(…), which a mill cannot use. Let callers call it.',
			},
		);
});
