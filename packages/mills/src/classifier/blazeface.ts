import type { Network } from "./networks.js";
import type { Raster } from "./raster.js";
import { type ChannelMapping, type Square, sample } from "./sample.js";

/** A face that BlazeFace found, in pixels of the picture. */
export interface Face {
	readonly score: number;
	/** The centre of its box. */
	readonly x: number;
	readonly y: number;
	/** The size of its box. The box is square if the face looks straight ahead. */
	readonly width: number;
	readonly height: number;
	/** The person's right eye, left eye, nose, mouth, right ear, left ear: x and y of each. */
	readonly points: readonly number[];
}

const INPUT = 256;
/** Maps bytes to the range −1 to 1. */
const CHANNELS: ChannelMapping = { order: [0, 1, 2], scale: 1 / 127.5, offset: [-1, -1, -1] };
/** The numbers per anchor, without the score: x, y, width and height of the box, and x and y of six points. */
const NUMBERS = 16;
/** Boxes that overlap more than this belong to the same face. */
const SAME_FACE = 0.3;

const NOTHING = new Float32Array();

/** The input has two grids: 16 × 16 cells with two anchors each, and 8 × 8 cells with six anchors each. */
const ANCHORS = Float32Array.from([16, 8].flatMap((cells) => gridOf(cells, cells === 16 ? 2 : 6)));

function gridOf(cells: number, times: number): number[] {
	return Array.from({ length: cells * cells * times }, (_, i) => Math.floor(i / times)).flatMap((cell) => [
		((cell % cells) + 0.5) / cells,
		(Math.floor(cell / cells) + 0.5) / cells,
	]);
}

/** How far a face is tilted sideways, in radians clockwise, measured by the line between its eyes. */
export function tilt({ points }: Face): number {
	const [rightX = 0, rightY = 0, leftX = 0, leftY = 0] = points;
	return Math.atan2(leftY - rightY, leftX - rightX);
}

/** Finds the faces in a square of a picture whose score is at least `certainty`. The highest score is first. */
export async function findFaces(
	network: Network,
	raster: Raster,
	square: Square,
	certainty: number,
): Promise<Face[]> {
	const { scores: logits = NOTHING, boxes = NOTHING } = await network.run(
		sample(raster, square, INPUT, CHANNELS),
		INPUT,
	);
	const least = Math.log(certainty / (1 - certainty));
	const candidates: Face[] = [];
	for (let i = 0; i < logits.length; i++) {
		const logit = logits[i] as number;
		if (logit >= least) candidates.push(faceAt(i, logit, boxes, square));
	}
	return merge(candidates.sort((a, b) => b.score - a.score));
}

function faceAt(i: number, logit: number, numbers: Float32Array, square: Square): Face {
	const values = numbers.subarray(i * NUMBERS, (i + 1) * NUMBERS);
	const place = (at: number) =>
		toPicture(
			square,
			((values[at] as number) / INPUT + (ANCHORS[2 * i] as number) - 0.5) * square.side,
			((values[at + 1] as number) / INPUT + (ANCHORS[2 * i + 1] as number) - 0.5) * square.side,
		);
	const [x, y] = place(0);
	return {
		score: 1 / (1 + Math.exp(-logit)),
		x,
		y,
		width: ((values[2] as number) / INPUT) * square.side,
		height: ((values[3] as number) / INPUT) * square.side,
		points: [4, 6, 8, 10, 12, 14].flatMap(place),
	};
}

/** Converts an offset from the centre of a square to coordinates of the picture. */
function toPicture({ x, y, angle }: Square, right: number, down: number): [number, number] {
	const cos = Math.cos(angle);
	const sin = Math.sin(angle);
	return [x + right * cos - down * sin, y + right * sin + down * cos];
}

/**
 * Replaces each group of overlapping candidates by their mean, weighted by score. Several anchors find the same face
 * with different errors, so the mean is more stable than the best candidate.
 */
function merge(candidates: readonly Face[]): Face[] {
	const faces: Face[] = [];
	let rest = candidates;
	for (let best = rest[0]; best; best = rest[0]) {
		const anchor = best;
		const group = rest.filter((one) => one === anchor || overlapRatio(one, anchor) > SAME_FACE);
		rest = rest.filter((one) => !group.includes(one));
		faces.push(mean(group));
	}
	return faces;
}

function mean(group: readonly Face[]): Face {
	const total = group.reduce((sum, { score }) => sum + score, 0);
	const weighted = (value: (face: Face) => number) =>
		group.reduce((sum, face) => sum + (face.score * value(face)) / total, 0);
	return {
		score: group[0]?.score ?? 0,
		x: weighted(({ x }) => x),
		y: weighted(({ y }) => y),
		width: weighted(({ width }) => width),
		height: weighted(({ height }) => height),
		points: Array.from({ length: 12 }, (_, i) => weighted(({ points }) => points[i] as number)),
	};
}

/** The intersection of two boxes divided by their union. */
function overlapRatio(a: Face, b: Face): number {
	const across = overlap(a.x, a.width, b.x, b.width);
	const down = overlap(a.y, a.height, b.y, b.height);
	const both = across * down;
	return both / (a.width * a.height + b.width * b.height - both);
}

function overlap(a: number, aLength: number, b: number, bLength: number): number {
	const from = Math.max(a - aLength / 2, b - bLength / 2);
	const to = Math.min(a + aLength / 2, b + bLength / 2);
	return Math.max(0, to - from);
}
