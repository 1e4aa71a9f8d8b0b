/** What only JSON can tell how it is written. */
const ODD = Symbol("odd");

/**
 * A copy of a result, equal to what comes out of its JSON; undefined if that may differ or be longer than `most` bytes. It takes a
 * fraction of the time of writing and parsing JSON.
 */
export function plainCopy(output: object, most: number): object | undefined {
	const room = { bytes: most };
	try {
		const copy = copyOf(output, room);
		return copy === ODD || room.bytes < 0 ? undefined : (copy as object);
	} catch {
		// A getter threw, or the result is too deep. Writing it as JSON says so.
		return undefined;
	}
}

function copyOf(value: unknown, room: { bytes: number }): unknown {
	if (typeof value === "string") {
		// JSON escapes a character with six others at most.
		room.bytes -= 6 * value.length + 3;
		return value;
	}
	if (typeof value === "number") {
		room.bytes -= LONGEST_NUMBER;
		// JSON has one zero.
		return Number.isFinite(value) ? value + 0 : ODD;
	}
	if (typeof value === "boolean" || value === null) {
		room.bytes -= 6;
		return value;
	}
	// Everything that JSON leaves out or refuses: functions, symbols, bigints.
	if (typeof value !== "object" || room.bytes < 0) return ODD;
	room.bytes -= 3;
	return Array.isArray(value) ? copyOfList(value, room) : copyOfObject(value, room);
}

function copyOfList(list: readonly unknown[], room: { bytes: number }): unknown {
	const copy: unknown[] = [];
	for (const member of list) {
		const own = copyOf(member, room);
		if (own === ODD) return ODD;
		copy.push(own);
	}
	return copy;
}

/** Copies all members at once, and then looks at each: that is three times as fast as one after the other. */
function copyOfObject(value: object, room: { bytes: number }): unknown {
	const prototype = Object.getPrototypeOf(value);
	// A Date, a Map or a typed array. A toJSON of its own is a function, which is odd too.
	if (prototype !== Object.prototype && prototype !== null) return ODD;
	const copy: Record<string, unknown> = { ...value };
	for (const key in copy) {
		const member = copy[key];
		room.bytes -= 6 * key.length + 4;
		if (typeof member === "string") room.bytes -= 6 * member.length + 3;
		else if (member === undefined) delete copy[key];
		else {
			if (key === "__proto__") return ODD;
			const own = copyOf(member, room);
			if (own === ODD) return ODD;
			if (own !== member || member === 0) copy[key] = own;
		}
	}
	return copy;
}

/** "-1.2345678901234567e-300", and a comma. */
const LONGEST_NUMBER = 25;
