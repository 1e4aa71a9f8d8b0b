import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import sharp, { type Sharp } from "sharp";
import { examine } from "../../../gristmill/dist/runtime/loading/examine.js";
import { callerOf } from "../../../gristmill/dist/testing/mill-call.js";
import { ALL } from "../testing/size.js";
import classifier from "./classifier.js";
import type { DetailedEstimate, Model } from "./classify.js";
import { findLargestFace } from "./find-face.js";
import { openPicture } from "./picture.js";

interface Answer {
	gender: "F" | "M";
	age: number;
}

const { ready, call, refusal } = await callerOf<Answer>(classifier);
const MODELS = new URL("../../models/classifier/", import.meta.url);
const example = readFileSync(new URL("example.jpg", MODELS));
const answer = await call(example);
/** The pixels of the example as PNG, so that encoding loses nothing. */
const pixels = await sharp(example).png().toBuffer();
const from = () => sharp(pixels);

/** Colours, sharpness and the place of the face change the estimate a little. */
const VARIES = 4;

function near(actual: Answer, years = 3, expected = answer): void {
	assert.equal(actual.gender, expected.gender);
	assert.ok(Math.abs(actual.age - expected.age) <= years, `${actual.age} instead of ${expected.age}`);
}

test("the mill answers its own examples as declared", async () => {
	for (const { agrees, actual } of await examine(ready)) assert.ok(agrees, JSON.stringify(actual));
});

test("an answer has exactly two fields", () => {
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
		3,
	);
});

test("greyscale, CMYK, 16-bit, progressive, palette and interlaced pictures are decoded", async () => {
	const png = { contentType: "image/png" };
	// Without its colours this face is estimated much older: both files must show the same to the network.
	const grey = await call(await from().greyscale().png().toBuffer(), png);
	assert.equal(grey.gender, answer.gender);
	near(await call(await from().greyscale().jpeg({ quality: 95 }).toBuffer()), VARIES, grey);
	near(await call(await from().greyscale().toColourspace("b-w").png().toBuffer(), png), 0, grey);
	near(await call(await from().toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer()), 5);
	near(await call(await from().toColourspace("rgb16").png().toBuffer(), png), 1);
	near(await call(await from().jpeg({ progressive: true, quality: 95 }).toBuffer()));
	near(await call(await from().png({ palette: true }).toBuffer(), png), 8);
	assert.deepEqual(await call(await from().png({ progressive: true }).toBuffer(), png), answer);
});

test("transparent pixels become white", async () => {
	const hole = await from().ensureAlpha().png().toBuffer();
	assert.deepEqual(await call(hole, { contentType: "image/png" }), answer);
	const nothing = await sharp({ create: { width: 300, height: 300, channels: 4, background: "#0000" } })
		.png()
		.toBuffer();
	assert.equal((await refusal(nothing, { contentType: "image/png" })).code, "no-face");
});

test("EXIF orientation rotates the picture, and other metadata has no effect", async () => {
	const jpeg = (picture: Sharp) => picture.jpeg({ quality: 95 }).toBuffer();
	const plain = await call(await jpeg(from()));
	const described = from()
		.withIccProfile("p3", { attach: true })
		.withExif({ IFD0: { Artist: "A miller" } });
	assert.deepEqual(await call(withComment(await jpeg(from()), "ground with care")), plain);
	near(await call(await jpeg(described)));
	// By default a half turn, a mirrored quarter turn and a quarter turn; the quarter turn the other way is below.
	for (const orientation of ALL ? [2, 3, 4, 5, 6, 7, 8] : [3, 5, 6]) {
		// Pixels as a camera stores them: rotated, with metadata that says how to rotate them back.
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

/** Inserts a comment segment after the start marker of a JPEG. */
function withComment(jpeg: Buffer, text: string): Buffer {
	const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
	return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text), jpeg.subarray(2)]);
}

test("only the first frame of an animation is used", async () => {
	const frames = [await from().toBuffer(), await from().negate().toBuffer()];
	const film = await sharp(frames, { join: { animated: true } })
		.webp({ lossless: true })
		.toBuffer();
	assert.equal((await sharp(film).metadata()).pages, 2);
	assert.deepEqual(await call(film, { contentType: "image/webp" }), answer);
});

