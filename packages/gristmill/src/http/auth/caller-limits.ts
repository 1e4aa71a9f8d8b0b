import type { CallerLimits } from "../wire/message.js";
import { parseRate } from "../wire/token-bucket.js";

/** The keys of limits, on the line of a token and in the claim of a signed one. */
export const LIMIT_KEYS = ["rate", "burst", "concurrency", "secondsPerDay"] as const;

const MOST_AT_ONCE = 100_000;
/** What a thousand workers compute in a day. */
const MOST_SECONDS = 86_400_000;

/** Reads the limits of one caller; undefined if there are none. Throws a RangeError that names the key and quotes nothing. */
export function readLimits(
	given: Readonly<Record<string, unknown>>,
	place: string,
): CallerLimits | undefined {
	const { rate, burst, concurrency, secondsPerDay } = given;
	for (const [key, value] of Object.entries({ burst, concurrency, secondsPerDay })) {
		const most = key === "secondsPerDay" ? MOST_SECONDS : MOST_AT_ONCE;
		if (value !== undefined && !(Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most))
			throw new RangeError(`${place}: "${key}" must be a whole number from 1 to ${most}.`);
	}
	if (burst !== undefined && rate === undefined)
		throw new RangeError(`${place}: "burst" needs a "rate", such as "100/s".`);
	if (rate === undefined && concurrency === undefined && secondsPerDay === undefined) return undefined;
	return {
		rate: rate === undefined ? undefined : readRate(rate, burst as number | undefined, place),
		concurrency: concurrency as number | undefined,
		secondsPerDay: secondsPerDay as number | undefined,
	};
}

function readRate(given: unknown, burst: number | undefined, place: string) {
	try {
		const text = String(given);
		return { text, of: parseRate(text, burst) };
	} catch {
		// Its message quotes the value.
		throw new RangeError(
			`${place}: "rate" must be a number of calls per time, such as 100/s, 600/min or 5000/h.`,
		);
	}
}
