import { type Face, findFaces } from "./blazeface.js";
import type { Network } from "./networks.js";
import type { Raster, Square } from "./raster.js";

/** How certain BlazeFace must be. */
const CERTAINTY = 0.5;
/** Parts of a picture hold more that resembles a face by chance. */
const CERTAINTY_IN_PART = 0.65;

/**
 * The largest face of a picture. The whole is looked at first; then with a broad rim, because BlazeFace misses faces that
 * fill the picture; then part by part, because it misses those that are small.
 */
export async function findLargestFace(network: Network, raster: Raster): Promise<Face | undefined> {
	for (const { square, certainty } of views(raster)) {
		const faces = await findFaces(network, raster, square, certainty);
		if (faces.length > 0) return faces.reduce((a, b) => (area(b) > area(a) ? b : a));
	}
	return undefined;
}

const area = ({ width, height }: Face) => width * height;

function* views({ width, height }: Raster): Generator<{ square: Square; certainty: number }> {
	const whole = { x: width / 2, y: height / 2, side: Math.max(width, height), angle: 0 };
	yield { square: whole, certainty: CERTAINTY };
	yield { square: { ...whole, side: whole.side * 1.6 }, certainty: CERTAINTY };
	const side = whole.side / 2;
	for (const y of middles(height, side))
		for (const x of middles(width, side))
			yield { square: { x, y, side, angle: 0 }, certainty: CERTAINTY_IN_PART };
}

/** Where squares of this side lie along a length, each over half of the one before. */
function middles(length: number, side: number): number[] {
	const steps = Math.max(0, Math.ceil((length - side) / (side / 2)));
	if (steps === 0) return [length / 2];
	return Array.from({ length: steps + 1 }, (_, i) => side / 2 + ((length - side) * i) / steps);
}
