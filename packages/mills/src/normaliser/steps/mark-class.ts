/**
 * The marks of one combining class. The engine determines the order of the classes, so there is no table that could have
 * another version of Unicode.
 */
export interface MarkClass {
	readonly member: string;
	/** Its position among the classes seen so far. It changes when a class before it is added. */
	rank: number;
}

/** The classes seen so far in ascending order, and the class of each mark seen. */
const classes: MarkClass[] = [];
const known = new Map<string, MarkClass | undefined>();

/** Returns the class of a mark that has no decomposition, or undefined for class 0, which is never reordered. */
export function markClass(mark: string): MarkClass | undefined {
	const found = known.get(mark);
	if (found || known.has(mark)) return found;
	const placed = isReordered(mark) ? place(mark) : undefined;
	known.set(mark, placed);
	return placed;
}

/** Marks of the lowest and the highest class: 1 and 240. */
const OVERLAY = "\u0334";
const SUBSCRIPT = "\u0345";

function isReordered(mark: string): boolean {
	return comesAfter(mark, OVERLAY) || comesAfter(SUBSCRIPT, mark);
}

/** Returns whether the canonical order puts the first mark after the second. */
function comesAfter(first: string, second: string): boolean {
	return first !== second && (first + second).normalize("NFD") === second + first;
}

/** Finds the class of a mark by bisection among the classes seen, or adds a new class between two of them. */
function place(mark: string): MarkClass {
	let low = 0;
	let high = classes.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const { member = "" } = classes[middle] ?? {};
		if (comesAfter(mark, member)) low = middle + 1;
		else high = middle;
	}
	const next = classes[low];
	if (next && !comesAfter(next.member, mark)) return next;
	const fresh = { member: mark, rank: low };
	classes.splice(low, 0, fresh);
	for (const [rank, each] of classes.entries()) each.rank = rank;
	return fresh;
}
