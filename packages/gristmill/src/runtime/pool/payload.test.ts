import assert from "node:assert/strict";
import { test } from "node:test";
import { type FromWorker, isFromWorker, type ToWorker } from "./messages.js";
import { packFromWorker, packToWorker, unpackFromWorker, unpackToWorker } from "./payload.js";
import { frame } from "./wire.js";

const call = (text: string) => ({
	mediaType: "text/plain",
	charset: undefined,
	parameters: { language: "en", limit: 3 },
	resultType: "application/json" as const,
	links: undefined,
	body: Buffer.from(text),
});

/** The other side reads JSON, so members that are undefined are missing there. */
const throughJson = (message: unknown) => JSON.parse(JSON.stringify(message));

for (const [what, message] of [
	["a call", { type: "calls", mode: "single", mill: "echoer", calls: [{ id: 1, call: call("äöü") }] }],
	[
		"a call without a body",
		{ type: "calls", mode: "single", mill: "echoer", calls: [{ id: 1, call: call("") }] },
	],
	[
		"a batch",
		{
			type: "calls",
			mode: "batch",
			mill: "echoer",
			calls: ["one", "", "three"].map((text, id) => ({ id, call: call(text) })),
		},
	],
	[
		"a row of calls, some of which differ only in their bodies",
		{
			type: "calls",
			mode: "row",
			mill: "echoer",
			calls: [
				{ id: 10, call: { ...call("one"), parameters: {} } },
				{ id: 12, call: { ...call("two"), parameters: {} } },
				{ id: 11, call: { ...call(""), parameters: {} } },
				{ id: 14, call: { ...call("four"), parameters: {}, charset: "latin1" } },
				{ id: 15, call: { ...call("five"), parameters: {}, maxOutput: 5 } },
				{ id: 16, call: { ...call("six"), parameters: {}, maxOutput: 5, links: "{}" } },
				{ id: 17, call: { ...call("seven"), parameters: {}, maxOutput: 5, links: "{}" } },
				{ id: 18, call: call("eight") },
				{ id: 19, call: call("nine") },
				{ id: 20, call: { ...call("ten"), parameters: {}, resultType: "application/xml" } },
				{ id: 21, call: { ...call("eleven"), parameters: {}, mediaType: "text/html" } },
			],
		},
	],
	["a recall", { type: "recall", number: 1, ids: [7] }],
] as const satisfies [string, ToWorker][])
	test(`${what} reaches the worker as it was sent`, () => {
		const { message: sent, bytes } = packToWorker(message);
		assert.doesNotMatch(JSON.stringify(sent), /"data"/);
		const received = unpackToWorker(throughJson(sent), bytes ?? new Uint8Array());
		assert.deepEqual(throughJson(received), throughJson(message));
		if (received.type === "calls") {
			assert.ok(received.calls.every(({ call }) => Buffer.isBuffer(call.body)));
			const parameters = new Set(received.calls.map(({ call }) => call.parameters));
			assert.equal(parameters.size, received.calls.length, "a mill could change those of another call");
		}
	});

const done = (id: number, text: string) =>
	({ type: "done", id, micros: 5, content: Buffer.from(text) }) as const;
const problem = {
	type: "problem",
	id: 3,
	code: "no-words",
	detail: undefined,
	members: {},
	micros: 1,
} as const;

/** The order of answers does not matter. */
const sortedAnswers = (message: FromWorker) =>
	message.type === "answers"
		? { ...message, answers: message.answers.toSorted((a, b) => a.id - b.id) }
		: message;

for (const [what, message] of [
	["a result", { type: "answers", answers: [done(1, "{}")] }],
	["an empty result", { type: "answers", answers: [done(1, "")] }],
	["several answers", { type: "answers", answers: [done(1, "a"), problem, done(2, ""), done(4, "bc")] }],
	["calls that are not begun", { type: "returned", number: 1, ids: [3] }],
] as const satisfies [string, FromWorker][])
	test(`${what} reaches the server as it was sent`, () => {
		const { message: sent, bytes } = packFromWorker(message);
		const received = unpackFromWorker(throughJson(sent), bytes ?? new Uint8Array());
		assert.ok(isFromWorker(received));
		assert.deepEqual(throughJson(sortedAnswers(received)), throughJson(sortedAnswers(message)));
	});

for (const forged of [
	{ answers: [], done: { ids: [1], micros: [1], sizes: [5] } },
	{ answers: [], done: { ids: [1], micros: [1], sizes: [-1] } },
	{ answers: [], done: { ids: [1], micros: [1], sizes: ["1"] } },
	{ answers: [], done: { ids: [1], micros: [1], sizes: [] } },
	{ answers: [], done: { ids: [1], micros: [], sizes: [1] } },
	{ answers: [], done: { ids: ["1"], micros: [1], sizes: [1] } },
	{ answers: [], done: { ids: [1, 2], micros: [1, 1], sizes: [3, 2] } },
	{ answers: [{ type: "done", id: 1, micros: 1 }] },
	{ answers: [null] },
	{ answers: [{ type: "problem", id: 1 }] },
	{ answers: [{ type: "crash" }] },
	{ answers: "none" },
])
	test(`answers that a mill has forged are no message: ${JSON.stringify(forged)}`, () => {
		const received = unpackFromWorker({ type: "answers", ...forged }, Buffer.from("1234"));
		assert.equal(isFromWorker(received), false);
	});

test("answers without the results that a mill has forged are none", () => {
	for (const done of [undefined, null, 1, {}, { ids: [1] }]) {
		const received = unpackFromWorker({ type: "answers", answers: [], done }, Buffer.from("1234"));
		assert.deepEqual(received, { type: "answers", answers: [] });
	}
});

test("a message of a mill that is no object is no message", () => {
	for (const value of [null, 1, "done", [], true])
		assert.equal(isFromWorker(unpackFromWorker(value, new Uint8Array())), false);
});

test("a small call is one piece, without base64", () => {
	const { message, bytes } = packToWorker({
		type: "calls",
		mode: "single",
		mill: "echoer",
		calls: [{ id: 1, call: call("grist") }],
	});
	assert.ok(frame(message, bytes).includes("grist"));
});
