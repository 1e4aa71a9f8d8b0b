import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { ArrivingBytes, wholeOf } from "./arriving.js";

/** A reader that notes what it is told. */
function noting() {
	const told: string[] = [];
	const reader = {
		piece: (bytes: Uint8Array) => told.push(Buffer.from(bytes).toString()),
		end: () => told.push("end"),
		failed: (error: Error) => told.push(`failed: ${error.message}`),
	};
	return { told, reader };
}

const push = (bytes: ArrivingBytes, ...pieces: string[]) => {
	for (const piece of pieces) bytes.push(Buffer.from(piece));
};

test("readers get every piece, those before they came included", () => {
	const bytes = new ArrivingBytes(6);
	bytes.expect(3);
	const readers = [noting(), noting(), noting()] as const;
	bytes.read(readers[0].reader);
	push(bytes, "ab");
	bytes.read(readers[1].reader);
	push(bytes, "cd");
	assert.equal(bytes.arrived, 4);
	push(bytes, "ef");
	bytes.read(readers[2].reader);
	for (const { told } of readers) assert.deepEqual(told, ["ab", "cd", "ef", "end"]);
});

test("nothing is kept once every reader has come, and one more is refused", async () => {
	const bytes = new ArrivingBytes(4);
	bytes.expect(1);
	bytes.read(noting().reader);
	push(bytes, "ab");
	assert.throws(() => bytes.read(noting().reader), /More readers came/);
	await assert.rejects(bytes.whole(), /More readers came/);
});

test("one more reader may be announced before the expected one comes, and gets every piece", async () => {
	const bytes = new ArrivingBytes(4);
	bytes.expect(1);
	push(bytes, "ab");
	bytes.expectMore();
	const whole = bytes.whole();
	push(bytes, "cd");
	const { told, reader } = noting();
	bytes.read(reader);
	assert.deepEqual(told, ["ab", "cd", "end"]);
	assert.equal(Buffer.from(await whole).toString(), "abcd");
});

test("bytes without a reader are dropped", () => {
	const bytes = new ArrivingBytes(4);
	let isOver = false;
	bytes.onEnd = () => {
		isOver = true;
	};
	push(bytes, "ab", "cd");
	assert.equal(isOver, true);
	assert.throws(() => bytes.read(noting().reader), /More readers came/);
});

test("a reader that stops is told no more, and the others are", () => {
	const bytes = new ArrivingBytes(4);
	bytes.expect(2);
	const [leaving, staying] = [noting(), noting()];
	const stop = bytes.read(leaving.reader);
	bytes.read(staying.reader);
	push(bytes, "ab");
	stop();
	push(bytes, "cd");
	assert.deepEqual(leaving.told, ["ab"]);
	assert.deepEqual(staying.told, ["ab", "cd", "end"]);
});

test("a failure reaches every reader once, and what comes after it is ignored", async () => {
	const bytes = new ArrivingBytes(4);
	bytes.expect(3);
	const [early, late] = [noting(), noting()];
	bytes.read(early.reader);
	const whole = bytes.whole();
	push(bytes, "ab");
	bytes.fail(new Error("the stone broke"));
	push(bytes, "cd");
	bytes.read(late.reader);
	assert.deepEqual(early.told, ["ab", "failed: the stone broke"]);
	assert.deepEqual(late.told, ["failed: the stone broke"]);
	await assert.rejects(whole, /the stone broke/);
});

test("the end is told to the owner first", () => {
	const bytes = new ArrivingBytes(2);
	bytes.expect(1);
	const { told, reader } = noting();
	bytes.read(reader);
	bytes.onEnd = () => told.push("owner");
	push(bytes, "ab");
	assert.deepEqual(told, ["ab", "owner", "end"]);
});

test("those who want all of it share one copy", async () => {
	const bytes = new ArrivingBytes(4);
	bytes.expect(3);
	const first = bytes.whole();
	push(bytes, "a", "bcd");
	const [one, two] = await Promise.all([first, bytes.whole()]);
	assert.equal(Buffer.from(one).toString(), "abcd");
	assert.equal(one, two);
	assert.equal(await wholeOf(bytes), one);
	assert.equal(wholeOf("text"), "text");
});
