import { common, type Face, findFaces, tilt } from "./blazeface.js";
import type { Network } from "./networks.js";
import type { Raster } from "./raster.js";
import type { Square } from "./sample.js";

/** What may be a face is looked at again, upright and in a square of this many times its box. */
const SUSPECTED = 0.35;
const CLOSER = 3.5;
/** So certain at the first look, nothing is looked at again: of 107 pictures without a face none came as far as a whole. */
const CERTAIN = 0.8;
/** So many of the likeliest, and of the largest, are looked at again. */
const SUSPECTS = 6;
/** How certain both looks together must be, as their mean; parts of a picture resemble a face by chance more often. */
const CONVINCED = 0.62;
const CONVINCED_IN_PART = 0.75;
/** A face that is found again lies where it was suspected. */
const SAME_PLACE = 0.3;

interface View {
	readonly square: Square;
	readonly convinced: number;
}

/**
 * The largest face of a picture. The whole is looked at first; then with a broad rim, because BlazeFace misses faces that
 * fill the picture; then part by part, because it misses those that are small.
 */
export async function findLargestFace(network: Network, raster: Raster): Promise<Face | undefined> {
	for (const { square, convinced } of views(raster)) {
		for (const suspect of worthALook(await findFaces(network, raster, square, SUSPECTED))) {
			const face = suspect.score >= CERTAIN ? suspect : await confirm(network, raster, suspect, convinced);
			if (face) return face;
		}
	}
	return undefined;
}

/** Among the faces of a group the largest need not be one of the plainest; the largest comes first. */
function worthALook(faces: readonly Face[]): Face[] {
	const likeliest = new Set(faces.slice(0, SUSPECTS));
	return [...faces]
		.sort((a, b) => area(b) - area(a))
		.filter((face, rank) => rank < SUSPECTS || likeliest.has(face) || face.score >= CERTAIN);
}

const area = ({ width, height }: Face) => width * height;

/** The same face as a second look sees it; undefined where it does not. */
async function confirm(
	network: Network,
	raster: Raster,
	suspect: Face,
	convinced: number,
): Promise<Face | undefined> {
	const side = (CLOSER * (suspect.width + suspect.height)) / 2;
	const square = { x: suspect.x, y: suspect.y, side, angle: tilt(suspect) };
	// What is less certain than this cannot lift the mean far enough.
	const least = Math.max(0.05, 2 * convinced - suspect.score);
	if (least >= 1) return undefined;
	const seen = await findFaces(network, raster, square, least);
	return seen.find((face) => common(face, suspect) > SAME_PLACE);
}

function* views({ width, height }: Raster): Generator<View> {
	const whole = { x: width / 2, y: height / 2, side: Math.max(width, height), angle: 0 };
	yield { square: whole, convinced: CONVINCED };
	yield { square: { ...whole, side: whole.side * 1.6 }, convinced: CONVINCED };
	const side = whole.side / 2;
	for (const y of middles(height, side))
		for (const x of middles(width, side))
			yield { square: { x, y, side, angle: 0 }, convinced: CONVINCED_IN_PART };
}

/** Where squares of this side lie along a length, each over half of the one before. */
function middles(length: number, side: number): number[] {
	const steps = Math.max(0, Math.ceil((length - side) / (side / 2)));
	if (steps === 0) return [length / 2];
	return Array.from({ length: steps + 1 }, (_, i) => side / 2 + ((length - side) * i) / steps);
}
