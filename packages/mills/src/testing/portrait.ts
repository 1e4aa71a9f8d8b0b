import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { type Caller, callerOf } from "../../../gristmill/dist/testing/mill-call.js";
import classifier from "../classifier/classifier.js";

export interface Estimate {
	readonly gender: "F" | "M";
	readonly age: number;
}

const caller: Caller<Estimate> = callerOf(classifier);
export const { call, refusal } = caller;
export const ready: Caller<Estimate>["ready"] = caller.ready;
const MODELS = new URL("../../models/classifier/", import.meta.url);
/** The portrait that the package brings along. */
export const example = readFileSync(new URL("example.jpg", MODELS));

/** The estimate for the portrait, and its pixels as PNG, so that encoding loses nothing. */
export async function portrait() {
	const pixels = await sharp(example).png().toBuffer();
	return { answer: await call(example), pixels, from: () => sharp(pixels) };
}

/** Colours, sharpness and the place of the face change the estimate a little. */
export const VARIES = 4;

export function near(actual: Estimate, expected: Estimate, years = 3): void {
	assert.equal(actual.gender, expected.gender);
	assert.ok(Math.abs(actual.age - expected.age) <= years, `${actual.age} instead of ${expected.age}`);
}
