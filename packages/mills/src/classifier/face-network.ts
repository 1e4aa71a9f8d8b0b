import { type Face, tilt } from "./blazeface.js";
import type { Network } from "./networks.js";
import type { Raster } from "./raster.js";
import { type ChannelMapping, type Square, sample } from "./sample.js";

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
/** The network takes bytes unchanged. */
const CHANNELS: ChannelMapping = { order: [0, 1, 2], scale: 1, offset: [0, 0, 0] };
/** The side of the square as a multiple of the detector's box. `training/classifier/views.py` uses the same value. */
const SIDE = 1.25;
/** The probability that a range excludes at each end. With this value, it contains the true age for four of five faces. */
const TAIL = 0.09;
/** The training data has few old people, so the network underestimates their age. Years above this age are stretched. */
const OLD = 60;
const STRETCH = 1.7;

/** The square around a face that the network gets. It is rotated so that the line between the eyes is horizontal. */
export function squareOf(face: Face): Square {
	return { x: face.x, y: face.y, side: (SIDE * (face.width + face.height)) / 2, angle: tilt(face) };
}

/** Runs the network on the face in a square, or on its mirror image. */
export async function scoreFace(
	network: Network,
	raster: Raster,
	square: Square,
	mirrored = false,
): Promise<FaceScores> {
	const values = new Uint8ClampedArray(sample(raster, square, FACE_INPUT, CHANNELS));
	const pixels = new Uint8Array(values.buffer);
	const { face, male, ages, up } = await network.run(mirrored ? mirror(pixels) : pixels, FACE_INPUT);
	return {
		face: face?.[0] ?? 0,
		male: male?.[0] ?? 0,
		ages: ages ?? new Float32Array(),
		lean: Math.atan2(up?.[1] ?? 0, up?.[0] ?? 1),
	};
}

function mirror(pixels: Uint8Array): Uint8Array {
	const mirrored = new Uint8Array(pixels.length);
	for (let row = 0; row < pixels.length; row += FACE_INPUT * 3)
		for (let at = 0, to = (FACE_INPUT - 1) * 3; to >= 0; at += 3, to -= 3)
			for (let channel = 0; channel < 3; channel++)
				mirrored[row + to + channel] = pixels[row + at + channel] as number;
	return mirrored;
}

/**
 * The mean of the scores of a face and its mirror image. On held-out faces this improved gender by 0 to 1 percentage point,
 * depending on the sample, and age by 1.
 */
export function averaged(one: FaceScores, other: FaceScores): FaceScores {
	return {
		...one,
		male: (one.male + other.male) / 2,
		ages: one.ages.map((share, age) => (share + (other.ages[age] ?? 0)) / 2),
	};
}

/** Stretches the years above `OLD`. */
const stretched = (years: number) =>
	Math.min(100, Math.round(years <= OLD ? years : OLD + STRETCH * (years - OLD)));

/** The mean of the middle half. It is more stable than the median, and less biased towards middle age than the mean of all. */
export function ageOf({ ages }: FaceScores): number {
	let below = 0;
	let years = 0;
	for (const [age, share] of ages.entries()) {
		const above = below + share;
		years +=
			age * (Math.min(above, 0.75) - Math.min(below, 0.75) - Math.min(above, 0.25) + Math.min(below, 0.25));
		below = above;
	}
	return stretched(2 * years);
}

/** The range that contains the true age of four of five people. */
export function rangeOf({ ages }: FaceScores): { from: number; to: number } {
	return { from: stretched(quantile(ages, TAIL)), to: stretched(quantile(ages, 1 - TAIL)) };
}

/** The age at which the cumulative probability reaches `part`. */
function quantile(ages: Float32Array, part: number): number {
	let below = 0;
	const age = ages.findIndex((share) => {
		below += share;
		return below >= part;
	});
	return age < 0 ? ages.length - 1 : age;
}
