// Pictures to classify, made from the example of the mill: the face in scenes of two sizes. Each is slightly different, because
// the server computes identical concurrent calls only once.
import { readFileSync } from "node:fs";
import sharp from "sharp";

const EXAMPLE = readFileSync(new URL("../../packages/mills/models/classifier/example.jpg", import.meta.url));

export const KINDS = { "640 × 480": [640, 480], "12 megapixels": [4000, 3000] };

export async function makePictures(kind, count) {
	const [width, height] = KINDS[kind];
	const face = await sharp(EXAMPLE)
		.resize(Math.round(height * 0.6))
		.toBuffer();
	return Promise.all(
		Array.from({ length: count }, (_, i) =>
			sharp({ create: { width, height, channels: 3, background: { r: 90 + i, g: 110, b: 120 } } })
				.composite([{ input: face, left: Math.round(width * 0.2) + i, top: Math.round(height * 0.2) }])
				.jpeg({ quality: 88 })
				.toBuffer(),
		),
	);
}
