import { MiB, Problem } from "gristmill";
import type { Column } from "./spans.js";

/** The formats of a token list, the most detailed first. */
export const FORMATS = ["objects", "columns", "ids", "count"] as const;
export type Format = (typeof FORMATS)[number];

/** A longer answer is useless to most callers and uses much of the server's memory. */
const MOST_BYTES = 64 * MiB;

/** The remaining bytes for the JSON of a list. */
export class Budget {
	readonly #format: Format;
	readonly #hasIds: boolean;
	#left = MOST_BYTES;
	/** What has been spent, but is only known to be at most `#bound` bytes. */
	#uncounted: (() => number)[] = [];
	#bound = 0;

	constructor(format: Format, hasIds: boolean) {
		this.#format = format;
		this.#hasIds = hasIds;
	}

	/** Counts some bytes. Throws `content-too-large`, which names the smaller formats, if there are too many. */
	spend(bytes: number): void {
		this.#left -= bytes;
		if (this.#left >= 0) return;
		const leaner = FORMATS.slice(FORMATS.indexOf(this.#format) + 1).filter(
			(format) => this.#hasIds || format !== "ids",
		);
		throw new Problem(
			"content-too-large",
			`The answer would be longer than ${MOST_BYTES / MiB} MiB. ` +
				`Ask for ${leaner.map((format) => `format=${format}`).join(" or ")}, or for fewer tokens with max_tokens.`,
		);
	}

	/** Counts bytes whose exact number matters only if `most` of them may be too many. */
	spendAtMost(most: number, exactly: () => number): void {
		this.#uncounted.push(exactly);
		this.#bound += most;
		if (this.#bound <= this.#left) return;
		for (const count of this.#uncounted) this.spend(count());
		this.#uncounted = [];
		this.#bound = 0;
	}
}

/** The most digits of an id or a count. */
const USUAL = 8;

/** Counts the bytes of columns of numbers, with their commas. */
export function spendColumns(budget: Budget, columns: readonly Column[]): void {
	const count = columns.reduce((sum, { length }) => sum + length, 0);
	// Offsets ascend, so the last one is the widest.
	const widest = Math.max(USUAL, ...columns.map((column) => digits(column.at(-1) ?? 0)));
	budget.spendAtMost((widest + 1) * count, () => {
		let bytes = count;
		for (const column of columns) for (const value of column) bytes += digits(value);
		return bytes;
	});
}

/** Returns the number of digits of a number that is not negative. */
export function digits(value: number): number {
	if (value < 10) return 1;
	if (value < 100) return 2;
	if (value < 1_000) return 3;
	if (value < 10_000) return 4;
	if (value < 100_000) return 5;
	if (value < 10_000_000) return value < 1_000_000 ? 6 : 7;
	return value < 100_000_000 ? 8 : String(value).length;
}

/** Returns the bytes of a token's JSON with the comma after it. `part` is the token's text or its bytes. */
export function jsonBytes(
	token: {
		readonly bytes?: string;
		readonly start?: number;
		readonly end?: number;
		readonly id?: number;
		readonly type?: string;
		readonly special?: boolean;
	},
	part: string,
): number {
	let bytes = (token.bytes === undefined ? '{"text":""},' : '{"bytes":""},').length + escaped(part);
	if (token.start !== undefined) bytes += ',"start":'.length + digits(token.start);
	if (token.end !== undefined) bytes += ',"end":'.length + digits(token.end);
	if (token.id !== undefined) bytes += ',"id":'.length + digits(token.id);
	if (token.type !== undefined) bytes += ',"type":""'.length + token.type.length;
	if (token.special) bytes += ',"special":true'.length;
	return bytes;
}

/** Returns the bytes of a text inside the quotes of a JSON string. */
function escaped(text: string): number {
	let bytes = 0;
	for (let i = 0; i < text.length; i++) {
		const unit = text.charCodeAt(i);
		// The two halves of a surrogate pair have four bytes together.
		if (unit >= 0x80) bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
		else if (unit < 0x20) bytes += unit >= 0x08 && unit !== 0x0b && unit < 0x0e ? 2 : 6;
		else bytes += unit === 0x22 || unit === 0x5c ? 2 : 1;
	}
	return bytes;
}
