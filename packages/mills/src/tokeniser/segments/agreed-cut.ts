/** The initial length of a view. The second view begins in the middle of the first. */
const VIEW = 4_096;
/** At this distance from the ends of a view, text outside the view has no effect. */
const EDGE = 512;

/**
 * Returns a place where a long run can be cut, although no rule allows it. Two overlapping views of the run, divided
 * separately, both have this boundary and the next one. Returns undefined if the run has almost no boundaries.
 */
export function agreedCut(
	text: string,
	from: number,
	limit: number,
	endsIn: (from: number, to: number) => readonly number[],
): number | undefined {
	// If a view has no common boundary, a longer one is tried. The engine is fast if there are few boundaries.
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

/** Returns a place that is not inside a surrogate pair. */
export function wholeCharacter(text: string, at: number): number {
	return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}
