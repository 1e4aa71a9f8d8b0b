import type { Network } from "./networks.js";
import type { Raster } from "./raster.js";
import { type Square, sample } from "./sample.js";

/** A face that the detector found, in pixels of the picture. */
export interface Face {
	readonly score: number;
	/** The centre of its box. */
	readonly x: number;
	readonly y: number;
	/** The side of its box, in pixels and as a fraction of the side of the view. */
	readonly side: number;
	readonly share: number;
	/** How far the face is tilted sideways, in radians clockwise. */
	readonly angle: number;
}

/** The side of the input in which the detector was trained. Its layers take every multiple of 32. */
const DETECTOR_INPUT = 256;
/** The numbers per cell: score, x, y, side, cosine and sine of the angle. */
const NUMBERS = 6;
/** Boxes that overlap more than this belong to the same face. */
const SAME_FACE = 0.3;
/**
 * A candidate that shares more than this part of its box, or of the other one's, with one of at least twice its score is
 * a bad view of that face: too low, too large, or of a half of it.
 */
const SAME_PLACE = 0.1;
/** Only faces with a cosine above this between their angles are averaged. */
const SAME_ANGLE = 0.5;

const NOTHING = new Float32Array();

interface Cell {
	readonly x: number;
	readonly y: number;
	/** The usual box of the grid. A cell tells its box as a multiple of it. */
	readonly box: number;
}

/** The pixels between the cells of each of the three grids, and the usual box in pixels: as in `training/classifier/detector.py`. */
const GRIDS = [
	{ step: 8, box: 0.07 * DETECTOR_INPUT },
	{ step: 16, box: 0.18 * DETECTOR_INPUT },
	{ step: 32, box: 0.5 * DETECTOR_INPUT },
];

/** The cells of an input, one grid after the other, each row by row. All numbers are fractions of the side. */
const cellsOf = (input: number): readonly Cell[] =>
	GRIDS.flatMap(({ step, box }) => {
		const cells = input / step;
		return Array.from({ length: cells * cells }, (_, i) => ({
			x: ((i % cells) + 0.5) / cells,
			y: (Math.floor(i / cells) + 0.5) / cells,
			box: box / input,
		}));
	});

/** The two sides of an input that are in use: of a whole view, and of the surroundings of one face. */
const CELLS = { 256: cellsOf(256), 160: cellsOf(160) };

/**
 * Finds the faces in a square of a picture whose score is at least `certainty`. The highest score is first. `input` is the
 * side of the square in pixels of the detector.
 */
export async function findFaces(
	network: Network,
	raster: Raster,
	square: Square,
	certainty: number,
	input: keyof typeof CELLS = DETECTOR_INPUT,
): Promise<Face[]> {
	const { faces: numbers = NOTHING } = await network.run(sample(raster, square, input), input);
	const least = Math.log(certainty / (1 - certainty));
	const candidates: Face[] = [];
	for (const [i, cell] of CELLS[input].entries()) {
		const at = i * NUMBERS;
		if ((numbers[at] as number) >= least)
			candidates.push(faceAt(cell, numbers.subarray(at, at + NUMBERS), square));
	}
	return merge(candidates.sort((a, b) => b.score - a.score));
}

function faceAt(cell: Cell, values: Float32Array, { x, y, side, angle }: Square): Face {
	const [logit = 0, across = 0, along = 0, size = 0, cosine = 1, sine = 0] = values;
	const right = (cell.x + (across * cell.box) / 2 - 0.5) * side;
	const down = (cell.y + (along * cell.box) / 2 - 0.5) * side;
	const cos = Math.cos(angle);
	const sin = Math.sin(angle);
	const share = cell.box * Math.exp(Math.max(-4, Math.min(4, size)));
	return {
		score: 1 / (1 + Math.exp(-logit)),
		x: x + right * cos - down * sin,
		y: y + right * sin + down * cos,
		side: share * side,
		share,
		angle: angle + Math.atan2(sine, cosine),
	};
}

/**
 * Replaces each group of overlapping candidates by their mean, weighted by score. Several cells find the same face
 * with different errors, so the mean is more stable than the best candidate.
 */
function merge(candidates: readonly Face[]): Face[] {
	const faces: Face[] = [];
	let rest = candidates;
	for (let best = rest[0]; best; best = rest[0]) {
		const first = best;
		const group = rest.filter((one) => one === first || overlapRatio(one, first) > SAME_FACE);
		rest = rest.filter((one) => !group.includes(one) && !isBadView(one, first));
		faces.push(mean(group.filter(({ angle }) => Math.cos(angle - first.angle) > SAME_ANGLE)));
	}
	return faces;
}

function isBadView(one: Face, better: Face): boolean {
	const smaller = Math.min(one.side, better.side) ** 2;
	return one.score < better.score / 2 && overlapArea(one, better) > SAME_PLACE * smaller;
}

function mean(group: readonly Face[]): Face {
	const total = group.reduce((sum, { score }) => sum + score, 0);
	const weighted = (value: (face: Face) => number) =>
		group.reduce((sum, face) => sum + (face.score * value(face)) / total, 0);
	return {
		score: group[0]?.score ?? 0,
		x: weighted(({ x }) => x),
		y: weighted(({ y }) => y),
		side: weighted(({ side }) => side),
		share: weighted(({ share }) => share),
		angle: Math.atan2(
			weighted(({ angle }) => Math.sin(angle)),
			weighted(({ angle }) => Math.cos(angle)),
		),
	};
}

/** The intersection of two boxes divided by their union, as if neither were tilted. */
function overlapRatio(a: Face, b: Face): number {
	const both = overlapArea(a, b);
	return both / (a.side ** 2 + b.side ** 2 - both);
}

const overlapArea = (a: Face, b: Face): number =>
	overlap(a.x, a.side, b.x, b.side) * overlap(a.y, a.side, b.y, b.side);

function overlap(a: number, aLength: number, b: number, bLength: number): number {
	const from = Math.max(a - aLength / 2, b - bLength / 2);
	const to = Math.min(a + aLength / 2, b + bLength / 2);
	return Math.max(0, to - from);
}
