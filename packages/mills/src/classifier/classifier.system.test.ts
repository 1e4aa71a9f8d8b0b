import assert from "node:assert/strict";
import { before, test } from "node:test";
import sharp, { type Sharp } from "sharp";
import { call, type Estimate, near, portrait, ready, refusal, VARIES } from "../testing/portrait.js";
import type { DetailedEstimate, Model } from "./classify.js";
import { findLargestFace } from "./find-face.js";
import { openPicture } from "./picture.js";

let answer: Estimate;
let pixels: Buffer;
let from: () => Sharp;
before(async () => {
	({ answer, pixels, from } = await portrait());
});

test("greyscale, CMYK, 16-bit, progressive, palette and interlaced pictures are decoded", async () => {
	const png = { contentType: "image/png" };
	// Without its colours this face is estimated much older: both files must show the same to the network.
	const grey = await call(await from().greyscale().png().toBuffer(), png);
	assert.equal(grey.gender, answer.gender);
	near(await call(await from().greyscale().jpeg({ quality: 95 }).toBuffer()), grey, VARIES);
	near(await call(await from().greyscale().toColourspace("b-w").png().toBuffer(), png), grey, 0);
	near(await call(await from().toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer()), answer, 5);
	near(await call(await from().toColourspace("rgb16").png().toBuffer(), png), answer, 1);
	near(await call(await from().jpeg({ progressive: true, quality: 95 }).toBuffer()), answer);
	near(await call(await from().png({ palette: true }).toBuffer(), png), answer, 8);
	assert.deepEqual(await call(await from().png({ progressive: true }).toBuffer(), png), answer);
});

test("EXIF orientation rotates the picture, and other metadata has no effect", async () => {
	const jpeg = (picture: Sharp) => picture.jpeg({ quality: 95 }).toBuffer();
	const plain = await call(await jpeg(from()));
	const described = from()
		.withIccProfile("p3", { attach: true })
		.withExif({ IFD0: { Artist: "A miller" } });
	assert.deepEqual(await call(withComment(await jpeg(from()), "ground with care")), plain);
	near(await call(await jpeg(described)), answer);
	for (const orientation of [2, 3, 4, 5, 6, 7, 8]) {
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
		near(turned, answer, VARIES);
		const [cx, cy] = centre(turned);
		assert.ok(Math.hypot(cx - right, cy - down) < 10, `${angle}°: ${cx}, ${cy} instead of ${right}, ${down}`);
	}
});

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
	near(await call(await scene(1200, 800, 200), png), answer, 15);
	near(await call(await scene(30, 900, 260), png), answer, 15);
	near(await call(await from().linear(0.2, 0).png().toBuffer(), png), answer, 15);
	near(await call(await from().rotate(30, { background: "#888" }).png().toBuffer(), png), answer, 15);
	const half = { left: Math.round(width * 0.35), top: 0, width: Math.round(width * 0.65), height };
	assert.equal((await call(await from().extract(half).png().toBuffer(), png)).gender, answer.gender);
});

test("the largest face of a group is used, even if all others have higher scores", async () => {
	const model = (await ready()).model as Model;
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
		near(detailed, answer, VARIES);
		const { face } = detailed as DetailedEstimate;
		assert.ok(face.width > 60 && face.width < 95, `${face.width} in ${width}`);
	}
});

test("a small face in a large photograph is decoded again at full size, in every format and orientation", async () => {
	// In the detector's view the faces have about 50, 50, 100 and 160 pixels. Small ones are decoded again in part, larger
	// ones as a whole.
	for (const [width, size] of [
		[2000, 350],
		[4000, 700],
		[4000, 1200],
		[4000, 2000],
	] as const) {
		const input = await from().resize(size).toBuffer();
		const height = (width * 3) / 4;
		const scene = sharp({ create: { width, height, channels: 3, background: "#70808a" } });
		const photograph = scene.composite([{ input, left: width / 20, top: height / 20 }]);
		const jpeg = await photograph.clone().jpeg({ quality: 95 }).toBuffer();
		const expected = await call(jpeg);
		near(expected, answer, VARIES);
		near(
			await call(await photograph.png({ compressionLevel: 1 }).toBuffer(), { contentType: "image/png" }),
			expected,
			VARIES,
		);
		// Rotated in the file, and rotated back by its metadata.
		const turned = await sharp(jpeg)
			.rotate(90)
			.withMetadata({ orientation: 8 })
			.jpeg({ quality: 95 })
			.toBuffer();
		near(await call(turned), expected, VARIES);
	}
});

test("a picture with too many pixels for its format is rejected, in every orientation", async () => {
	const wide = { create: { width: 7_000, height: 6_000, channels: 3, background: "#888" } } as const;
	const onItsSide = await sharp(wide).withMetadata({ orientation: 6 }).png().toBuffer();
	assert.equal((await refusal(onItsSide, { contentType: "image/png" })).members.maxPixels, 40e6);
});
