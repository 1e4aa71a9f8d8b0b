import { binary, defineMill, image, MiB, Problem, Type } from "gristmill";
import sharp, { type Sharp } from "sharp";

/** How each media type is written. The settings are fixed, so that the same picture gives the same bytes. */
const WRITE: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
	"image/webp": (picture) => picture.webp({ quality: 80 }),
	"image/avif": (picture) => picture.avif({ quality: 50, effort: 2 }),
	"image/png": (picture) => picture.png(),
	"image/jpeg": (picture) => picture.jpeg({ quality: 80, mozjpeg: false }),
};

// One thread per picture: several workers compute at the same time.
sharp.concurrency(1);
sharp.cache(false);

export default defineMill({
	name: "thumbnailer",
	version: "1.0.0",
	summary: "Makes a small copy of a picture.",
	description:
		"Keeps the proportions, turns the picture as its EXIF data say, and never enlarges it. Metadata are removed. " +
		"An animation becomes its first frame.",
	input: {
		"image/jpeg": image({ maxBytes: 32 * MiB }),
		"image/png": image({ maxBytes: 32 * MiB }),
		"image/webp": image({ maxBytes: 32 * MiB }),
		"image/avif": image({ maxBytes: 32 * MiB }),
		"image/gif": image({ maxBytes: 32 * MiB }),
	},
	parameters: Type.Object({
		width: Type.Integer({
			minimum: 1,
			maximum: 2048,
			default: 256,
			description: "Maximum width in pixels.",
		}),
		height: Type.Integer({
			minimum: 1,
			maximum: 2048,
			default: 256,
			description: "Maximum height in pixels.",
		}),
	}),
	output: Type.Object({
		image: binary(["image/webp", "image/avif", "image/png", "image/jpeg"], {
			description: "The small picture.",
		}),
		width: Type.Integer({ minimum: 1 }),
		height: Type.Integer({ minimum: 1 }),
	}),
	examples: [
		{
			input: new URL("./thumbnailer.png", import.meta.url),
			mediaType: "image/png",
			parameters: { width: 64, height: 64 },
			output: { image: new URL("./thumbnailer.webp", import.meta.url), width: 64, height: 48 },
		},
	],
	// Encoders differ between versions of libvips, so the example compares sizes and not bytes.
	agrees: (expected, actual) =>
		expected.width === actual.width && expected.height === actual.height && actual.image.length < 4_000,
	needs: ["addons"],
	run: async (input, { parameters: { width, height }, outputType }) => {
		const write = WRITE[outputType];
		if (!write) throw new TypeError(`There is no writer for ${outputType}.`);
		// A small file can hold a huge picture. sharp refuses one above this number of pixels before it decodes it.
		const picture = sharp(input, { limitInputPixels: 100_000_000, sequentialRead: true });
		try {
			await picture.metadata();
			const small = picture.rotate().resize({ width, height, fit: "inside", withoutEnlargement: true });
			const { data, info } = await write(small).toBuffer({ resolveWithObject: true });
			return { image: data, width: info.width, height: info.height };
		} catch {
			// sharp's message may quote the file. Every failure here is one of the input.
			throw new Problem(
				"unreadable-input",
				"The picture cannot be decoded. Send a whole one of at most 100 megapixels.",
			);
		}
	},
});
