/** A part of two texts: equal, or different. */
export interface Stretch {
	readonly same: boolean;
	readonly before: string;
	readonly after: string;
}

/** How two texts differ. */
export interface Comparison {
	readonly stretches: readonly Stretch[];
	readonly differences: number;
	/** False if there are more differences than are counted. The last stretch is then what was not compared. */
	readonly isWhole: boolean;
}

/** So many edits are looked for at once, and the first half of them is kept. */
const WINDOW = 128;
/** How much further a script must have come to leave one more piece on only one side. */
const IMBALANCE = 4;
/** More edits than that say only that the texts are others. */
const MOST_EDITS = 100_000;

/** Compares two texts by words, spaces and single marks. */
export function compare(before: string, after: string): Comparison {
	const steps = comparing(before, after);
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
	}
}

/** The same in short steps, so that a page can do something else between them. Each step gives the edits so far. */
export function* comparing(before: string, after: string): Generator<number, Comparison> {
	const [a, b] = [pieces(before), pieces(after)];
	const [x, y] = numbered(a, b);
	const script: Script = { gone: new Uint8Array(a.length), come: new Uint8Array(b.length) };
	let [from, to] = [0, 0];
	let edits = 0;
	while ((from < a.length || to < b.length) && edits < MOST_EDITS) {
		const step = edit(x.subarray(from), y.subarray(to), from, to, script);
		from += step.x;
		to += step.y;
		edits += step.edits;
		yield edits;
	}
	const rest = { same: false, before: a.slice(from).join(""), after: b.slice(to).join("") };
	const isWhole = rest.before === "" && rest.after === "";
	const stretches = stretched(a.slice(0, from), b.slice(0, to), script);
	const differences = stretches.filter(({ same }) => !same).length;
	return { stretches: isWhole ? stretches : [...stretches, rest], differences, isWhole };
}

/** Which pieces are removed from the one text, and which are inserted in the other. */
interface Script {
	readonly gone: Uint8Array;
	readonly come: Uint8Array;
}

/** A letter and its combining marks stay together. */
function pieces(text: string): string[] {
	return text.match(/[\p{L}\p{M}\p{N}]+|\s|[^\p{L}\p{M}\p{N}\s]\p{M}*/gu) ?? [];
}

/** Equal pieces get equal numbers, which are quicker to compare. */
function numbered(...lists: readonly (readonly string[])[]): readonly [Int32Array, Int32Array] {
	const known = new Map<string, number>();
	const [a = new Int32Array(), b = new Int32Array()] = lists.map((list) =>
		Int32Array.from(list, (piece) => {
			const number = known.get(piece) ?? known.size;
			known.set(piece, number);
			return number;
		}),
	);
	return [a, b];
}

/**
 * Myers' shortest edit script, up to `WINDOW` edits. If the texts differ in more, the script that came furthest is kept, up to
 * half of its edits: that far, better scripts go the same way. So the time grows with the edits and not with their square.
 */
function edit(a: Int32Array, b: Int32Array, atA: number, atB: number, script: Script) {
	const middle = WINDOW + 1;
	let reach: Int32Array = new Int32Array(2 * middle + 1).fill(-1);
	reach[middle + 1] = 0;
	const history: Int32Array[] = [];
	const at = (k: number) => reach[middle + k] ?? -1;
	const isDown = (k: number, count: number) => k === -count || (k !== count && at(k - 1) < at(k + 1));
	// What is left on only one side costs edits later: a way there that is quick now is not the shortest.
	const promise = (k: number) => 2 * at(k) - k - IMBALANCE * Math.abs(a.length - b.length - k);
	let [best, count] = [0, 0];
	search: for (; count <= WINDOW; count++) {
		history.push(reach.slice());
		best = -count;
		for (let k = -count; k <= count; k += 2) {
			let x = isDown(k, count) ? at(k + 1) : at(k - 1) + 1;
			if (x < 0 || x > a.length || x - k > b.length) {
				reach[middle + k] = -2;
				continue;
			}
			while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
			reach[middle + k] = x;
			if (x >= a.length && x - k >= b.length) {
				best = k;
				break search;
			}
			if (promise(k) > promise(best)) best = k;
		}
	}
	const isEnd = count <= WINDOW;
	const last = isEnd ? count : WINDOW;
	const kept = isEnd ? last : WINDOW / 2;
	let [x, y] = [at(best), at(best) - best];
	let end = { x, y, edits: last };
	for (let n = last; n > 0; n--) {
		if (n === kept) end = { x, y, edits: n };
		reach = history[n] ?? reach;
		const k = x - y;
		const down = isDown(k, n);
		x = at(k + (down ? 1 : -1));
		y = x - k - (down ? 1 : -1);
		if (n > kept) continue;
		if (down) script.come[atB + y] = 1;
		else script.gone[atA + x] = 1;
	}
	return end;
}

/** Joins neighbouring pieces of the same kind. */
function stretched(a: readonly string[], b: readonly string[], { gone, come }: Script): Stretch[] {
	const made: Stretch[] = [];
	let [x, y] = [0, 0];
	while (x < a.length || y < b.length) {
		const start = x;
		while (x < a.length && y < b.length && !gone[x] && !come[y]) {
			x += 1;
			y += 1;
		}
		const text = a.slice(start, x).join("");
		if (text !== "") made.push({ same: true, before: text, after: text });
		const [goneFrom, comeFrom] = [x, y];
		while (gone[x]) x += 1;
		while (come[y]) y += 1;
		const [before, after] = [a.slice(goneFrom, x).join(""), b.slice(comeFrom, y).join("")];
		// A removal and an insertion of the same text are no difference.
		if (before !== "" || after !== "") made.push({ same: before === after, before, after });
	}
	return made;
}
