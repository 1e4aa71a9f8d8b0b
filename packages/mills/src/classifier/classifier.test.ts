import assert from "node:assert/strict";
import { before, test } from "node:test";
import sharp, { type Sharp } from "sharp";
import { examine } from "../../../gristmill/dist/runtime/loading/examine.js";
import { call, type Estimate, example, near, portrait, ready, refusal } from "../testing/portrait.js";
import type { DetailedEstimate } from "./classify.js";

let answer: Estimate;
let pixels: Buffer;
let from: () => Sharp;
before(async () => {
	({ answer, pixels, from } = await portrait());
});

test("the mill answers its own examples as declared", async () => {
	for (const { agrees, actual } of await examine(await ready())) assert.ok(agrees, JSON.stringify(actual));
});

test("the classifier's answer has exactly two fields", () => {
	assert.deepEqual(Object.keys(answer).sort(), ["age", "gender"]);
	assert.ok(Number.isInteger(answer.age));
});

test("JPEG, PNG, WebP and AVIF are decoded", async () => {
	assert.deepEqual(await call(pixels, { contentType: "image/png" }), answer);
	assert.deepEqual(
		await call(await from().webp({ lossless: true }).toBuffer(), { contentType: "image/webp" }),
		answer,
	);
	near(
		await call(await from().avif({ quality: 90, effort: 0 }).toBuffer(), { contentType: "image/avif" }),
		answer,
	);
});

test("transparent pixels become white", async () => {
	const hole = await from().ensureAlpha().png().toBuffer();
	assert.deepEqual(await call(hole, { contentType: "image/png" }), answer);
	const nothing = await sharp({ create: { width: 300, height: 300, channels: 4, background: "#0000" } })
		.png()
		.toBuffer();
	assert.equal((await refusal(nothing, { contentType: "image/png" })).code, "no-face");
});

test("only the first frame of an animation is used", async () => {
	const frames = [await from().toBuffer(), await from().negate().toBuffer()];
	const film = await sharp(frames, { join: { animated: true } })
		.webp({ lossless: true })
		.toBuffer();
	assert.equal((await sharp(film).metadata()).pages, 2);
	assert.deepEqual(await call(film, { contentType: "image/webp" }), answer);
});

test("a picture without a face gets no-face", async () => {
	const noise = await sharp({
		create: {
			width: 640,
			height: 480,
			channels: 3,
			noise: { type: "gaussian", mean: 128, sigma: 60 },
			background: "#888",
		},
	})
		.jpeg()
		.toBuffer();
	const { code, detail } = await refusal(noise);
	assert.equal(code, "no-face");
	assert.match(detail ?? "", /Faces smaller than about 20 pixels or 4 % of the longer side are not found\.$/);
	for (const size of [1, 2, 7]) {
		const dot = await sharp({ create: { width: size, height: 1, channels: 3, background: "#fff" } })
			.png()
			.toBuffer();
		assert.equal((await refusal(dot, { contentType: "image/png" })).code, "no-face");
	}
});

/** A simple drawing of a smiling face: a disc, two eyes and a mouth. */
function painted(size: number): Promise<Buffer> {
	const within = (x: number, y: number, radius: number) => x * x + y * y < radius * radius;
	const colour = (x: number, y: number): [number, number, number] => {
		if (within(x - 0.32, y + 0.25, 0.11) || within(x + 0.32, y + 0.25, 0.11)) return [40, 30, 20];
		if (within(x, y - 0.1, 0.5) && !within(x, y - 0.02, 0.5) && y > 0.2) return [160, 40, 30];
		return within(x, y, 0.9) ? [250, 200, 60] : [120, 170, 230];
	};
	const data = Buffer.from(
		Array.from({ length: size * size }, (_, i) =>
			colour(((i % size) / size) * 2 - 1, (Math.floor(i / size) / size) * 2 - 1),
		).flat(),
	);
	return sharp(data, { raw: { width: size, height: size, channels: 3 } })
		.png()
		.toBuffer();
}

