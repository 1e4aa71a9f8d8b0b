import { Problem } from "gristmill";
import type SharpPackage from "sharp";
import type { Metadata, Sharp, SharpOptions } from "sharp";
import type { Raster } from "./raster.js";
import type { Square } from "./sample.js";

/** An encoded picture. Width and height are those after EXIF orientation. */
export interface Picture {
	readonly width: number;
	readonly height: number;
	/** Whether the decoder can read the picture at a half, a quarter or an eighth of its size, in less time. */
	readonly shrinksWhileRead: boolean;
	/**
	 * Decodes the whole picture. The longer side has at least `minSide` pixels, unless the picture is smaller, and up to a
	 * half more if that takes no longer.
	 */
	decode(minSide: number): Promise<Raster>;
	/** Decodes a part, shrunk by this factor. */
	decodePart(part: Part, shrink: number): Promise<Raster>;
}

interface Part {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

/** The limit for formats that are decoded row by row: baseline JPEG, which also shrinks while decoding, and PNG. */
export const MAX_PIXELS = 100e6;
/** The limit for pictures that must be decoded as a whole. They need up to six bytes per pixel before the first row. */
export const MAX_PIXELS_WHOLE = 40e6;

const FORMATS: Readonly<Record<string, string>> = {
	"image/jpeg": "jpeg",
	"image/png": "png",
	"image/webp": "webp",
	"image/avif": "heif",
};

/** Reads the header of a picture. Throws a Problem if it is damaged, of another format, or too large. */
export async function openPicture(
	sharp: typeof SharpPackage,
	bytes: Uint8Array,
	mediaType: string,
): Promise<Picture> {
	const header = await readable(mediaType, () => sharp(bytes, { limitInputPixels: false }).metadata());
	if (header.format !== FORMATS[mediaType] || (mediaType === "image/avif" && header.compression !== "av1"))
		throw otherType(mediaType);
	checkPixels(header);
	const options: SharpOptions = {
		// Truncated or damaged files are errors. libjpeg warnings are ignored: they also occur with files from cameras.
		failOn: "error",
		limitInputPixels: MAX_PIXELS,
		// Only CMYK needs its profile to get colours. For other pictures, metadata must not change the result.
		ignoreIcc: header.space !== "cmyk",
	};
	const { width, height } = header.autoOrient;
	const shrinksWhileRead = header.format === "jpeg";
	const decode = (change: (picture: Sharp) => Sharp) =>
		readable(mediaType, () => toRaster(change(sharp(bytes, options).autoOrient())));
	return {
		width,
		height,
		shrinksWhileRead,
		decode: (minSide) => {
			const side = shrinksWhileRead ? fastSide(Math.max(width, height), minSide) : minSide;
			return decode((picture) => picture.resize(side, side, { fit: "inside", withoutEnlargement: true }));
		},
		decodePart: (part, shrink) =>
			decode((picture) =>
				picture.extract(part).resize({
					width: Math.max(1, Math.round(part.width / shrink)),
					height: Math.max(1, Math.round(part.height / shrink)),
					fit: "fill",
				}),
			),
	};
}

/** libjpeg decodes at an eighth, a quarter or a half. sharp uses this if the total factor is at least 9, 5 or 3. */
const FAST_SHRINKS = [9, 5, 3];

/** A longer side of at least `minSide`, and up to a half more if libjpeg reads no more pixels for it. */
function fastSide(side: number, minSide: number): number {
	const fast = FAST_SHRINKS.map((shrink) => Math.floor(side / shrink)).find((one) => one >= minSide);
	return fast === undefined ? minSide : Math.min(fast, Math.floor(minSide * 1.5));
}

function otherType(mediaType: string): Problem {
	return new Problem(
		"unsupported-media-type",
		`The input is not ${mediaType}, which its Content-Type names.`,
	);
}

/** The part of a picture that a square covers, in whole pixels. */
export function partAround({ x, y, side }: Square, { width, height }: Picture): Part {
	// A rotated square extends further than its sides, by a factor of at most √2.
	const reach = side * Math.SQRT1_2 + 1;
	const left = Math.max(0, Math.floor(x - reach));
	const top = Math.max(0, Math.floor(y - reach));
	return {
		left,
		top,
		width: Math.min(width, Math.ceil(x + reach)) - left,
		height: Math.min(height, Math.ceil(y + reach)) - top,
	};
}

function checkPixels({ width, height, format, isProgressive, orientation = 1 }: Metadata): void {
	// From orientation 3 on, the first row of the result needs the last row of the file, or all rows.
	const isTurned = format === "png" && orientation >= 3;
	const whole = isProgressive || isTurned || format === "webp" || format === "heif";
	const max = whole ? MAX_PIXELS_WHOLE : MAX_PIXELS;
	if (width * height <= max) return;
	throw new Problem(
		"content-too-large",
		`The picture has ${width} × ${height} pixels, and at most ${max / 1e6} million are allowed in this format.`,
		{ maxPixels: max },
	);
}

/** Decodes to 8-bit RGB. Transparency becomes white; grey, CMYK and 16-bit pictures are converted. */
async function toRaster(picture: Sharp): Promise<Raster> {
	const { data, info } = await picture
		.flatten({ background: "#fff" })
		.toColourspace("srgb")
		.raw({ depth: "uchar" })
		.toBuffer({ resolveWithObject: true });
	return { pixels: data, width: info.width, height: info.height };
}

/** Every error of libvips is reported as a damaged picture. Its message is dropped, because it may quote the content. */
async function readable<T>(mediaType: string, read: () => Promise<T>): Promise<T> {
	try {
		return await read();
	} catch {
		throw new Problem("unreadable-input", `The ${mediaType} file is truncated or damaged.`);
	}
}
