import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { MiB } from "../../core/definition/limits.js";
import { nextTurn, SLICE } from "../../core/in-slices.js";
import { Cancellation } from "../cancellation.js";
import { CallerGone } from "../failures.js";
import { ArrivingBytes } from "../pool/arriving.js";
import { ProcessUse } from "./process-use.js";

test("a large result is copied slice by slice, and the mill is not called before the end", async () => {
	const one = new ProcessUse();
	const copy = one.copy(Buffer.alloc(5 * MiB + 1, "grist"), new Cancellation());
	assert.ok(copy instanceof ArrivingBytes);
	const sizes: number[] = [];
	const turns: number[] = [];
	let turn = 0;
	copy.read({
		piece: ({ byteLength }) => {
			sizes.push(byteLength);
			turns.push(turn);
		},
		end: () => {},
		failed: assert.fail,
	});
	while (one.copying) {
		await nextTurn();
		turn++;
	}
	assert.deepEqual(sizes, [SLICE, SLICE, SLICE, SLICE, SLICE, 1]);
	assert.ok(new Set(turns).size >= turns.length - 1, "each in its own turn");
});

test("while a mill that uses this one runs, the result is copied at once: the other may write to it", () => {
	const one = new ProcessUse();
	const other = new ProcessUse([one]);
	other.enter();
	const content = Buffer.alloc(5 * MiB, "a");
	const copy = one.copy(content, new Cancellation());
	content.fill("b");
	assert.ok(!(copy instanceof ArrivingBytes) && copy.every((byte) => byte === 97));
	other.leave();
	assert.ok(one.copy(content, new Cancellation()) instanceof ArrivingBytes);
	assert.ok(other.copying, "and neither may begin");
});

test("copying ends when the caller leaves", async () => {
	const one = new ProcessUse();
	const caller = new Cancellation();
	const copy = one.copy(Buffer.alloc(50 * MiB), caller) as ArrivingBytes;
	caller.abort();
	await assert.rejects(copy.whole(), CallerGone);
	await one.copying;
	assert.ok(copy.arrived <= 2 * SLICE);
});
