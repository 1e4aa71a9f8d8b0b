import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesDifference, shownBytes } from "./compare-bytes.js";

test("equal bytes have no difference; of others the first place is named, wherever it is", () => {
	const old = new Uint8Array(10_000);
	assert.equal(bytesDifference(old, new Uint8Array(10_000)), undefined);
	for (const at of [0, 1, 4095, 4096, 8191, 8192, 9_999]) {
		const fresh = new Uint8Array(10_000);
		fresh[at] = 1;
		fresh[9_999] = 1;
		assert.equal(bytesDifference(old, fresh), `they differ first at byte ${at}`);
	}
	for (const size of [0, 4096, 9_999])
		assert.equal(bytesDifference(old, old.subarray(0, size)), "one is the beginning of the other");
});

test("bytes are shown by their number and type", () => {
	assert.equal(shownBytes(new Uint8Array(1), ""), "1 byte");
	assert.equal(shownBytes(new Uint8Array(1234), "image/png"), "1,234 bytes of image/png");
});
