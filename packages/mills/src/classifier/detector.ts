import { type Face, findFaces } from "./detector-network.js";
import type { Network } from "./networks.js";
import type { Raster } from "./raster.js";
import type { Square } from "./sample.js";

/** The minimum detector score of a candidate. The face network decides whether it is a face. */
const MIN_CERTAINTY = 0.1;
/** If one face is certain, others must be, too: their score is at least this part of the best one. */
const MIN_SHARE = 0.2;
/** A face of at least this share of the view is located exactly. */
const CLOSE_ENOUGH = 0.3;
/** The side of the surroundings of a face, as a multiple of its box. */
const SURROUNDINGS = 2.2;
/** The box of a face below this share of the view may be twice as large as the face. */
const SMALL = 0.15;
/** A face with a lower score than this in its surroundings may be located badly, too. */
const SURE = 0.8;
/** A large candidate that scores less than this is not a face. */
const MIN_LARGE = 0.2;
/** A small candidate that scores less than this when it is looked at again at 160 pixels is not a face. */
const MIN_QUICK = 0.25;
/** The same at 256 pixels. */
const MIN_AGAIN = 0.3;
const QUARTER = Math.PI / 2;
/** How many of the most likely candidates, and how many of the largest, are checked per view. */
const MAX_CANDIDATES = 8;

/** What is found in a square of a picture. */
interface View {
	readonly square: Square;
	readonly candidates: readonly Face[];
}

/**
 * Finds face candidates view by view, the largest of each view first: in the whole picture, then in parts of it, because
 * the detector misses small faces.
 */
export async function* faceCandidates(network: Network, raster: Raster): AsyncGenerator<View> {
	for (const square of views(raster))
		yield {
			square,
			candidates: selectCandidates(await findFaces(network, raster, square, MIN_CERTAINTY)),
		};
}

/**
 * Finds a face again where the detector locates it most exactly: upright, and in a view of its surroundings if it was small in
 * the view before. Undefined if it is not a face: most small candidates are none, and the face network takes longer to say so.
 */
export async function refine(
	network: Network,
	raster: Raster,
	face: Face,
	before: Square,
): Promise<Face | undefined> {
	const { x, y } = face;
	// A quarter turn is exact: a picture that lies on its side gets the answer of the upright picture.
	const angle = Math.round(face.angle / QUARTER) * QUARTER;
	const isClose = face.share >= CLOSE_ENOUGH;
	const view = isClose ? { ...before, angle } : { x, y, side: SURROUNDINGS * face.side, angle };
	const again = async (input: 256 | 160) => {
		const faces = await findFaces(network, raster, view, MIN_CERTAINTY, input);
		return faces.find((one) => Math.hypot(one.x - x, one.y - y) < face.side / 2);
	};
	if (isClose) {
		const upright = angle === 0 ? face : ((await again(256)) ?? face);
		return upright.score >= MIN_LARGE ? upright : undefined;
	}
	// If the box is about right, the face fills half of the view, and fewer pixels are enough.
	const isSmall = face.share < SMALL;
	const quick = isSmall ? undefined : await again(160);
	if (quick && quick.score >= SURE) return quick;
	if (!isSmall && (quick?.score ?? 0) < MIN_QUICK) return undefined;
	const found = (await again(256)) ?? quick;
	return found && found.score >= MIN_AGAIN ? found : undefined;
}

/** The most likely and the largest faces. In a group, the largest face is not always among the most likely. */
function selectCandidates(found: readonly Face[]): Face[] {
	const [best] = found;
	const faces = found.filter(({ score }) => score >= MIN_SHARE * (best?.score ?? 0));
	const likeliest = new Set(faces.slice(0, MAX_CANDIDATES));
	return faces
		.sort((a, b) => b.side - a.side)
		.filter((face, rank) => rank < MAX_CANDIDATES || likeliest.has(face));
}

function* views({ width, height }: Raster): Generator<Square> {
	const whole = Math.max(width, height);
	yield { x: width / 2, y: height / 2, side: whole, angle: 0 };
	const side = whole / 2;
	for (const y of centres(height, side)) for (const x of centres(width, side)) yield { x, y, side, angle: 0 };
}

/** The centres of squares along a length. Each square overlaps the previous one by half. */
function centres(length: number, side: number): number[] {
	const steps = Math.max(0, Math.ceil((length - side) / (side / 2)));
	if (steps === 0) return [length / 2];
	return Array.from({ length: steps + 1 }, (_, i) => side / 2 + ((length - side) * i) / steps);
}
