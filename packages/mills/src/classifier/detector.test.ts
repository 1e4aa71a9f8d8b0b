import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import sharp from "sharp";
import { loadModel } from "./classify.js";
import { refine } from "./detector.js";
import { openPicture } from "./picture.js";

const MODELS = new URL("../../models/classifier/", import.meta.url);

test("a candidate is located again in its surroundings, and dropped where nothing is found", async () => {
	const model = await loadModel(MODELS);
	const face = await sharp(readFileSync(new URL("example.jpg", MODELS)))
		.resize(240)
		.toBuffer();
	const scene = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#5a6e78" } })
		.composite([{ input: face, left: 20, top: 120 }])
		.jpeg()
		.toBuffer();
	const raster = await (await openPicture(model.sharp, scene, "image/jpeg")).decode(640);
	const candidate = { score: 0.5, x: 145, y: 215, side: 110, share: 0.17, angle: 0 };
	const found = await refine(model.detector, raster, candidate);
	assert.ok(found && found.score > 0.8, `${found?.score}`);
	assert.ok(Math.hypot(found.x - 145, found.y - 215) < 40);
	// The plain wall beside it, as a candidate of either size that needs a second look.
	for (const share of [0.1, 0.17])
		assert.equal(await refine(model.detector, raster, { ...candidate, x: 500, share }), undefined);
	// What fills a third of its view is located exactly: the face network decides.
	const large = { ...candidate, x: 500, share: 0.4 };
	assert.equal(await refine(model.detector, raster, large), large);
});
