import type { Face } from "./detector-network.js";
import type { Network } from "./networks.js";
import type { Raster } from "./raster.js";
import { type Square, sample } from "./sample.js";

/** The output of the face network for one square. */
export interface FaceScores {
	/** The probability that it shows a human face. */
	readonly face: number;
	/** The probability that the face is a man's. */
	readonly male: number;
	/** The probability of each age from 0 to 100. */
	readonly ages: Float32Array;
	/** How far the face is tilted sideways, in radians clockwise. */
	readonly lean: number;
}

export const FACE_INPUT = 160;
/** The side of the square as a multiple of the detector's box. `training/classifier/views.py` uses the same value. */
const SIDE = 1.45;
/** The probability that a range excludes at each end. With this value, it contains the true age of at least four of five faces in FairFace. */
const TAIL = 0.1;
/** A gender whose probability is at most this far from a half is unsure: that of one face in eight in FairFace. */
const UNSURE = 0.3;
/** How many years before and after an age add to its probability. */
const AROUND = 8;

/** The square around a face that the network gets, with the face upright. */
export function squareOf({ x, y, side, angle }: Face): Square {
	return { x, y, side: SIDE * side, angle };
}

/** The input of the network: the pixels of a square. */
export const faceInput = (raster: Raster, square: Square): Uint8Array => sample(raster, square, FACE_INPUT);

/** Runs the network on the pixels of a square. */
export async function scoreFace(network: Network, pixels: Uint8Array): Promise<FaceScores> {
	const { face, male, ages, up } = await network.run(pixels, FACE_INPUT);
	return {
		face: face?.[0] ?? 0,
		male: male?.[0] ?? 0,
		ages: ages ?? new Float32Array(),
		lean: Math.atan2(up?.[1] ?? 0, up?.[0] ?? 1),
	};
}

/** Looks at the mirror image, too, if the gender is unsure: the mean is right more often. A sure one hardly changes. */
export async function scoreAgainIfUnsure(
	network: Network,
	pixels: Uint8Array,
	scores: FaceScores,
): Promise<FaceScores> {
	if (Math.abs(scores.male - 0.5) > UNSURE) return scores;
	return averaged(scores, await scoreFace(network, mirrored(pixels)));
}

/** The pixels of a square from right to left. */
export function mirrored(pixels: Uint8Array): Uint8Array {
	const result = new Uint8Array(pixels.length);
	const line = FACE_INPUT * 3;
	for (let start = 0; start < pixels.length; start += line)
		for (let to = start, from = start + line - 3; from >= start; to += 3, from -= 3) {
			result[to] = pixels[from] as number;
			result[to + 1] = pixels[from + 1] as number;
			result[to + 2] = pixels[from + 2] as number;
		}
	return result;
}

/** The mean of two looks at the same face. */
export function averaged(a: FaceScores, b: FaceScores): FaceScores {
	const ages = a.ages.map((share, age) => (share + (b.ages[age] as number)) / 2);
	return { ...a, male: (a.male + b.male) / 2, ages };
}

/** The likeliest age. */
export function ageOf(scores: FaceScores): number {
	const shares = smoothed(scores);
	return shares.indexOf(Math.max(...shares));
}

/** A range of ages. It contains the true age of four of five faces in FairFace. */
export function rangeOf(scores: FaceScores): { from: number; to: number } {
	const shares = smoothed(scores);
	return { from: quantile(shares, TAIL), to: quantile(shares, 1 - TAIL) };
}

/**
 * The probability of each age, to which the years around it add: the closer, the more. The network is too sure of single
 * years, most of all in portraits.
 */
function smoothed({ ages }: FaceScores): number[] {
	const sums = Array.from(ages, (_, age) => {
		let sum = 0;
		for (let away = -AROUND; away <= AROUND; away++)
			sum += (ages[age + away] ?? 0) * (AROUND + 1 - Math.abs(away));
		return sum;
	});
	const total = sums.reduce((sum, one) => sum + one, 0);
	return sums.map((sum) => sum / total);
}

/** The age at which the cumulative probability reaches `part`. */
function quantile(ages: readonly number[], part: number): number {
	let below = 0;
	const age = ages.findIndex((share) => {
		below += share;
		return below >= part;
	});
	return age < 0 ? ages.length - 1 : age;
}
