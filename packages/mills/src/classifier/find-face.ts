import type { Face } from "./blazeface.js";
import { type Candidates, faceCandidates } from "./detector.js";
import { type FaceScores, scoreFace, squareOf } from "./face-network.js";
import type { Network } from "./networks.js";
import type { Raster } from "./raster.js";
import type { Square } from "./sample.js";

export interface Networks {
	readonly detector: Network;
	readonly faces: Network;
}

/** A face and the square in which it is upright. */
export interface FoundFace {
	readonly face: Face;
	readonly square: Square;
	readonly scores: FaceScores;
	/** The number of faces in the same view. It is 1 if `all` is not set. */
	readonly count: number;
}

/** The minimum probability of a face. It was chosen on held-out faces and pictures without a face: see docs/classifier.md. */
const CERTAIN = 0.97;
/** The maximum number of candidates per picture. It limits the time for a picture that is full of near-faces. */
const MAX_SCORED = 40;
/** A face that is tilted by more than this is turned upright. */
const LEANING = Math.PI / 12;
const QUARTER = Math.PI / 2;

/** Finds the largest face of a picture. With `all`, also counts the other faces in the same view. */
export async function findLargestFace(
	networks: Networks,
	raster: Raster,
	all = false,
): Promise<FoundFace | undefined> {
	const search = new Search(networks, raster, all);
	const found = await search.find(0);
	return found && search.upright(...found);
}

class Search {
	readonly #networks: Networks;
	readonly #raster: Raster;
	readonly #all: boolean;
	#left = MAX_SCORED;

	constructor(networks: Networks, raster: Raster, all: boolean) {
		this.#networks = networks;
		this.#raster = raster;
		this.#all = all;
	}

	/** Finds the first face in the views of the picture, rotated by `angle`. */
	async find(angle: number): Promise<[FoundFace, Square] | undefined> {
		for await (const seen of faceCandidates(this.#networks.detector, this.#raster, angle)) {
			const found = await this.#firstFace(seen);
			if (found) return [found, seen.view];
			if (this.#left <= 0) return undefined;
		}
		return undefined;
	}

	/** The first candidate that is a face. */
	async #firstFace({ faces }: Candidates): Promise<FoundFace | undefined> {
		let first: FoundFace | undefined;
		let count = 0;
		for (const face of faces) {
			if (this.#left-- <= 0) break;
			const square = squareOf(face);
			const scores = await this.#score(square);
			if (scores.face < CERTAIN) continue;
			count++;
			first ??= { face, square, scores, count };
			if (!this.#all) break;
		}
		return first && { ...first, count };
	}

	/**
	 * Turns the square if the face is tilted. If the face is sideways or upside down, it searches the rotated picture again:
	 * the detector locates the box and the eyes of such a face badly.
	 */
	async upright(found: FoundFace, view: Square): Promise<FoundFace> {
		const quarters = Math.round((found.square.angle + found.scores.lean) / QUARTER);
		const isSeenUpright = Math.cos(quarters * QUARTER - view.angle) > 0.9;
		const [best] = (!isSeenUpright && (await this.find(quarters * QUARTER))) || [found];
		const { square, scores } = best;
		if (Math.abs(scores.lean) < LEANING) return best;
		const turned = { ...square, angle: square.angle + scores.lean };
		return { ...best, square: turned, scores: await this.#score(turned) };
	}

	#score(square: Square): Promise<FaceScores> {
		return scoreFace(this.#networks.faces, this.#raster, square);
	}
}