test("a picture without a face gets no-face", async () => {
	const plain = { create: { width: 640, height: 480, channels: 3, background: "#888" } } as const;
	// By default the blank picture of the test of transparent pixels is enough.
	if (ALL) assert.equal((await refusal(await sharp(plain).jpeg().toBuffer())).code, "no-face");
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
	for (const size of ALL ? [1, 2, 7] : [1]) {
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

test("a face that is sideways or upside down is found at its place and turned", async () => {
	const png = { contentType: "image/png", query: "detail=true" };
	const centre = ({ face: { x, y, width, height } }: DetailedEstimate) =>
		[x + width / 2, y + height / 2] as const;
	const { width = 0, height = 0 } = await from().metadata();
	const [x, y] = centre((await call(pixels, png)) as DetailedEstimate);
	for (const [angle, right, down] of [
		[90, height - y, x],
		[180, width - x, height - y],
		[270, y, width - x],
	] as const) {
		const turned = (await call(await from().rotate(angle).png().toBuffer(), png)) as DetailedEstimate;
		near(turned, VARIES);
		const [cx, cy] = centre(turned);
		assert.ok(Math.hypot(cx - right, cy - down) < 10, `${angle}°: ${cx}, ${cy} instead of ${right}, ${down}`);
	}
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
	const { age, probabilities, range, face, faces } = detailed as Answer & DetailedEstimate;
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

test("a face is found if it is small, close, dark, rotated or at the edge", async () => {
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
	// This test only checks that the face is found.
	near(await call(await scene(1200, 800, 200), png), 15);
	near(await call(await scene(30, 900, 260), png), 15);
	near(await call(await from().linear(0.2, 0).png().toBuffer(), png), 15);
	near(await call(await from().rotate(30, { background: "#888" }).png().toBuffer(), png), 15);
	const half = { left: Math.round(width * 0.35), top: 0, width: Math.round(width * 0.65), height };
	assert.equal((await call(await from().extract(half).png().toBuffer(), png)).gender, answer.gender);
});

test("the largest face of a group is used, even if all others have higher scores", async () => {
	const model = ready.model as Model;
	const small = await from().resize(325).toBuffer();
	const pale = await from().resize(477).linear(0.4, 140).toBuffer();
	const places = Array.from({ length: 9 }, (_, i) => ({ left: (i % 3) * 433, top: Math.floor(i / 3) * 433 }));
	const group = await sharp({ create: { width: 1500, height: 1500, channels: 3, background: "#70808a" } })
		.composite([
			...places.filter((_, i) => i !== 4).map((place) => ({ input: small, ...place })),
			{ input: pale, left: 433, top: 433 },
		])
		.png()
		.toBuffer();
	const raster = await (await openPicture(sharp, group, "image/png")).decode(640);
	const { face } = (await findLargestFace(model, raster)) ?? {};
	// The centre of the pale face, in the picture shrunk to 640 pixels.
	assert.ok(face && Math.hypot(face.x - 287, face.y - 272) < 25, JSON.stringify(face));
});

test("a face in a plain scene is located exactly, whatever its share", async () => {
	for (const width of [800, 1152]) {
		const scene = sharp({ create: { width, height: (width * 3) / 4, channels: 3, background: "#888" } });
		const jpeg = await scene
			.composite([{ input: pixels }])
			.jpeg({ quality: 95 })
			.toBuffer();
		const detailed = await call(jpeg, { query: "detail=true" });
		near(detailed, VARIES);
		const { face } = detailed as DetailedEstimate;
		assert.ok(face.width > 60 && face.width < 95, `${face.width} in ${width}`);
	}
});

test("a small face in a large photograph is decoded again at full size, in every format and orientation", async () => {
	// In the detector's view the faces have about 50, 100 and 160 pixels. The first is decoded again in part, the second as
	// a whole.
	const all = [
		[4000, 700],
		[4000, 1200],
		[4000, 2000],
	] as const;
	const some = [[2000, 350]] as const;
	for (const [width, size] of ALL ? all : some) {
		const input = await from().resize(size).toBuffer();
		const height = (width * 3) / 4;
		const scene = sharp({ create: { width, height, channels: 3, background: "#70808a" } });
		const photograph = scene.composite([{ input, left: width / 20, top: height / 20 }]);
		const jpeg = await photograph.clone().jpeg({ quality: 95 }).toBuffer();
		const expected = await call(jpeg);
		near(expected, VARIES);
		near(
			await call(await photograph.png({ compressionLevel: 1 }).toBuffer(), { contentType: "image/png" }),
			VARIES,
			expected,
		);
		// Rotated in the file, and rotated back by its metadata.
		const turned = await sharp(jpeg)
			.rotate(90)
			.withMetadata({ orientation: 8 })
			.jpeg({ quality: 95 })
			.toBuffer();
		near(await call(turned), VARIES, expected);
	}
});
