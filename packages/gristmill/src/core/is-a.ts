/** Whether a value is an instance of a class. Never throws: of a Proxy, `instanceof` runs code that whoever made it has written. */
export function isA<T>(value: unknown, type: abstract new (...words: never[]) => T): value is T {
	try {
		return value instanceof type;
	} catch {
		return false;
	}
}

/** Whether a value has a mark, which a class from another copy of this package has too. Never throws. */
export function isMarked(value: unknown, mark: symbol): boolean {
	try {
		return typeof value === "object" && value !== null && mark in value;
	} catch {
		return false;
	}
}
