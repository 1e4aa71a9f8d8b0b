import assert from "node:assert/strict";
import { test } from "node:test";
import { isOutOfMemory, OutOfMemoryError } from "./out-of-memory.js";

const named = (name: string) => Object.assign(new Error("no room"), { name });

test("an error says by its name, or by that of a cause, that there was too little memory", () => {
	assert.ok(new OutOfMemoryError("no room") instanceof RangeError);
	for (const error of [new OutOfMemoryError(), named("OutOfMemoryError"), named("MemoryError")])
		assert.ok(isOutOfMemory(new Error("outer", { cause: error })) && isOutOfMemory(error));
	for (const error of [new RangeError("no room"), "OutOfMemoryError", undefined, { name: "MemoryError" }])
		assert.ok(!isOutOfMemory(error));
});

test("an error that cannot be read, or that is its own cause, says nothing", () => {
	const unreadable = new Error("no room");
	Object.defineProperty(unreadable, "name", {
		get: () => {
			throw new Error("unreadable");
		},
	});
	const circle = new Error("no room");
	circle.cause = circle;
	assert.ok(!isOutOfMemory(unreadable) && !isOutOfMemory(circle));
});
