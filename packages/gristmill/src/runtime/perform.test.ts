import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { defineMill, Problem, Type, text } from "../index.js";
import { Crash } from "./failures.js";
import { describeCrash } from "./loading/describe-crash.js";
import { type Call, perform } from "./perform.js";
import { makeReady } from "./ready-mill.js";

const SECRET = "hunter2";

/** What comes of a call whose mill gives or throws this. */
async function outcome(run: () => unknown, more: Partial<Call> = {}): Promise<unknown> {
	const mill = defineMill({
		name: "giver",
		version: "1.0.0",
		summary: "Gives what it was made with.",
		input: { "text/plain": text() },
		output: Type.Object({ count: Type.Optional(Type.Number()) }),
		problems: { "no-count": { status: 422, title: "No count", todo: "Send something to count." } },
		run: run as () => { count?: number },
	});
	const call: Call = {
		mediaType: "text/plain",
		charset: undefined,
		parameters: {},
		resultType: "application/json",
		links: undefined,
		body: Buffer.from(SECRET),
		...more,
	};
	try {
		return String(await perform(await makeReady(mill), call, () => new AbortController().signal));
	} catch (error) {
		return error;
	}
}

const throwing = () => {
	throw new Error(`cannot count ${SECRET}`);
};

for (const [what, answer] of [
	["a getter that throws", { get count() { return throwing(); } }],
	["a proxy whose traps throw", new Proxy({}, { has: throwing, get: throwing })],
	["a promise of a getter that throws", Promise.resolve({ get count() { return throwing(); } })],
] as const) // biome-ignore format: a table
	test(`${what} is a crash of the mill, and the log does not quote the input`, async () => {
		const error = await outcome(() => answer);
		assert.ok(error instanceof Crash);
		assert.doesNotMatch(describeCrash(error), new RegExp(SECRET));
	});

test("a problem that a getter throws is a crash of the mill", async () => {
	const answer = {
		get count() {
			throw new Problem("unauthorised", "Send credentials.");
		},
	};
	assert.ok((await outcome(() => answer)) instanceof Crash);
});

for (const [what, answer] of [
	["a date", new Date(0)],
	["an object with a method toJSON", new (class Count { count = 1; toJSON() { return { more: 2 }; } })()],
] as const) // biome-ignore format: a table
	test(`${what} is no answer, because what it writes was not checked`, async () => {
		const error = await outcome(() => answer);
		assert.ok(error instanceof Crash);
		assert.match(error.message, /toJSON/);
	});

test("a crash that another copy of this package throws is told as it is, as that of its Python process", async () => {
	const { Crash: Foreign }: { Crash: typeof Crash } = await import(
		`${new URL("./failures.js", import.meta.url)}?copy`
	);
	assert.notEqual(Foreign, Crash);
	const error = await outcome(() => {
		throw new Foreign("the Python process ended by itself: exit code 3");
	});
	assert.equal(describeCrash(error), "the Python process ended by itself: exit code 3");
});

test("an undeclared problem is named in the log by its code, but not by a text in the place of the code", async () => {
	const raising = (code: string) =>
		outcome(() => {
			throw new Problem(code);
		});
	assert.match(describeCrash(await raising("no-flour")), /raised the problem "no-flour", which/);
	assert.doesNotMatch(describeCrash(await raising(`No count in ${SECRET}`)), new RegExp(SECRET));
});

test("the members of a problem are sent as JSON writes them", async () => {
	const members = { count: 1, undone: undefined, again: () => 1, far: Number.POSITIVE_INFINITY };
	const problem = await outcome(() => {
		throw new Problem("no-count", "There is none.", members);
	});
	assert.ok(Problem.is(problem));
	assert.equal(problem.detail, "There is none.");
	assert.deepEqual(problem.members, { count: 1, far: null });
});

const circular: Record<string, unknown> = {};
circular.self = circular;
for (const members of [{ count: 1n }, circular])
	test(`a problem with ${typeof members.count} ${Object.keys(members)} as a member is a crash of the mill`, async () => {
		const error = await outcome(() => {
			throw new Problem("no-count", undefined, members);
		});
		assert.ok(error instanceof Crash);
		assert.match(error.message, /no-count.*JSON/);
	});

test("an answer whose members are all undefined is an empty object, with links and without", async () => {
	assert.equal(await outcome(() => ({ count: undefined })), "{}");
	const links = '{"x":{"href":"y"}}';
	const answer = await outcome(() => ({ count: undefined }), { resultType: "application/hal+json", links });
	assert.deepEqual(JSON.parse(String(answer)), { _links: { x: { href: "y" } } });
});
