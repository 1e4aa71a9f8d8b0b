/** A part of two texts: equal, or different. */
export interface Stretch {
	readonly same: boolean;
	readonly before: string;
	readonly after: string;
}

/** Maximum number of differences. Finding more would take quadratic time. */
const MOST_EDITS = 400;

/** Compares two texts by words, spaces and single marks. The cost is bounded: length times `MOST_EDITS`. */
export function compare(before: string, after: string): Stretch[] {
	const a = pieces(before);
	const b = pieces(after);
	let start = 0;
	while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
	let end = 0;
	while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
	const left = a.slice(start, a.length - end);
	const right = b.slice(start, b.length - end);
	return joined([
		...same(a.slice(0, start)),
		...(edits(left, right) ?? [{ same: false, before: left.join(""), after: right.join("") }]),
		...same(a.slice(a.length - end)),
	]);
}

/** A letter and its combining marks stay together. */
function pieces(text: string): string[] {
	return text.match(/[\p{L}\p{M}\p{N}]+|\s|[^\p{L}\p{M}\p{N}\s]\p{M}*/gu) ?? [];
}

function same(list: readonly string[]): Stretch[] {
	const text = list.join("");
	return text === "" ? [] : [{ same: true, before: text, after: text }];
}

/** Myers' shortest edit script; undefined if it is longer than the maximum. */
function edits(a: readonly string[], b: readonly string[]): Stretch[] | undefined {
	if (a.length === 0 || b.length === 0) return undefined;
	const reach = new Map<number, number>([[1, 0]]);
	const history: Map<number, number>[] = [];
	for (let count = 0; count <= Math.min(a.length + b.length, MOST_EDITS); count++) {
		history.push(new Map(reach));
		for (let k = -count; k <= count; k += 2) {
			let x = isDown(reach, k, count) ? at(reach, k + 1) : at(reach, k - 1) + 1;
			while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
			reach.set(k, x);
			if (x >= a.length && x - k >= b.length) return traced(a, b, history);
		}
	}
	return undefined;
}

const at = (reach: ReadonlyMap<number, number>, k: number) => reach.get(k) ?? -1;

function isDown(reach: ReadonlyMap<number, number>, k: number, count: number): boolean {
	return k === -count || (k !== count && at(reach, k - 1) < at(reach, k + 1));
}

function traced(
	a: readonly string[],
	b: readonly string[],
	history: readonly Map<number, number>[],
): Stretch[] {
	const found: Stretch[] = [];
	let x = a.length;
	let y = b.length;
	for (let count = history.length - 1; count >= 0; count--) {
		const reach = history[count] ?? new Map<number, number>();
		const down = isDown(reach, x - y, count);
		const fromX = count === 0 ? 0 : at(reach, x - y + (down ? 1 : -1));
		const fromY = count === 0 ? 0 : fromX - (x - y + (down ? 1 : -1));
		while (x > fromX && y > fromY && a[x - 1] === b[y - 1]) {
			x -= 1;
			y -= 1;
			found.push({ same: true, before: a[x] ?? "", after: b[y] ?? "" });
		}
		if (count === 0) break;
		found.push(
			down
				? { same: false, before: "", after: b[y - 1] ?? "" }
				: { same: false, before: a[x - 1] ?? "", after: "" },
		);
		x = fromX;
		y = fromY;
	}
	return found.reverse();
}

/** Joins neighbouring parts of the same kind. */
function joined(stretches: readonly Stretch[]): Stretch[] {
	const groups: Stretch[][] = [];
	for (const one of stretches) {
		const last = groups.at(-1);
		if (last?.[0]?.same === one.same) last.push(one);
		else groups.push([one]);
	}
	return groups.map((group) => {
		const before = group.map((one) => one.before).join("");
		const after = group.map((one) => one.after).join("");
		// A removal and an insertion of the same text are no difference.
		return { same: before === after, before, after };
	});
}
