import assert from "node:assert/strict";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { DescriptorWriter } from "./descriptor-writer.js";

test("bytes are written in their order, large ones in the background", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "gristmill-writer-"));
	t.after(() => rmSync(folder, { recursive: true }));
	const file = join(folder, "written");
	const descriptor = openSync(file, "w");
	const writer = new DescriptorWriter(descriptor, () => assert.fail("the file is lost"));
	const pieces = [3, 3_000_000, 5, 0, 70_000, 9].map((size, i) => Buffer.alloc(size, i + 1));
	const flushed: number[] = [];
	writer.write(pieces[0] as Buffer, () => flushed.push(0));
	assert.deepEqual(flushed, [0], "small bytes are written at once");
	await new Promise<void>((done) => {
		for (const [i, piece] of pieces.entries())
			if (i > 0)
				writer.write(piece, () => {
					flushed.push(i);
					if (i === pieces.length - 1) done();
				});
		assert.deepEqual(flushed, [0], "nothing overtakes bytes in the background");
	});
	closeSync(descriptor);
	assert.deepEqual(flushed, [0, 1, 2, 3, 4, 5]);
	assert.ok(readFileSync(file).equals(Buffer.concat(pieces)));
});

test("a reader that is gone is told once for each write, and nothing hangs", async () => {
	let lost = 0;
	// No such descriptor is open.
	const writer = new DescriptorWriter(1_000_000, () => lost++);
	writer.write(Buffer.alloc(1));
	assert.equal(lost, 1);
	await new Promise<void>((done) => writer.write(Buffer.alloc(100_000), done));
	assert.equal(lost, 2);
});
