/** How many answers are remembered before all are forgotten: callers choose the keys, so there is a bound. */
const MOST = 256;

/** Remembers what a pure function gave for a text. What it throws is not remembered. */
export function memo<T>(compute: (text: string) => T): (text: string) => T {
	const known = new Map<string, T>();
	return (text) => {
		const found = known.get(text);
		if (found !== undefined) return found;
		const value = compute(text);
		if (known.size >= MOST) known.clear();
		// Long header values are seldom seen twice.
		if (text.length <= 512) known.set(text, value);
		return value;
	};
}