test("a drawn face gets no-face", async () => {
	assert.equal((await refusal(await painted(400), { contentType: "image/png" })).code, "no-face");
});

test("detail adds the certainty of the estimate, the position of the face and the number of faces", async () => {
	const two = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#70808a" } })
		.composite([
			{ input: await from().resize(400).toBuffer(), left: 40, top: 100 },
			{ input: await from().resize(300).flop().toBuffer(), left: 520, top: 150 },
		])
		.png()
		.toBuffer();
	const detailed = await call(two, { contentType: "image/png", query: "detail=true" });
	assert.deepEqual(Object.keys(detailed).sort(), [
		"age",
		"face",
		"faces",
		"gender",
		"probabilities",
		"range",
	]);
	const { age, probabilities, range, face, faces } = detailed as Estimate & DetailedEstimate;
	assert.equal(faces, 2);
	assert.ok(Math.abs(probabilities.F + probabilities.M - 1) < 1e-9 && probabilities.F > 0.5);
	assert.ok(range.from <= age && age <= range.to, JSON.stringify(range));
	// The larger face is the left one, and it is in the middle of its picture.
	assert.ok(
		Math.hypot(face.x + face.width / 2 - 240, face.y + face.height / 2 - 280) < 60,
		JSON.stringify(face),
	);
});

test("a body that does not match its Content-Type is rejected", async () => {
	assert.equal((await refusal(pixels)).code, "unsupported-media-type");
	assert.equal((await refusal(example, { contentType: "image/png" })).code, "unsupported-media-type");
	// Formats that libvips may not decode, and text.
	const gif = await sharp(pixels).gif().toBuffer();
	for (const body of [gif, "<svg xmlns='http://www.w3.org/2000/svg'/>", "no picture"])
		for (const contentType of ["image/jpeg", "image/png", "image/webp", "image/avif"])
			assert.equal((await refusal(body, { contentType })).code, "unsupported-media-type", contentType);
	assert.equal((await refusal("")).code, "empty-input");
	const onlySignature = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
	assert.equal((await refusal(onlySignature)).code, "unreadable-input");
});

test("a picture that is truncated anywhere is unreadable", async () => {
	for (const part of [0.02, 0.3, 0.6, 0.9, 0.98])
		assert.equal(
			(await refusal(example.subarray(0, example.length * part))).code,
			"unreadable-input",
			`${part}`,
		);
	for (const [contentType, bytes] of [
		["image/png", pixels],
		["image/webp", await from().webp().toBuffer()],
		["image/avif", await from().avif({ effort: 0 }).toBuffer()],
	] as const)
		assert.equal(
			(await refusal(bytes.subarray(0, bytes.length * 0.6), { contentType })).code,
			"unreadable-input",
			contentType,
		);
});

test("a picture with too many pixels is rejected by its header", async () => {
	const problem = await refusal(withSize(await from().jpeg().toBuffer(), 30_000, 30_000));
	assert.equal(problem.code, "content-too-large");
	assert.equal(problem.members.maxPixels, 100e6);
	assert.match(problem.detail ?? "", /30000 × 30000/);
	const progressive = await from().jpeg({ progressive: true }).toBuffer();
	assert.equal((await refusal(withSize(progressive, 8_000, 8_000))).members.maxPixels, 40e6);
});

/** The same file with another size in its frame header (SOF0 or SOF2). */
function withSize(jpeg: Buffer, width: number, height: number): Buffer {
	const changed = Buffer.from(jpeg);
	for (let at = 2; ; at += 2 + changed.readUInt16BE(at + 2)) {
		const marker = changed[at + 1];
		if (marker !== 0xc0 && marker !== 0xc2) continue;
		changed.writeUInt16BE(height, at + 5);
		changed.writeUInt16BE(width, at + 7);
		return changed;
	}
}
