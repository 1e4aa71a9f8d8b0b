import { type Face, findFaces } from "./blazeface.js";
import type { Network } from "./networks.js";
import type { Raster } from "./raster.js";
import type { Square } from "./sample.js";

/** The minimum detector score of a candidate. The face network decides whether it is a face. */
const MIN_CERTAINTY = 0.25;
/** How many of the most likely candidates, and how many of the largest, are checked per view. */
const MAX_CANDIDATES = 6;

const TURNS = [Math.PI, Math.PI / 2, -Math.PI / 2];

/**
 * Finds face candidates view by view, the largest of each view first. The views are in this order:
 * 1. the whole picture;
 * 2. the whole picture with a wide border, because BlazeFace misses faces that fill the picture;
 * 3. the picture rotated, because BlazeFace misses faces that are sideways or upside down;
 * 4. parts of the picture, because BlazeFace misses small faces.
 *
 * `angle` rotates all views.
 */
export async function* faceCandidates(
	network: Network,
	raster: Raster,
	angle = 0,
): AsyncGenerator<Candidates> {
	for (const view of views(raster, angle))
		yield { view, faces: selectCandidates(await findFaces(network, raster, view, MIN_CERTAINTY)) };
}

/** The face candidates in one view of the picture. */
export interface Candidates {
	readonly view: Square;
	readonly faces: readonly Face[];
}

/** The most likely and the largest faces. In a group, the largest face is not always among the most likely. */
function selectCandidates(faces: readonly Face[]): Face[] {
	const likeliest = new Set(faces.slice(0, MAX_CANDIDATES));
	return [...faces]
		.sort((a, b) => b.width * b.height - a.width * a.height)
		.filter((face, rank) => rank < MAX_CANDIDATES || likeliest.has(face));
}

function* views({ width, height }: Raster, angle: number): Generator<Square> {
	const whole = { x: width / 2, y: height / 2, side: Math.max(width, height), angle };
	yield whole;
	yield { ...whole, side: whole.side * 1.6 };
	for (const turn of TURNS) yield { ...whole, angle: angle + turn };
	const side = whole.side / 2;
	for (const y of centres(height, side)) for (const x of centres(width, side)) yield { x, y, side, angle };
}

/** The centres of squares along a length. Each square overlaps the previous one by half. */
function centres(length: number, side: number): number[] {
	const steps = Math.max(0, Math.ceil((length - side) / (side / 2)));
	if (steps === 0) return [length / 2];
	return Array.from({ length: steps + 1 }, (_, i) => side / 2 + ((length - side) * i) / steps);
}
