import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import sharp, { type Sharp } from "sharp";
import { examine } from "../../runtime/examine.js";
import { callerOf } from "../../testing/mill-call.js";
import classifier from "./classifier.js";
import type { Model } from "./classify.js";
import { findLargestFace } from "./detector.js";
import { openPicture } from "./picture.js";

interface Answer {
	gender: "F" | "M";
	age: number;
}

const { ready, call, refusal } = await callerOf<Answer>(classifier);
const MODELS = new URL("../../../../models/classifier/", import.meta.url);
const example = readFileSync(new URL("example.jpg", MODELS));
const answer = await call(example);
/** The pixels of the example, without the loss of a further JPEG. */
const pixels = await sharp(example).png().toBuffer();
const from = () => sharp(pixels);

function near(actual: Answer, years = 3): void {
	assert.equal(actual.gender, answer.gender);
	assert.ok(Math.abs(actual.age - answer.age) <= years, `${actual.age} instead of ${answer.age}`);
}

test("the examples are met", async () => {
	for (const { agrees, actual } of await examine(ready)) assert.ok(agrees, JSON.stringify(actual));
});

test("an answer has two fields and no more", () => {
	assert.deepEqual(Object.keys(answer).sort(), ["age", "gender"]);
	assert.ok(Number.isInteger(answer.age));
});

test("JPEG, PNG, WebP and AVIF are read", async () => {
	assert.deepEqual(await call(pixels, { contentType: "image/png" }), answer);
	assert.deepEqual(
		await call(await from().webp({ lossless: true }).toBuffer(), { contentType: "image/webp" }),
		answer,
	);
	near(await call(await from().avif({ quality: 90, effort: 0 }).toBuffer(), { contentType: "image/avif" }));
});

test("grey, CMYK, 16-bit, progressive, palette and interlaced pictures are read", async () => {
	const png = { contentType: "image/png" };
	near(await call(await from().greyscale().jpeg().toBuffer()), 8);
	near(await call(await from().greyscale().toColourspace("b-w").png().toBuffer(), png), 8);
	near(await call(await from().toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer()), 5);
	near(await call(await from().toColourspace("rgb16").png().toBuffer(), png), 1);
	near(await call(await from().jpeg({ progressive: true, quality: 95 }).toBuffer()));
	near(await call(await from().png({ palette: true }).toBuffer(), png), 8);
	assert.deepEqual(await call(await from().png({ progressive: true }).toBuffer(), png), answer);
});

test("transparent pixels count as white", async () => {
	const hole = await from().ensureAlpha().png().toBuffer();
	assert.deepEqual(await call(hole, { contentType: "image/png" }), answer);
	const nothing = await sharp({ create: { width: 300, height: 300, channels: 4, background: "#0000" } })
		.png()
		.toBuffer();
	assert.equal((await refusal(nothing, { contentType: "image/png" })).code, "no-face");
});

test("metadata change nothing, but EXIF orientation turns the picture", async () => {
	const jpeg = (picture: Sharp) => picture.jpeg({ quality: 95 }).toBuffer();
	const plain = await call(await jpeg(from()));
	const described = from()
		.withIccProfile("p3", { attach: true })
		.withExif({ IFD0: { Artist: "A miller" } });
	assert.deepEqual(await call(withComment(await jpeg(from()), "ground with care")), plain);
	near(await call(await jpeg(described)));
	for (const orientation of [2, 3, 4, 5, 6, 7, 8]) {
		// Pixels as a camera stores them: turned, and a note how to turn them back.
		const stored = await from().withMetadata({ orientation }).png().toBuffer();
		const upright = await sharp(stored).autoOrient().toBuffer();
		assert.deepEqual(
			await call(stored, { contentType: "image/png" }).catch(({ code }) => code),
			await call(upright, { contentType: "image/png" }).catch(({ code }) => code),
			`orientation ${orientation}`,
		);
	}
	const turned = await from().rotate(90).withMetadata({ orientation: 8 }).png().toBuffer();
	assert.deepEqual(await call(turned, { contentType: "image/png" }), answer);
});

/** Puts a comment segment behind the beginning of a JPEG. */
function withComment(jpeg: Buffer, text: string): Buffer {
	const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
	return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text), jpeg.subarray(2)]);
}

test("the first frame of an animation counts", async () => {
	const frames = [await from().toBuffer(), await from().negate().toBuffer()];
	const film = await sharp(frames, { join: { animated: true } })
		.webp({ lossless: true })
		.toBuffer();
	assert.equal((await sharp(film).metadata()).pages, 2);
	assert.deepEqual(await call(film, { contentType: "image/webp" }), answer);
});

test("a picture without a face is answered with no-face", async () => {
	const grey = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#888" } })
		.jpeg()
		.toBuffer();
	assert.equal((await refusal(grey)).code, "no-face");
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
	assert.equal((await refusal(noise)).code, "no-face");
	for (const size of [1, 2, 7]) {
		const dot = await sharp({ create: { width: size, height: 1, channels: 3, background: "#fff" } })
			.png()
			.toBuffer();
		assert.equal((await refusal(dot, { contentType: "image/png" })).code, "no-face");
	}
});

