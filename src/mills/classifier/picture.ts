import type SharpPackage from "sharp";
import type { Metadata, Sharp, SharpOptions } from "sharp";
import { Problem } from "../../core/problem.js";
import type { Raster } from "./raster.js";
import type { Square } from "./sample.js";

/** A picture in a file of some format, with its orientation put right. */
export interface Picture {
	readonly width: number;
	readonly height: number;
	/** Whether the whole can be read at a half, a quarter or an eighth of its size in a part of the time. */
	readonly shrinksWhileRead: boolean;
	/** The whole picture, its longer side at least so long where it is; up to a half more where that takes no longer. */
	decode(least: number): Promise<Raster>;
	/** A part of it, shrunk by this factor. */
	decodePart(part: Part, shrink: number): Promise<Raster>;
}

export interface Part {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

/** Baseline JPEG and PNG are read row by row, and JPEG is shrunk on the way. */
export const MOST_PIXELS = 100e6;
/** What must be decoded as a whole takes up to six bytes for each pixel before the first row comes out. */
export const MOST_PIXELS_WHOLE = 40e6;

const FORMATS: Readonly<Record<string, string>> = {
	"image/jpeg": "jpeg",
	"image/png": "png",
	"image/webp": "webp",
	"image/avif": "heif",
};

/** How the files of each type begin, in Latin-1. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
	"image/jpeg": /^\xff\xd8/,
	"image/png": /^\x89PNG/,
	"image/webp": /^RIFF.{4}WEBP/s,
	"image/avif": /^.{4}ftyp/s,
};

/** Reads the header of a picture; a Problem where it is broken or too large. */
export async function openPicture(
	sharp: typeof SharpPackage,
	bytes: Uint8Array,
	mediaType: string,
): Promise<Picture> {
	// A GIF is no damaged PNG; libvips says the same of both, because it may decode four formats only.
	const beginning = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
	if (BEGINNINGS[mediaType]?.test(beginning) === false) throw otherType(mediaType);
	const header = await readable(mediaType, () => sharp(bytes, { limitInputPixels: false }).metadata());
	if (header.format !== FORMATS[mediaType] || (mediaType === "image/avif" && header.compression !== "av1"))
		throw otherType(mediaType);
	boundPixels(header);
	const options: SharpOptions = {
		// Cut off or broken beyond doubt is refused; what libjpeg merely wonders at comes from cameras, too.
		failOn: "error",
		limitInputPixels: MOST_PIXELS,
		// The pixels decide and not what is said of them; only inks have no colours without a profile.
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
		decode: (least) => {
			const side = shrinksWhileRead ? easySide(Math.max(width, height), least) : least;
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

/** libjpeg reads an eighth, a quarter or a half, and sharp lets it where at least so much is left to shrink in all. */
const EASY_SHRINKS = [9, 5, 3];

/** A longer side of at least `least`, and of up to a half more where libjpeg reads no more pixels for it. */
function easySide(side: number, least: number): number {
	const easy = EASY_SHRINKS.map((shrink) => Math.floor(side / shrink)).find((one) => one >= least);
	return easy === undefined ? least : Math.min(easy, Math.floor(least * 1.5));
}

function otherType(mediaType: string): Problem {
	return new Problem("unsupported-media-type", `Send what Content-Type says: the body is no ${mediaType}.`);
}

/** The part of a picture that a square touches, in whole pixels. */
export function partAround({ x, y, side }: Square, { width, height }: Picture): Part {
	// A square that is turned reaches further out than its sides, by at most √2.
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

function boundPixels({ width, height, format, isProgressive, orientation = 1 }: Metadata): void {
	// From 5 on, orientation swaps rows and columns: the first row of the result needs every row of the file.
	const onItsSide = format === "png" && orientation >= 5;
	const whole = isProgressive || onItsSide || format === "webp" || format === "heif";
	const most = whole ? MOST_PIXELS_WHOLE : MOST_PIXELS;
	if (width * height <= most) return;
	throw new Problem(
		"content-too-large",
		`Send at most ${most / 1e6} million pixels in this form: the picture has ${width} × ${height}.`,
		{ maxPixels: most },
	);
}

/** On white where it is transparent; grey, inks and 16 bits become 8 bits of red, green and blue. */
async function toRaster(picture: Sharp): Promise<Raster> {
	const { data, info } = await picture
		.flatten({ background: "#fff" })
		.toColourspace("srgb")
		.raw({ depth: "uchar" })
		.toBuffer({ resolveWithObject: true });
	return { pixels: data, width: info.width, height: info.height };
}

/** Whatever libvips says of a picture is the picture's fault; its words stay here, because they may name what lies inside. */
async function readable<T>(mediaType: string, read: () => Promise<T>): Promise<T> {
	try {
		return await read();
	} catch {
		throw new Problem("unreadable-input", `Send a whole ${mediaType}: this one is cut off or damaged.`);
	}
}
