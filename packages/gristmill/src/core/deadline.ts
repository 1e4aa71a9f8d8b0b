import { describeBytes } from "./describe-bytes.js";
import { duration } from "./duration.js";

/** How long a call may run, in milliseconds: fixed, or growing with the input. */
export type Deadline = number | { readonly base: number; readonly perKiB: number; readonly most?: number };

/** Maximum deadline: one hour. */
export const LONGEST_DEADLINE = 3_600_000;

/**
 * The deadline for an input of this many bytes.
 *
 * @example deadlineFor({ base: 1_000, perKiB: 500 }, 2048) // 2000
 */
export function deadlineFor(deadline: Deadline, bytes: number): number {
	if (typeof deadline === "number") return deadline;
	const { base, perKiB, most = Number.POSITIVE_INFINITY } = deadline;
	return Math.min(most, Math.ceil(base + (perKiB * bytes) / 1024));
}

/** The deadline of calls one after the other; undefined if there are none. */
export function summedDeadline(deadlines: readonly Deadline[]): Deadline | undefined {
	if (deadlines.length === 0) return undefined;
	const parts = deadlines.map((one) => (typeof one === "number" ? { base: one, perKiB: 0 } : one));
	const base = parts.reduce((sum, part) => sum + part.base, 0);
	const perKiB = parts.reduce((sum, part) => sum + part.perKiB, 0);
	return perKiB === 0 ? Math.min(LONGEST_DEADLINE, base) : { base, perKiB, most: LONGEST_DEADLINE };
}

/** The same deadline, but at most `most`. */
export function narrowedDeadline(deadline: Deadline, most: number): Deadline {
	if (typeof deadline === "number") return Math.min(deadline, most);
	return { ...deadline, most: Math.min(deadline.most ?? most, most) };
}

/** Says what to change in a deadline for inputs of at most `maxBytes`; undefined if it is valid. */
export function complainAboutDeadline(deadline: unknown, maxBytes: number): string | undefined {
	if (typeof deadline !== "object" || deadline === null)
		return typeof deadline === "number" && deadline > 0 && deadline <= LONGEST_DEADLINE
			? undefined
			: `The deadline is ${String(deadline)}, and must be a number of milliseconds above 0 and at most an hour.`;
	const { base, perKiB, most, ...others } = deadline as Readonly<Record<string, unknown>>;
	if (
		typeof base !== "number" ||
		typeof perKiB !== "number" ||
		Object.keys(others).length > 0 ||
		!(most === undefined || (typeof most === "number" && most > 0))
	)
		return "The deadline must be a number of milliseconds, or { base, perKiB, most } in milliseconds.";
	const longest = deadlineFor({ base, perKiB }, maxBytes);
	return base > 0 && perKiB >= 0 && longest <= LONGEST_DEADLINE
		? undefined
		: `The deadline has base ${base} and perKiB ${perKiB}, which is ${duration(longest)} for ${describeBytes(maxBytes)}. base must be above 0, perKiB 0 or more, and the longest deadline at most an hour.`;
}
