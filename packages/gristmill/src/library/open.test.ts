import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ProblemDocument } from "../core/problem-document.js";
import { binary } from "../core/schema/binary.js";
import {
	bytes,
	createFetchHandler,
	defineMill,
	form,
	json,
	open,
	optional,
	Problem,
	Type,
	text,
} from "../index.js";

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

const counter = defineMill({
	name: "letter-counter",
	version: "1.0.0",
	summary: "Counts the letters of a text, or of the texts in a list.",
	input: {
		"text/plain": text({ maxBytes: 20 }),
		"application/json": json(Type.Array(Type.String())),
	},
	parameters: Type.Object({ times: Type.Integer({ minimum: 1, default: 1 }) }),
	output: Type.Object({ letters: Type.Integer(), type: Type.String() }),
	problems: { "no-letters": { status: 422, title: "No letters", todo: "Send a text with letters." } },
	examples: [{ input: "mill", output: { letters: 4, type: "text/plain" } }],
	run: (input, { parameters, mediaType }) => {
		const letters = [input].flat().join("").length;
		if (letters === 0) throw new Problem("no-letters");
		if (letters === 13) throw new Error("thirteen");
		return { letters: letters * parameters.times, type: mediaType };
	},
});

const drawer = defineMill({
	name: "dot-drawer",
	version: "1.0.0",
	summary: "Draws a dot.",
	input: { "application/octet-stream": bytes() },
	output: Type.Object({ picture: binary("image/png"), list: Type.Array(Type.Integer()) }),
	run: (input) => ({ picture: PNG, list: Int32Array.from(input) }),
});

const joiner = defineMill({
	name: "part-joiner",
	version: "1.0.0",
	summary: "Joins the parts of a form.",
	input: {
		"multipart/form-data": form({
			a: text({ types: ["text/plain"] }),
			b: optional(text({ types: ["text/plain"] })),
		}),
	},
	output: Type.Object({ joined: Type.String() }),
	run: ({ a, b }) => ({ joined: `${a}${b ?? "-"}` }),
});

/** A call that never ends, unless its signal is aborted. */
const waiter = defineMill({
	name: "call-waiter",
	version: "1.0.0",
	summary: "Waits.",
	input: { "text/plain": text() },
	output: Type.Object({ aborted: Type.Boolean() }),
	run: (_, { signal }) =>
		new Promise<{ aborted: boolean }>((resolve) => {
			signal.addEventListener("abort", () => resolve({ aborted: signal.aborted }));
		}),
});

/** The problem that a call throws. */
async function problemOf(call: Promise<unknown>): Promise<Problem> {
	try {
		await call;
	} catch (error) {
		assert.ok(Problem.is(error), String(error));
		return error;
	}
	throw new assert.AssertionError({ message: "The call gave a result." });
}

