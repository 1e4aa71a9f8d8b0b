/** One place at which two values differ. A missing member is undefined. */
export interface Change {
	/** A JSON Pointer (RFC 6901); "" is the whole. */
	readonly path: string;
	readonly old: unknown;
	readonly new: unknown;
}

/** The allowed difference of numbers at a place. */
export type Tolerance = (path: string) => number;

export const EXACT: Tolerance = () => 0;

/** The maximum number of places that are reported for one input. */
export const MOST_CHANGES = 10;

/** The first places at which two JSON values differ, in the order of the old one. Not recursive, because values may be deep. */
export function changesOf(old: unknown, fresh: unknown, tolerance: Tolerance = EXACT): Change[] {
	const changes: Change[] = [];
	const left: Change[] = [{ path: "", old, new: fresh }];
	for (let pair = left.pop(); pair && changes.length <= MOST_CHANGES; pair = left.pop()) {
		const { path, old: before, new: after } = pair;
		if (isBranch(before) && isBranch(after) && Array.isArray(before) === Array.isArray(after)) {
			const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
			for (const key of keys.reverse())
				left.push({ path: `${path}/${escaped(key)}`, old: own(before, key), new: own(after, key) });
		} else if (!isSame(before, after, path, tolerance)) changes.push(pair);
	}
	return changes;
}

function isSame(before: unknown, after: unknown, path: string, tolerance: Tolerance): boolean {
	// -0 and 0 are one number in JSON.
	if (before === after) return true;
	if (typeof before !== "number" || typeof after !== "number") return false;
	return Math.abs(before - after) <= tolerance(path);
}

function isBranch(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null;
}

function own(branch: Record<string, unknown>, key: string): unknown {
	return Object.hasOwn(branch, key) ? branch[key] : undefined;
}

function escaped(key: string): string {
	return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Replaces list indexes with a star, so that `/tokens/7/text` and `/tokens/8/text` are one place. */
export function placeOf(path: string): string {
	return path.replace(/\/\d+(?=\/|$)/g, "/*");
}

/** A value in a line of a report. */
export function shown(value: unknown): string {
	if (value === undefined) return "nothing";
	const text = JSON.stringify(value);
	return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
