/** Limits of a JSON text. */
export interface JsonBounds {
	/** The maximum depth of nested arrays and objects. */
	readonly depth: number;
	/** The maximum number of values. An array or object counts as one, and so does each of its members. */
	readonly values: number;
}

/** The bound that a whole JSON text exceeds; undefined if it exceeds none. */
export function exceeded(bytes: Uint8Array, bounds: JsonBounds): keyof JsonBounds | undefined {
	return new JsonGauge(bounds).push(bytes);
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Measures a JSON text chunk by chunk, before it is parsed. It stops at the first excess, so the cost of a refusal is
 * bounded too. Brackets and commas inside strings do not count. An empty array or object counts twice.
 */
export class JsonGauge {
	readonly #bounds: JsonBounds;
	#depth = 0;
	#values = 1;
	#quoted = false;
	/** Whether the previous chunk ended with a backslash inside a string. */
	#escaped = false;

	constructor(bounds: JsonBounds) {
		this.#bounds = bounds;
	}

	/** The bound that the text exceeds with this chunk, if any. */
	push(bytes: Uint8Array): keyof JsonBounds | undefined {
		const bounds = this.#bounds;
		let [depth, values, quoted] = [this.#depth, this.#values, this.#quoted];
		let escaped = this.#escaped && bytes.length === 0;
		let i = this.#escaped ? 1 : 0;
		// The next ones from here on. Each is searched for only when it has been passed, so the cost stays linear.
		let quote = -1;
		let backslash = -1;
		for (; i < bytes.length; i++) {
			if (quoted) {
				// Most of a large text is one string, such as a picture in base64. The native search is many times faster there.
				if (quote < i) quote = next(bytes, QUOTE, i);
				if (backslash < i) backslash = next(bytes, BACKSLASH, i);
				if (backslash < quote) {
					i = backslash + 1;
					escaped = i === bytes.length;
				} else {
					i = quote;
					quoted = quote === bytes.length;
				}
				continue;
			}
			const byte = bytes[i];
			if (byte === QUOTE) quoted = true;
			else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
			else if (byte === COMMA) values++;
			else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
				values++;
				if (++depth > bounds.depth) return "depth";
			}
			if (values > bounds.values) return "values";
		}
		[this.#depth, this.#values, this.#quoted] = [depth, values, quoted];
		this.#escaped = escaped;
		return undefined;
	}
}

/** The first place of a byte from a place on; the length if there is none. */
function next(bytes: Uint8Array, byte: number, from: number): number {
	const at = bytes.indexOf(byte, from);
	return at < 0 ? bytes.length : at;
}
