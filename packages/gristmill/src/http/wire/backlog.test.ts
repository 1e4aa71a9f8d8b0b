import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { Backlog } from "./backlog.js";

test("waiting bytes come out unchanged, and their memory is freed", () => {
	const backlog = new Backlog();
	const pieces = [1, 70_000, 300_000, 5, 262_144].map((length, i) => new Uint8Array(length).fill(i + 1));
	const shared = new Uint8Array(10).fill(9);
	for (const piece of pieces) backlog.add(piece);
	backlog.share(shared);
	backlog.add(pieces[0] as Uint8Array);
	const expected = Buffer.concat([...pieces, shared, new Uint8Array([1])]);
	assert.equal(backlog.length, expected.length);
	const out: Buffer[] = [];
	const buffers: ArrayBufferLike[] = [];
	for (let next = backlog.take(); next; next = backlog.take()) {
		out.push(Buffer.from(next.bytes));
		if (next.bytes !== shared && next.bytes.buffer !== shared.buffer) buffers.push(next.bytes.buffer);
		next.free();
	}
	assert.ok(Buffer.concat(out).equals(expected));
	assert.equal(backlog.length, 0);
	assert.ok(buffers.length > 2 && buffers.every(({ byteLength }) => byteLength === 0));
	// The piece of others is left alone.
	assert.equal(shared.byteLength, 10);
});

test("a backlog that was dropped is empty", () => {
	const backlog = new Backlog();
	backlog.add(new Uint8Array(1_000_000));
	backlog.clear();
	assert.deepEqual([backlog.length, backlog.take()], [0, undefined]);
});
