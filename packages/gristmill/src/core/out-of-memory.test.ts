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

test("an error of CUDA is of memory if CUDA says so, whatever its name", () => {
	const told = (name: string, message: string) => Object.assign(new Error(message), { name });
	const long = "CUDA error: out of memory\nCUDA kernel errors might be reported at another call";
	for (const name of ["AcceleratorError", "RuntimeError"]) {
		assert.ok(isOutOfMemory(told(name, long)));
		assert.ok(isOutOfMemory(new Error("outer", { cause: told(name, long) })));
		assert.ok(!isOutOfMemory(told(name, "CUDA error: an illegal memory access was encountered")));
	}
	assert.ok(!isOutOfMemory(told("ValueError", "the text says CUDA error: out of memory")));
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
