import { Problem } from "gristmill";
import { ageOf, FACE_INPUT, faceInput, rangeOf, scoreAgainIfUnsure, scoreFace } from "./face-network.js";
import { type FoundFace, findLargestFace, type Networks } from "./find-face.js";
import { loadNetwork } from "./networks.js";
import { importPackages, type Packages } from "./packages.js";
import { openPicture, type Picture, partAround } from "./picture.js";
import type { Raster } from "./raster.js";
import type { Square } from "./sample.js";

/** What a worker keeps in memory: two networks and the picture decoder. */
export interface Model extends Networks {
	readonly sharp: Packages["sharp"];
}

interface Estimate {
	readonly gender: "F" | "M";
	readonly age: number;
}

export interface DetailedEstimate extends Estimate {
	readonly probabilities: { readonly F: number; readonly M: number };
	readonly range: { readonly from: number; readonly to: number };
	readonly face: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
	readonly faces: number;
}

/**
 * The longer side of the first decoding. The detector takes 256 pixels. 640 are enough for its views of parts too, and most
 * faces need no second decoding.
 */
const MIN_SIDE = 640;
/** A face of at least this side is enlarged by at most a half. Decoding it again would add no detail for the network. */
const SHARP_ENOUGH = FACE_INPUT / 1.5;
/** The maximum number of pixels when a whole picture is decoded again: twelve megabytes. */
const MAX_WHOLE_PIXELS = 4e6;

export async function loadModel(folder: URL): Promise<Model> {
	const { onnx, sharp } = await importPackages();
	return {
		sharp,
		detector: await loadNetwork(onnx, folder, "detector.onnx"),
		faces: await loadNetwork(onnx, folder, "faces.onnx"),
	};
}

/** Runs all steps: decodes, finds the largest face, turns it upright, estimates. */
export async function classify(
	model: Model,
	bytes: Uint8Array,
	mediaType: string,
	detail = false,
): Promise<Estimate | DetailedEstimate> {
	const picture = await openPicture(model.sharp, bytes, mediaType);
	const raster = await picture.decode(MIN_SIDE);
	const found = await findLargestFace(model, raster, detail);
	if (!found)
		throw new Problem(
			"no-face",
			"No face was found. Faces smaller than about 20 pixels or 4 % of the longer side are not found.",
		);
	const closer = await lookCloser(picture, raster, found.square);
	const pixels = closer ? faceInput(closer.raster, closer.square) : found.pixels;
	const first = closer ? await scoreFace(model.faces, pixels) : found.scores;
	const scores = await scoreAgainIfUnsure(model.faces, pixels, first);
	const estimate: Estimate = { gender: scores.male >= 0.5 ? "M" : "F", age: ageOf(scores) };
	if (!detail) return estimate;
	const male = Math.round(scores.male * 1000) / 1000;
	return {
		...estimate,
		probabilities: { F: Math.round((1 - male) * 1000) / 1000, M: male },
		range: rangeOf(scores),
		face: boxIn(picture, found, picture.width / raster.width),
		faces: found.count,
	};
}

/** The box of a face in whole pixels of the picture, clipped to the picture. */
function boxIn({ width, height }: Picture, { face }: FoundFace, scale: number): DetailedEstimate["face"] {
	const side = Math.round(face.side * scale);
	const span = (middle: number, most: number) => {
		const from = Math.round(middle * scale - side / 2);
		const start = Math.min(most - 1, Math.max(0, from));
		return [start, Math.max(1, Math.min(most, from + side) - start)] as const;
	};
	const [x, across] = span(face.x, width);
	const [y, down] = span(face.y, height);
	return { x, y, width: across, height: down };
}

interface Closer {
	readonly raster: Raster;
	readonly square: Square;
}

/** Decodes a face again at a larger size if it is small in a large picture. */
async function lookCloser(picture: Picture, raster: Raster, square: Square): Promise<Closer | undefined> {
	const shrunk = picture.width / raster.width;
	if (square.side >= SHARP_ENOUGH || shrunk <= 1.1) return undefined;
	const inPicture = { ...square, x: square.x * shrunk, y: square.y * shrunk, side: square.side * shrunk };
	const factor = Math.max(1, inPicture.side / FACE_INPUT);
	// Decoding the whole picture at half size or less is faster than decoding a part with all its pixels.
	const pixels = (picture.width * picture.height) / factor ** 2;
	return picture.shrinksWhileRead && factor >= 2 && pixels <= MAX_WHOLE_PIXELS
		? decodeWhole(picture, inPicture)
		: decodeAround(picture, inPicture, factor);
}

async function decodeWhole(picture: Picture, square: Square): Promise<Closer> {
	const longest = Math.max(picture.width, picture.height);
	const raster = await picture.decode(Math.ceil((longest / square.side) * SHARP_ENOUGH));
	const scale = raster.width / picture.width;
	return {
		raster,
		square: { x: square.x * scale, y: square.y * scale, side: square.side * scale, angle: square.angle },
	};
}

async function decodeAround(picture: Picture, square: Square, factor: number): Promise<Closer> {
	const part = partAround(square, picture);
	const raster = await picture.decodePart(part, factor);
	const [x, y] = [part.width / raster.width, part.height / raster.height];
	return {
		raster,
		square: {
			x: (square.x - part.left) / x,
			y: (square.y - part.top) / y,
			side: square.side / x,
			angle: square.angle,
		},
	};
}
