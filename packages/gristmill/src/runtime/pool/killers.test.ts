import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { defineMill, Type, text } from "../../index.js";
import { ManualClock } from "../../testing/manual-clock.js";
import { EqualCall, Killers } from "./killers.js";

const mill = defineMill({
	name: "a-tester",
	version: "1.0.0",
	summary: "Exists.",
	input: { "text/plain": text() },
	output: Type.Object({}),
	run: () => ({}),
});

const callOf = (body: string, parameters = {}) =>
	new EqualCall(
		mill,
		{
			mediaType: "text/plain",
			charset: undefined,
			parameters,
			resultType: "application/json",
			links: undefined,
			body: Buffer.from(body),
		},
		2_000,
	);

test("equal calls are refused for a while after the second lost worker", () => {
	const clock = new ManualClock();
	const killers = new Killers(clock);
	assert.equal(killers.add(callOf("die"), "crash"), false);
	assert.equal(killers.refused(callOf("die")), undefined);
	assert.equal(killers.kills(callOf("die")), 1);
	assert.equal(killers.add(callOf("die"), "deadline"), true);
	assert.equal(killers.refused(callOf("die")), "deadline");
	assert.equal(killers.refused(callOf("lie")), undefined, "another one of the same size");
	assert.equal(killers.refused(callOf("die", { loud: true })), undefined);
	clock.advance(61_999);
	assert.equal(killers.refused(callOf("die")), "deadline");
	clock.advance(1);
	assert.equal(killers.refused(callOf("die")), undefined);
	assert.equal(killers.size, 0);
});

test("a call that succeeds is forgotten", () => {
	const killers = new Killers(new ManualClock());
	killers.add(callOf("die"), "crash");
	killers.forget(callOf("die"));
	assert.equal(killers.kills(callOf("die")), 0);
	assert.equal(killers.size, 0);
});

test("a thousand calls are remembered, and then the oldest is forgotten", () => {
	const killers = new Killers(new ManualClock());
	for (let i = 0; i < 1_500; i++) killers.add(callOf(`die ${i}`), "crash");
	assert.equal(killers.size, 1_000);
	assert.equal(killers.kills(callOf("die 499")), 0);
	assert.equal(killers.kills(callOf("die 500")), 1);
});
