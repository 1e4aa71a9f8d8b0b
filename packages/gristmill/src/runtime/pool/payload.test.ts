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
	["a call", { type: "call", id: 1, mill: "echoer", call: call("äöü") }],
	["a call without a body", { type: "call", id: 1, mill: "echoer", call: call("") }],
	[
		"a batch",
		{
			type: "batch",
			inARow: false,
			id: 4,
			mill: "echoer",
			calls: ["one", "", "three"].map((text, id) => ({ id, call: call(text) })),
		},
	],
	["a cancellation", { type: "cancel", id: 7 }],
] as const satisfies [string, ToWorker][])
	test(`${what} reaches the worker as it was sent`, () => {
		const { message: sent, bytes } = packToWorker(message);
		assert.doesNotMatch(JSON.stringify(sent), /"data"/);
		const received = unpackToWorker(throughJson(sent), bytes ?? new Uint8Array());
		assert.deepEqual(throughJson(received), throughJson(message));
		if (received.type === "call") assert.ok(Buffer.isBuffer(received.call.body));
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

for (const [what, message] of [
	["a result", done(1, "{}")],
	["an empty result", done(1, "")],
	["a problem", problem],
	[
		"the answers to a batch",
		{ type: "answers", id: 9, answers: [done(1, "a"), problem, done(2, ""), done(4, "bc")] },
	],
] as const satisfies [string, FromWorker][])
	test(`${what} reaches the server as it was sent`, () => {
		const { message: sent, bytes } = packFromWorker(message);
		const received = unpackFromWorker(throughJson(sent), bytes ?? new Uint8Array());
		assert.ok(isFromWorker(received));
		const plain = (value: unknown) => JSON.parse(JSON.stringify(value).replace(/,"size":\d+/g, ""));
		assert.deepEqual(plain(received), plain(message));
	});

for (const answers of [
	[{ type: "done", id: 1, micros: 1, size: 5 }],
	[{ type: "done", id: 1, micros: 1, size: -1 }],
	[{ type: "done", id: 1, micros: 1 }],
	[null],
	"none",
])
	test(`answers that a mill has forged are no message: ${JSON.stringify(answers)}`, () => {
		const received = unpackFromWorker({ type: "answers", id: 1, answers }, Buffer.from("1234"));
		assert.equal(isFromWorker(received), false);
	});

test("a message of a mill that is no object is no message", () => {
	for (const value of [null, 1, "done", [], true])
		assert.equal(isFromWorker(unpackFromWorker(value, new Uint8Array())), false);
});

test("a small call is one piece, without base64", () => {
	const { message, bytes } = packToWorker({ type: "call", id: 1, mill: "echoer", call: call("grist") });
	assert.ok(frame(message, bytes).includes("grist"));
});
