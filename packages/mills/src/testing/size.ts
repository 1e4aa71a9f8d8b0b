/** Whether the long tests run too. They need nothing more, and CI runs them. Short tests here cover the same behaviour. */
export const ALL = process.env.GRISTMILL_TESTS === "all";

/** The value for `skip`: false, or how to run a long test. */
export const unlessAll = ALL ? false : "it takes long: GRISTMILL_TESTS=all runs it";

/** The number of runs of a property: what GRISTMILL_FUZZ says, many with the long tests, and few otherwise. */
export function runs(few: number, many: number): number {
	return Number(process.env.GRISTMILL_FUZZ ?? (ALL ? many : few));
}
