import { isObject } from "../core/schema/is-object.js";

/** Compares results whose numbers may differ a little, relative to the larger of 1 and the expected number. */
export function agreesWithin(tolerance: number): (expected: unknown, actual: unknown) => boolean {
	const agrees = (expected: unknown, actual: unknown): boolean => {
		if (typeof expected === "number" && typeof actual === "number")
			return Math.abs(expected - actual) <= tolerance * Math.max(1, Math.abs(expected));
		if (expected instanceof Uint8Array)
			return actual instanceof Uint8Array && Buffer.compare(expected, actual) === 0;
		if (Array.isArray(expected) && Array.isArray(actual))
			return expected.length === actual.length && expected.every((one, i) => agrees(one, actual[i]));
		if (!isObject(expected) || !isObject(actual)) return expected === actual;
		const names = Object.keys(expected);
		return (
			names.length === Object.keys(actual).length &&
			names.every((name) => Object.hasOwn(actual, name) && agrees(expected[name], actual[name]))
		);
	};
	return agrees;
}
