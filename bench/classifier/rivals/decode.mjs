// The input of the rivals: the same decoder and the same size, so that only the networks differ.
import sharp from "sharp";

sharp.concurrency(1);
sharp.cache(false);

export async function decode(bytes) {
	const { data, info } = await sharp(bytes)
		.autoOrient()
		.resize(640, 640, { fit: "inside", withoutEnlargement: true })
		.toColourspace("srgb")
		.raw()
		.toBuffer({ resolveWithObject: true });
	return { data, shape: [info.height, info.width, 3] };
}
