/** A view is this long at first, and the second begins in the middle of the first. */
const VIEW = 4_096;
/** So far from either end of a view, what lies beyond it has no say. */
const EDGE = 512;

/**
 * A place in a long run at which it can be cut, though no rule says so: two views of the run that overlap, divided each
 * for itself, have a boundary there and the next one alike. Undefined where there is hardly any boundary in the whole.
 */
export function agreedCut(
	text: string,
	from: number,
	limit: number,
	endsIn: (from: number, to: number) => readonly number[],
): number | undefined {
	// Where a view holds no boundary to agree on, a longer one is taken: the engine is quick where boundaries are few.
	for (let length = VIEW; from + length < limit; length *= 2) {
		const middle = wholeCharacter(text, from + length / 2);
		const end = wholeCharacter(text, from + length);
		const first = endsIn(from, end).filter((at) => at >= middle + EDGE && at <= end - EDGE);
		const second = endsIn(middle, wholeCharacter(text, Math.min(limit, middle + length)));
		const alike = new Set(second);
		const cut = first.find((at, i) => alike.has(at) && alike.has(first[i + 1] ?? at));
		if (cut !== undefined) return cut;
	}
	return undefined;
}

/** Not between the halves of a pair. */
function wholeCharacter(text: string, at: number): number {
	return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}
