import { Buffer } from "node:buffer";

/** Shorter lists gain nothing. */
const LONG = 1_000;
/** Ten digits and a comma. */
const WIDEST = 11;

/**
 * The same JSON as JSON.stringify gives, sooner where members are long lists of whole numbers, such as
 * offsets: these are written digit by digit into bytes. Bytes then, and text where there is no such list.
 */
export function stringify(value: object): string | Buffer {
	if (!hasLongList(value)) return JSON.stringify(value);
	const parts: (string | Uint8Array)[] = [];
	write(value, parts);
	return Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
}

/** Looks at members and their members, but not into lists: those with much in them are not the ones that gain. */
function hasLongList(value: unknown): boolean {
	if (typeof value !== "object" || value === null || "toJSON" in value) return false;
	if (Array.isArray(value)) return value.length >= LONG;
	return Object.values(value).some(hasLongList);
}

function write(value: object, parts: (string | Uint8Array)[]): void {
	if (Array.isArray(value)) {
		parts.push(wholeNumbers(value) ?? JSON.stringify(value));
		return;
	}
	let separator = "{";
	for (const [name, member] of Object.entries(value)) {
		const isLong = hasLongList(member);
		const text = isLong ? "" : JSON.stringify(member);
		// What JSON cannot say (undefined, a function) is left out.
		if (text === undefined) continue;
		parts.push(`${separator}${JSON.stringify(name)}:${text}`);
		if (isLong) write(member, parts);
		separator = ",";
	}
	parts.push("}");
}

/** A list as JSON, if it is one of whole numbers that are not negative and fit in 31 bits. */
function wholeNumbers(values: readonly unknown[]): Uint8Array | undefined {
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
	return bytes.subarray(0, at);
}

/** The digits of all numbers of four digits, zeros in front included. */
const FOURS = new Uint8Array(40_000);
for (let i = 0; i < 10_000; i++)
	for (let at = 3, rest = i; at >= 0; at--, rest = Math.floor(rest / 10))
		FOURS[4 * i + at] = 0x30 + (rest % 10);

/** Writes a number and says where it ends. */
function writeDigits(bytes: Uint8Array, start: number, value: number): number {
	if (value < 10_000) return writeFew(bytes, start, value);
	const front = (value / 10_000) | 0;
	const at = writeDigits(bytes, start, front);
	const four = 4 * (value - front * 10_000);
	bytes[at] = FOURS[four] as number;
	bytes[at + 1] = FOURS[four + 1] as number;
	bytes[at + 2] = FOURS[four + 2] as number;
	bytes[at + 3] = FOURS[four + 3] as number;
	return at + 4;
}

/** At most four digits, without zeros in front. */
function writeFew(bytes: Uint8Array, start: number, value: number): number {
	const last = 4 * value + 4;
	let from = last - (value < 10 ? 1 : value < 100 ? 2 : value < 1_000 ? 3 : 4);
	let at = start;
	while (from < last) bytes[at++] = FOURS[from++] as number;
	return at;
}
