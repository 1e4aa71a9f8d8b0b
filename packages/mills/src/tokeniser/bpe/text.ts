import { END } from "./classes.js";

const encoder = new TextEncoder();

/** A text as UTF-8 with the classes of its characters, as input for the patterns. */
export class Utf8Text {
	readonly bytes: Uint8Array;
	readonly length: number;
	readonly #classes: Uint8Array;

	constructor(text: string, classes: Uint8Array) {
		this.bytes = encoder.encode(text);
		this.length = this.bytes.length;
		this.#classes = classes;
	}

	/** Returns the class of the character that begins at `at`. */
	classAt(at: number): number {
		if (at >= this.length) return END;
		const byte = this.bytes[at] as number;
		return this.#classes[byte < 0x80 ? byte : this.#pointAt(at, byte)] as number;
	}

	/** Returns the end of the character that begins at `at`. */
	after(at: number): number {
		const byte = this.bytes[at] as number;
		if (byte < 0x80) return at + 1;
		if (byte < 0xe0) return at + 2;
		return byte < 0xf0 ? at + 3 : at + 4;
	}

	#pointAt(at: number, lead: number): number {
		const { bytes } = this;
		const second = (bytes[at + 1] as number) & 63;
		if (lead < 0xe0) return ((lead & 31) << 6) | second;
		const third = (bytes[at + 2] as number) & 63;
		if (lead < 0xf0) return ((lead & 15) << 12) | (second << 6) | third;
		return ((lead & 7) << 18) | (second << 12) | (third << 6) | ((bytes[at + 3] as number) & 63);
	}
}
