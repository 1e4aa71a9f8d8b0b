import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { MiB } from "../../core/definition/limits.js";
import type { Kept } from "./answer-store.js";
import { MemoryStore } from "./memory-store.js";

const answer = (body: string | Uint8Array): Kept => ({
	body,
	isZipped: false,
	length: body.length,
	since: 0,
});

/** What an answer takes at least: two bytes for each character, as V8 may need them. */
const leastOf = (key: string, { body }: Kept) =>
	2 * key.length + (typeof body === "string" ? 2 * body.length : body.byteLength);

test("whatever is put and got, keys and bodies never take more than the room, and all that is found is right", () => {
	const body = fc.oneof(
		fc.string({ maxLength: 2_000 }),
		fc.integer({ min: 0, max: 40_000 }).map((size) => new Uint8Array(size)),
	);
	const key = fc.integer({ min: 0, max: 60 }).map((n) => `${n}`.repeat(1 + (n % 100)));
	const step = fc.record({ key, body: fc.option(body) });
	fc.assert(
		fc.property(fc.array(step, { minLength: 50, maxLength: 300 }), (steps) => {
			const store = new MemoryStore(MiB / 4);
			const put = new Map<string, Kept>();
			for (const { key, body } of steps) {
				const found = store.get(key);
				if (found) assert.equal(found.body, put.get(key)?.body);
				if (body === null) continue;
				const kept = answer(body);
				store.put(key, kept);
				put.set(key, kept);
				assert.equal(store.get(key)?.body, kept.body);
				const there = [...put].filter(([key]) => store.get(key));
				const least = there.reduce((sum, [key, kept]) => sum + leastOf(key, kept), 0);
				assert.ok(least + there.length * 100 <= store.bytes && store.bytes <= MiB / 4, `${store.bytes}`);
			}
			store.close();
			assert.equal(store.bytes, 0);
			assert.ok([...put.keys()].every((key) => store.get(key) === undefined));
		}),
		{ numRuns: 20 },
	);
});

test("what was used least recently goes first", () => {
	const store = new MemoryStore(MiB);
	const names = Array.from({ length: 20 }, (_, n) => `answer-${n}`);
	const body = new Uint8Array(50_000);
	for (const name of names.slice(0, 20)) store.put(name, answer(body));
	// Used again, and so the newest of all.
	assert.ok(store.get("answer-0"));
	store.put("answer-20", answer(body));
	store.put("answer-21", answer(body));
	const left = names.filter((name) => store.get(name));
	assert.deepEqual(left, ["answer-0", ...names.slice(3)]);
});

test("an answer of more than a sixteenth of the room is not taken, and what is taken fits", () => {
	const store = new MemoryStore(MiB);
	assert.equal(store.takes(65_536), false);
	assert.equal(store.takes(62_976), true);
	assert.equal(store.takes(62_977), false);
	store.put("k".repeat(1_000), answer(new Uint8Array(62_976)));
	assert.ok(store.bytes <= 65_536);
	store.put("huge", answer(new Uint8Array(2 * MiB)));
	assert.equal(store.get("huge"), undefined);
});

test("an answer that is put again takes its room once", () => {
	const store = new MemoryStore(MiB);
	store.put("key", answer("one"));
	const { bytes } = store;
	store.put("key", answer("two"));
	assert.equal(store.bytes, bytes);
	assert.equal(store.get("key")?.body, "two");
	assert.equal(store.stored, 6);
});

test("more room than half of the heap is refused", () => {
	assert.throws(() => new MemoryStore(3 * MiB, 4 * MiB), {
		name: "RangeError",
		message:
			"keep asks for 3 MiB in one process, and half of its heap is 2 MiB. Keep less, raise --max-old-space-size in NODE_OPTIONS, or use a Redis server.",
	});
});
