import { Problem } from "../../core/problem.js";
import { findLargestFace } from "./detector.js";
import { type Estimate, estimate, FACE_INPUT, squareOf } from "./estimator.js";
import { loadNetwork, type Network } from "./networks.js";
import { importPackages, type Packages } from "./packages.js";
import { openPicture, type Picture, partAround } from "./picture.js";
import type { Raster } from "./raster.js";
import type { Square } from "./sample.js";

/** What a worker keeps: two networks and the decoder. */
export interface Model {
	readonly sharp: Packages["sharp"];
	readonly detector: Network;
	readonly estimator: Network;
}

/** BlazeFace sees 256 pixels; so many serve its looks at parts too, and most faces need no second decoding. */
const LEAST = 640;
/** A face that is stretched by less than a half shows the network nothing new when it is decoded again. */
const SHARP_ENOUGH = FACE_INPUT / 1.5;
/** Pixels of a picture that is decoded again as a whole: twelve megabytes. */
const MOST_WHOLE = 4e6;

export async function loadModel(folder: URL): Promise<Model> {
	const { onnx, sharp } = await importPackages();
	return {
		sharp,
		detector: await loadNetwork(onnx, folder, "blazeface.onnx"),
		estimator: await loadNetwork(onnx, folder, "faceres-deep.onnx"),
	};
}

/** The whole way: decode, find the largest face, turn it upright, estimate. */
export async function classify(model: Model, bytes: Uint8Array, mediaType: string): Promise<Estimate> {
	const picture = await openPicture(model.sharp, bytes, mediaType);
	const raster = await picture.decode(LEAST);
	const face = await findLargestFace(model.detector, raster);
	if (!face)
		throw new Problem("no-face", "Send a picture in which a face can be seen: none was found in this one.");
	const { raster: sharper, square } = await closer(picture, raster, squareOf(face));
	return estimate(model.estimator, sharper, square);
}

interface Closer {
	readonly raster: Raster;
	readonly square: Square;
}

/** A face that is small in a large picture is decoded again, larger than before. */
async function closer(picture: Picture, raster: Raster, square: Square): Promise<Closer> {
	const shrunk = picture.width / raster.width;
	if (square.side >= SHARP_ENOUGH || shrunk <= 1.1) return { raster, square };
	const inPicture = { ...square, x: square.x * shrunk, y: square.y * shrunk, side: square.side * shrunk };
	const factor = Math.max(1, inPicture.side / FACE_INPUT);
	// Read at a half or less, the whole comes sooner than a part with all its pixels.
	const pixels = (picture.width * picture.height) / factor ** 2;
	return picture.shrinksWhileRead && factor >= 2 && pixels <= MOST_WHOLE
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