test("what is no picture of its type is told so", async () => {
	assert.equal((await refusal(pixels)).code, "unsupported-media-type");
	assert.equal((await refusal(example, { contentType: "image/png" })).code, "unsupported-media-type");
	// What libvips is not let read, and what is no picture at all.
	const gif = await sharp(pixels).gif().toBuffer();
	for (const body of [gif, "<svg xmlns='http://www.w3.org/2000/svg'/>", "no picture"])
		for (const contentType of ["image/jpeg", "image/png", "image/webp", "image/avif"])
			assert.equal((await refusal(body, { contentType })).code, "unsupported-media-type", contentType);
	assert.equal((await refusal("")).code, "empty-input");
	const onlySignature = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
	assert.equal((await refusal(onlySignature)).code, "unreadable-input");
});

test("a picture that is cut off anywhere is unreadable", async () => {
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

test("a picture of too many pixels is refused by its header", async () => {
	const bomb = await sharp({
		create: { width: 12_000, height: 12_000, channels: 3, background: "#888" },
		limitInputPixels: false,
	})
		.jpeg({ quality: 1 })
		.toBuffer();
	const problem = await refusal(withSize(bomb, 30_000, 30_000));
	assert.equal(problem.code, "content-too-large");
	assert.equal(problem.members.maxPixels, 100e6);
	assert.match(problem.detail ?? "", /30000 × 30000/);
	const progressive = await from().jpeg({ progressive: true }).toBuffer();
	assert.equal((await refusal(withSize(progressive, 8_000, 8_000))).members.maxPixels, 40e6);
	const wide = { create: { width: 7_000, height: 6_000, channels: 3, background: "#888" } } as const;
	const onItsSide = await sharp(wide).withMetadata({ orientation: 6 }).png().toBuffer();
	assert.equal((await refusal(onItsSide, { contentType: "image/png" })).members.maxPixels, 40e6);
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

test("a face is found small, close, dark, turned and at the edge", async () => {
	const png = { contentType: "image/png" };
	const { width = 0, height = 0 } = await from().metadata();
	const scene = (left: number, top: number, size: number) =>
		from()
			.resize(size)
			.toBuffer()
			.then((input) =>
				sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#70808a" } })
					.composite([{ input, left, top }])
					.png()
					.toBuffer(),
			);
	near(await call(await scene(1200, 800, 200), png), 8);
	near(await call(await scene(30, 900, 260), png), 8);
	near(await call(await from().linear(0.2, 0).png().toBuffer(), png), 10);
	near(await call(await from().rotate(30, { background: "#888" }).png().toBuffer(), png), 8);
	const half = { left: Math.round(width * 0.35), top: 0, width: Math.round(width * 0.65), height };
	assert.equal((await call(await from().extract(half).png().toBuffer(), png)).gender, answer.gender);
});

test("the largest face of a group decides, though all others are plainer", async () => {
	const { detector } = ready.model as Model;
	const small = await from().resize(325).toBuffer();
	const pale = await from().resize(477).linear(0.15, 200).toBuffer();
	const places = Array.from({ length: 9 }, (_, i) => ({ left: (i % 3) * 433, top: Math.floor(i / 3) * 433 }));
	const group = await sharp({ create: { width: 1500, height: 1500, channels: 3, background: "#70808a" } })
		.composite([
			...places.filter((_, i) => i !== 4).map((place) => ({ input: small, ...place })),
			{ input: pale, left: 433, top: 433 },
		])
		.png()
		.toBuffer();
	const raster = await (await openPicture(sharp, group, "image/png")).decode(640);
	const face = await findLargestFace(detector, raster);
	// The middle of the pale one, in a picture that was shrunk to 640 pixels.
	assert.ok(face && Math.hypot(face.x - 287, face.y - 272) < 25, JSON.stringify(face));
});

test("a face in a photograph of many pixels is looked at with as many as it has, whichever way they are read", async () => {
	// In the detector's view the faces have some 50, 100 and 160 pixels.
	for (const size of [700, 1200, 2000]) {
		const input = await from().resize(size).toBuffer();
		const scene = sharp({ create: { width: 4000, height: 3000, channels: 3, background: "#70808a" } });
		const photograph = scene.composite([{ input, left: 200, top: 150 }]);
		const jpeg = await photograph.clone().jpeg({ quality: 95 }).toBuffer();
		near(await call(jpeg), 5);
		near(
			await call(await photograph.png({ compressionLevel: 1 }).toBuffer(), { contentType: "image/png" }),
			5,
		);
		// Turned on its side in the file, and turned back by what is said of it.
		const turned = await sharp(jpeg)
			.rotate(90)
			.withMetadata({ orientation: 8 })
			.jpeg({ quality: 95 })
			.toBuffer();
		near(await call(turned), 5);
	}
});
