import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { type Frame, frameParts, readFrames } from "./frames.js";

for (const size of [0, 1, 65_535, 65_536, 200_000])
	test(`a frame with a body of ${size} bytes is read as it was written, with the one behind it`, () => {
		const pipe = new PassThrough();
		const frames: Frame[] = [];
		readFrames(
			pipe,
			(frame) => frames.push({ ...frame, body: Buffer.from(frame.body) }),
			() => assert.fail("it is not a frame"),
		);
		const body = Buffer.alloc(size, "añ");
		const bytes = Buffer.concat([
			...frameParts(7, { mediaType: "text/plain", name: "ñ" }, body),
			...frameParts(8, {}, new Uint8Array()),
		]);
		// In pieces that divide heads and bodies.
		for (let at = 0; at < bytes.length; at += 9_973) pipe.write(bytes.subarray(at, at + 9_973));
		while (pipe.read() !== null);
		assert.deepEqual(frames, [
			{ id: 7, head: { mediaType: "text/plain", name: "ñ" }, body },
			{ id: 8, head: {}, body: Buffer.alloc(0) },
		]);
	});
