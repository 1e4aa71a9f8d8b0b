import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { openPicture } from "./picture.js";

const bare = (width: number) =>
	sharp({ create: { width, height: Math.round(width / 4), channels: 3, background: "#678" } });

test("a JPEG is decoded up to a half larger than requested if libjpeg reads no more pixels for it", async () => {
	const widths = await Promise.all(
		[500, 1000, 2400, 3000, 4000, 6000].map(async (width) => {
			const picture = await openPicture(sharp, await bare(width).jpeg().toBuffer(), "image/jpeg");
			return (await picture.decode(640)).width;
		}),
	);
	assert.deepEqual(widths, [500, 640, 800, 960, 800, 666]);
});

test("a format that cannot shrink while decoding is decoded to the requested size", async () => {
	const picture = await openPicture(sharp, await bare(4000).png().toBuffer(), "image/png");
	assert.equal((await picture.decode(640)).width, 640);
});
