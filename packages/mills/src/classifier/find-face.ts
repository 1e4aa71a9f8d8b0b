import { faceCandidates, refine } from "./detector.js";
import type { Face } from "./detector-network.js";
import { type FaceScores, faceInput, scoreFace, squareOf } from "./face-network.js";
import type { Network } from "./networks.js";
import type { Raster } from "./raster.js";
import type { Square } from "./sample.js";

export interface Networks {
	readonly detector: Network;
	readonly faces: Network;
}

/** A face and the square in which it is upright, with its pixels. */
export interface FoundFace {
	readonly face: Face;
	readonly square: Square;
	readonly pixels: Uint8Array;
	readonly scores: FaceScores;
	/** The number of faces in the same view. Without `all`, smaller faces are not counted. */
	readonly count: number;
}

/** The minimum probability of a face. It was chosen on held-out faces and pictures without a face. */
const CERTAIN = 0.97;
/** The maximum number of candidates per picture. It limits the time for a picture that is full of near-faces. */
const MAX_SCORED = 40;
/** A candidate with less than this part of the side of a face is smaller than it, whatever the error of both. */
const SIDE_ERROR = 0.75;
/** A face that is tilted by more than this is turned upright. */
const LEANING = Math.PI / 12;

/** Finds the largest face of a picture. With `all`, also counts the other faces in the same view. */
export async function findLargestFace(
	networks: Networks,
	raster: Raster,
	all = false,
): Promise<FoundFace | undefined> {
	const look = async (square: Square) => {
		const pixels = faceInput(raster, square);
		return { square, pixels, scores: await scoreFace(networks.faces, pixels) };
	};
	let left = MAX_SCORED;
	for await (const { square: view, candidates } of faceCandidates(networks.detector, raster)) {
		let largest: Omit<FoundFace, "count"> | undefined;
		const checked: Face[] = [];
		let count = 0;
		for (const candidate of candidates) {
			// The candidates are sorted by their side, which is not exact before the second look.
			const isSmaller = largest !== undefined && candidate.side < SIDE_ERROR * largest.face.side;
			if ((isSmaller && !all) || left-- <= 0) break;
			const face = await refine(networks.detector, raster, candidate, view);
			// Two candidates may turn out to be the same face.
			if (!face || checked.some((one) => isSameFace(one, face))) continue;
			checked.push(face);
			const seen = await look(squareOf(face));
			if (seen.scores.face < CERTAIN) continue;
			count++;
			if (!largest || (!isSmaller && face.side > largest.face.side)) largest = { face, ...seen };
		}
		if (largest) {
			const { square, scores } = largest;
			const isUpright = Math.abs(scores.lean) < LEANING;
			const turned = isUpright ? {} : await look({ ...square, angle: square.angle + scores.lean });
			return { ...largest, ...turned, count };
		}
		if (left <= 0) return undefined;
	}
	return undefined;
}

const isSameFace = (a: Face, b: Face): boolean =>
	Math.hypot(a.x - b.x, a.y - b.y) < Math.min(a.side, b.side) / 2;
