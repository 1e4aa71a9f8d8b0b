import assert from "node:assert/strict";
import { test } from "node:test";
import { Crash } from "../failures.js";
import { describeCrash } from "./describe-crash.js";

function thrown(secret: string): unknown {
	try {
		return JSON.parse(secret);
	} catch (error) {
		return error;
	}
}

test("what a mill threw is told by its kind and its place, and not by its message", () => {
	for (const secret of ["hunter2", "hunter2\n    at hunter2 (hunter2:1:1)"]) {
		const text = describeCrash(new Crash("run threw", { cause: thrown(secret) }));
		assert.match(text, /^run threw ← SyntaxError\n +at JSON\.parse/);
		assert.match(text, /describe-crash\.test/);
		assert.doesNotMatch(text, /hunter2/);
	}
});

test("the causes of an error are told alike, and what is no error by its type", () => {
	const inner = new RangeError("hunter2", { cause: "hunter2" });
	const text = describeCrash(new Crash("run threw", { cause: new Error("hunter2", { cause: inner }) }));
	assert.match(text, / ← Error\n[\s\S]* ← RangeError\n[\s\S]* ← thrown: string$/);
	assert.doesNotMatch(text, /hunter2/);
});

test("an error whose stack was rewritten is told by its kind alone", () => {
	const error = new TypeError("hunter2");
	error.stack = "hunter2 everywhere";
	assert.match(describeCrash(new Crash("run threw", { cause: error })), / ← TypeError$/);
});

test("a debugger sees the messages, and our own errors are told as they are", () => {
	assert.match(describeCrash(new Crash("run threw", { cause: thrown("hunter2") }), true), /hunter2/);
	assert.match(describeCrash(new Error("of our own")), /of our own/);
	assert.match(describeCrash(new Crash("the answer does not match")), /the answer does not match/);
});

test("an error that is its own cause is described without endless repetition", () => {
	const error = new Error("hunter2");
	error.cause = error;
	assert.match(describeCrash(new Crash("run threw", { cause: error })), / ← Error\n/);
	assert.match(describeCrash(error), /hunter2/);
});

test("what cannot be read is told as such, and its reading throws nothing", () => {
	const trap = () => {
		throw new Error("hunter2");
	};
	const unreadable = Object.defineProperty(new Error(), "name", { get: trap });
	for (const cause of [
		new Proxy({}, { getPrototypeOf: trap }),
		new Proxy(new Error(), { get: trap }),
		unreadable,
	]) {
		const text = describeCrash(new Crash("run threw", { cause }));
		assert.match(text, /^run threw ← thrown: object( that cannot be read)?$/);
	}
});

test("if a message was shortened after the error was made, its original end is not logged", () => {
	const error = new Error("first line hunter2");
	// From here on the stack is a text.
	assert.match(error.stack ?? "", /hunter2/);
	error.message = "first line";
	assert.match(describeCrash(new Crash("run threw", { cause: error })), / ← Error$/);
});