describe("a mill that was opened", () => {
	test("is a function of the input and the parameters", async () => {
		await using count = await open(counter);
		assert.deepEqual(await count("four"), { letters: 4, type: "text/plain" });
		assert.deepEqual(await count("four", { times: 2 }), { letters: 8, type: "text/plain" });
		assert.deepEqual(await count(["a", "bc"]), { letters: 3, type: "application/json" });
		assert.equal(count.name, "letter-counter");
		assert.equal(count.mill.version, "1.0.0");
	});

	test("takes bytes that are not decoded yet, if the media type says so", async () => {
		await using count = await open(counter);
		const json = Buffer.from('["abc"]') as never;
		assert.deepEqual(await count(json), { letters: 7, type: "text/plain" });
		const options = { mediaType: "application/json" };
		assert.deepEqual(await count(json, {}, options), { letters: 3, type: "application/json" });
		await using jsonOnly = await open(counter, options);
		assert.equal((await jsonOnly(["word"])).letters, 4);
	});

	test("gives bytes as Uint8Array, in the result and alone", async () => {
		await using draw = await open(drawer);
		const { picture, list } = await draw(Uint8Array.of(1, 2));
		assert.deepEqual(picture, PNG);
		assert.deepEqual(list, [1, 2]);
		const alone = await draw(Uint8Array.of(1), {}, { accept: "image/png" });
		assert.deepEqual([...alone], [...PNG]);
		assert.notEqual(alone.buffer, PNG.buffer, "the mill may write to its array again");
		const { code, message } = await problemOf(draw(Uint8Array.of(1), {}, { accept: "image/webp" }));
		assert.equal(code, "not-acceptable");
		assert.match(message, /This mill gives image\/png, and accept is image\/webp\./);
	});

	test("takes the parts of a form by name", async () => {
		await using join = await open(joiner);
		assert.deepEqual(await join({ a: "x", b: "y" }), { joined: "xy" });
		assert.deepEqual(await join({ a: "x" } as never), { joined: "x-" });
		const stray = await problemOf(join({ a: "x", c: "y" } as never));
		assert.match(stray.message, /no part "c"\. Its parts are a, b\./);
		assert.equal((await problemOf(join({} as never))).code, "invalid-input");
	});

	test("throws the problems of a server, with their code, text, title and status", async (t) => {
		const handle = await createFetchHandler([counter], { log: () => {} });
		t.after(() => handle.close());
		await using count = await open(counter);
		const cases: [input: unknown, parameters: Record<string, unknown>, query: string][] = [
			["", {}, ""],
			["a text that is too long for it", {}, ""],
			[["a", 1], {}, ""],
			["a", { times: 0 }, "?times=0"],
			["a", { times: "x" }, "?times=x"],
			["a", { tims: 1 }, "?tims=1"],
		];
		for (const [input, parameters, query] of cases) {
			const isText = typeof input === "string";
			const response = await handle(
				new Request(`http://localhost/letter-counter${query}`, {
					method: "POST",
					headers: { "Content-Type": isText ? "text/plain" : "application/json" },
					body: isText ? input : JSON.stringify(input),
				}),
			);
			const { code, detail, type: _, instance: __, ...members } = (await response.json()) as ProblemDocument;
			const problem = await problemOf(count(input as never, parameters as never));
			assert.deepEqual(
				{ code: problem.code, detail: problem.detail, ...problem.members },
				{ code, detail, ...members },
			);
		}
	});

	test("tells what is wrong with an input that it does not take", async () => {
		await using count = await open(counter);
		await using draw = await open(drawer);
		const messages = [
			await problemOf(count(undefined as never)),
			await problemOf(count(new URL("file:///etc/passwd") as never)),
			await problemOf(draw("text" as never)),
			await problemOf(count("a", {}, { mediaType: "text/html" })),
			await problemOf(count([1n] as never)),
			await problemOf(count("a", "times" as never)),
			await problemOf(count("a", { times: null } as never)),
		].map(({ message }) => message);
		assert.deepEqual(messages, [
			"unsupported-media-type: This mill takes text/plain or application/json, and the input is missing.",
			"unsupported-media-type: This mill takes text/plain or application/json, and the input is a URL: read the file, and give its bytes.",
			"unsupported-media-type: This mill takes application/octet-stream, and the input is a string.",
			"unsupported-media-type: This mill takes text/plain or application/json, and mediaType is text/html.",
			"invalid-input: The input cannot be written as JSON: Do not know how to serialize a BigInt.",
			"bad-parameter: The parameters are not an object. Give them by name, as { name: value }.",
			'bad-parameter: The parameter "times" is null, and must be a text, a number, a boolean or a list of these. Leave it out for its default.',
		]);
	});

	test("tells the caller why it crashed", async () => {
		await using count = await open(counter);
		const problem = await problemOf(count("thirteen text"));
		assert.equal(problem.message, 'crashed: The mill "letter-counter" failed: run threw.');
		assert.equal((problem.cause as Error).message, "thirteen");
		assert.equal(problem.members.status, 500);
	});

	test("ends a call with the reason of the signal", async () => {
		await using wait = await open(waiter);
		const leaving = new AbortController();
		const call = wait("x", {}, { signal: leaving.signal });
		leaving.abort(new Error("enough"));
		await assert.rejects(call, /^Error: enough$/);
		await assert.rejects(wait("x", {}, { signal: AbortSignal.abort(new Error("before")) }), /before/);
		await using shut = await open(waiter, { signal: leaving.signal }).catch((error) => {
			assert.match(String(error), /enough/);
			return wait;
		});
		assert.equal(shut, wait);
	});

	test("calls many inputs in order, and a problem is the outcome of its input", async () => {
		await using count = await open(counter);
		const seen: unknown[] = [];
		for await (const { index, input, output, problem } of count.many(["a", "", "bcd"], { times: 2 }))
			seen.push([index, input, output?.letters ?? problem?.code]);
		assert.deepEqual(seen, [
			[0, "a", 2],
			[1, "", "no-letters"],
			[2, "bcd", 6],
		]);
	});

	test("reads many inputs only as fast as outcomes are consumed", async () => {
		await using count = await open(counter);
		let read = 0;
		function* endless() {
			for (;;) {
				read++;
				yield "x";
			}
		}
		for await (const { index } of count.many(endless())) if (index === 2) break;
		assert.ok(read <= 4, String(read));
	});

	test("gives the documents of a server", async (t) => {
		const handle = await createFetchHandler([counter], { log: () => {} });
		t.after(() => handle.close());
		await using count = await open(counter);
		const get = async (document: string) =>
			handle(new Request(`http://localhost/letter-counter/$${document}`, { headers: { Accept: "*/*" } }));
		assert.deepEqual(await count.schema(), await (await get("schema")).json());
		assert.equal(await count.describe(), await (await get("description")).text());
		assert.match(await count.describe(), new RegExp(count.digest));
	});

	test("gives what a server gives for odd results, and refuses what is too long", async () => {
		const outputs = [
			{ values: Float32Array.of(0.1, -0) },
			{ values: [-0, 1], note: undefined },
			{ values: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
		];
		const odd = defineMill({
			name: "odd-giver",
			version: "1.0.0",
			summary: "Gives odd results.",
			input: { "application/json": json(Type.Integer()) },
			output: Type.Object({ values: Type.Array(Type.Number()), note: Type.Optional(Type.String()) }),
			maxOutput: 45,
			run: (input) => outputs[input] as { values: number[] },
		});
		await using give = await open(odd);
		assert.deepEqual(await give(0), { values: [Math.fround(0.1), 0] });
		assert.deepEqual(await give(1), { values: [0, 1] });
		assert.deepEqual(await give(2), outputs[2]);
		outputs[2] = { values: Array.from({ length: 20 }, (_, i) => i) };
		assert.match((await problemOf(give(2))).message, /^crashed: .*maxOutput allows 45 bytes/);
	});

	test("runs its examples", async () => {
		await using count = await open(counter);
		const expected = { letters: 4, type: "text/plain" };
		assert.deepEqual(await count.test(), [{ example: 0, agrees: true, expected, actual: expected }]);
	});

	test("refuses calls after it was closed", async () => {
		const count = await open(counter);
		const last = count("last");
		await count.close();
		await count.close();
		assert.equal((await last).letters, 4);
		await assert.rejects(count("x"), { message: 'The mill "letter-counter" is closed. Open it again.' });
		await assert.rejects(count.test(), /is closed/);
		await assert.rejects(count.many(["x"]).next(), /is closed/);
	});
});

test("a mill of another copy of the toolkit is opened, and its problems are problems", async () => {
	const copied = { ...counter, run: () => Promise.reject(copyOf(new Problem("no-letters", "From a copy."))) };
	await using count = await open(copied as unknown as typeof counter);
	assert.equal((await problemOf(count("x"))).detail, "From a copy.");
});

/** The same problem, of a class of its own. */
function copyOf(problem: Problem): Error {
	return Object.assign(new Error(problem.message), { ...problem });
}

test("what is no mill or no option is refused, with the fact first", async () => {
	const cases: [source: unknown, options: object, message: RegExp][] = [
		[7, {}, /^This is no mill: a value of type number\. Open what defineMill returned, /],
		[{}, {}, /^This is no mill: a value of type object\./],
		[counter, { worker: 1 }, /^Unknown option "worker"\. Did you mean "workers"\?$/],
		[counter, { workers: -1 }, /^workers is -1\. Give a whole number/],
		[
			counter,
			{ workers: 1 },
			/^The mill "letter-counter" was given as an object, which workers cannot load\./,
		],
		[counter, { deadline: 5 }, /^"deadline" needs workers: /],
		[
			counter,
			{ mediaType: "text/html" },
			/^The mill "letter-counter" takes .*, and mediaType is text\/html\.$/,
		],
	];
	for (const [source, options, message] of cases)
		await assert.rejects(open(source as string, options), ({ message: said }: Error) => {
			assert.match(said, message);
			return true;
		});
});

// The compiler runs this: a line that compiles although it should not is an error, because of @ts-expect-error.
void (async () => {
	const count = await open(counter);
	const { letters }: { letters: number } = await count("text", { times: 1 });
	// @ts-expect-error: the input is a text or a list of texts.
	await count(7);
	// @ts-expect-error: the parameter is a number.
	await count("text", { times: "x" });
	const alone: Uint8Array = await (await open(drawer))(Uint8Array.of(1), {}, { accept: "image/png" });
	const byName = await open<typeof counter>("letter-counter");
	// @ts-expect-error: there is no such member.
	void (await byName("text")).words;
	void letters;
	void alone;
});

test("what JSON cannot write is refused where the schema would let it through", async () => {
	const giver = defineMill({
		name: "fact-giver",
		version: "1.0.0",
		summary: "Gives facts.",
		input: { "text/plain": text() },
		output: Type.Object({ facts: Type.Record(Type.String(), Type.Unknown()) }),
		run: (input) => ({
			facts: { fact: { nan: Number.NaN, map: new Map(), list: [undefined], plain: "plain" }[input] },
		}),
	});
	const give = await open(giver);
	assert.deepEqual(await give("plain"), { facts: { fact: "plain" } });
	for (const [input, what] of [
		["nan", "/facts/fact is NaN"],
		["map", "/facts/fact is a Map"],
		["list", "/facts/fact/0 is undefined"],
	] as const)
		await assert.rejects(give(input), ({ code, cause }: Problem) => {
			assert.equal(code, "crashed");
			assert.match(String((cause as { forAuthor?: string }).forAuthor ?? cause), new RegExp(what));
			return true;
		});
});
