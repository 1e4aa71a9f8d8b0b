import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { example, ready } from "../testing/portrait.js";
import type { Model } from "./classify.js";
import { refine } from "./detector.js";
import { findFaces } from "./detector-network.js";
import { openPicture } from "./picture.js";

test("a candidate is located again in its surroundings, and dropped where nothing is found", async () => {
	const model = (await ready()).model as Model;
	const face = await sharp(example).resize(240).toBuffer();
	const scene = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#5a6e78" } })
		.composite([{ input: face, left: 20, top: 120 }])
		.jpeg()
		.toBuffer();
	const raster = await (await openPicture(model.sharp, scene, "image/jpeg")).decode(640);
	const candidate = { score: 0.5, x: 145, y: 215, side: 110, share: 0.17, angle: 0 };
	const whole = { x: 320, y: 240, side: 640, angle: 0 };
	const found = await refine(model.detector, raster, candidate, whole);
	assert.ok(found && found.score > 0.8, `${found?.score}`);
	assert.ok(Math.hypot(found.x - 145, found.y - 215) < 40);
	// The plain wall beside it, as a candidate of either size that needs a second look.
	for (const share of [0.1, 0.17])
		assert.equal(await refine(model.detector, raster, { ...candidate, x: 500, share }, whole), undefined);
	// What fills a third of its view is located exactly: the face network decides, unless the score is very low.
	const large = { ...candidate, x: 500, share: 0.4 };
	assert.equal(await refine(model.detector, raster, large, whole), large);
	assert.equal(await refine(model.detector, raster, { ...large, score: 0.15 }, whole), undefined);
});

test("a large face that lies on its side is located as if the picture stood upright", async () => {
	const model = (await ready()).model as Model;
	const face = await sharp(example).resize(480, 480).png().toBuffer();
	const whole = { x: 240, y: 240, side: 480, angle: 0 };
	const locate = async (turn: number) => {
		const picture = await openPicture(
			model.sharp,
			await sharp(face).rotate(turn).png().toBuffer(),
			"image/png",
		);
		const raster = await picture.decode(640);
		const [candidate] = await findFaces(model.detector, raster, whole, 0.25);
		assert.ok(candidate);
		return refine(model.detector, raster, candidate, whole);
	};
	const upright = await locate(0);
	const turned = await locate(90);
	assert.ok(upright && turned);
	// A clockwise quarter turn moves what is above the middle to its right.
	assert.ok(Math.abs(turned.x - (480 - upright.y)) < 2, `${turned.x} ${upright.y}`);
	assert.ok(Math.abs(turned.y - upright.x) < 2, `${turned.y} ${upright.x}`);
	assert.ok(Math.abs(turned.side - upright.side) < 2);
	assert.ok(Math.abs(turned.angle - upright.angle - Math.PI / 2) < 0.02);
});
