import { Buffer } from "node:buffer";

/** Shorter lists gain nothing. */
const LONG = 1_000;
/** Ten digits and a comma. */
const WIDEST = 11;

/**
 * The same text as JSON.stringify gives, several times sooner where members are long lists of whole numbers, such as
 * offsets: these are written digit by digit into bytes.
 */
export function stringify(value: object): string {
	return hasLongList(value) ? write(value) : JSON.stringify(value);
}

/** Looks at members and their members, but not into lists: those with much in them are not the ones that gain. */
function hasLongList(value: unknown): boolean {
	if (typeof value !== "object" || value === null || "toJSON" in value) return false;
	if (Array.isArray(value)) return value.length >= LONG;
	return Object.values(value).some(hasLongList);
}

function write(value: object): string {
	if (Array.isArray(value)) return wholeNumbers(value) ?? JSON.stringify(value);
	const members = Object.entries(value).flatMap(([name, member]) => {
		const text = hasLongList(member) ? write(member as object) : JSON.stringify(member);
		// What JSON cannot say (undefined, a function) is left out.
		return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
	});
	return `{${members.join(",")}}`;
}

/** A list as JSON, if it is one of whole numbers that are not negative and fit in 31 bits. */
function wholeNumbers(values: readonly unknown[]): string | undefined {
	const bytes = Buffer.allocUnsafe(values.length * WIDEST + 1);
	let at = 0;
	bytes[at++] = 0x5b;
	for (let i = 0; i < values.length; i++) {
		const value = values[i];
		if (typeof value !== "number" || (value | 0) !== value || value < 0) return undefined;
		at = writeDigits(bytes, at, value);
		bytes[at++] = 0x2c;
	}
	// The last comma becomes the closing bracket.
	bytes[at - 1] = 0x5d;
	return bytes.toString("latin1", 0, at);
}

function writeDigits(bytes: Uint8Array, start: number, value: number): number {
	let end = start + 1;
	for (let rest = value; rest >= 10; rest = (rest / 10) | 0) end++;
	for (let at = end - 1, rest = value | 0; at >= start; at--) {
		const next = (rest / 10) | 0;
		bytes[at] = 0x30 + rest - next * 10;
		rest = next;
	}
	return end;
}
