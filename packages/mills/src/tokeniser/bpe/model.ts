import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { unpackClasses } from "./classes.js";
import { Encoder } from "./encoder.js";
import { ENCODINGS, type Encoding, type EncodingName } from "./encodings.js";
import { findSpecial } from "./special.js";
import { Utf8Text } from "./text.js";
import { Tokens } from "./tokens.js";
import { Vocabulary } from "./vocabulary.js";

/** Most text has four bytes per token. If it has fewer, the columns grow. */
const BYTES_A_TOKEN = 4;

/** An encoding that is ready for use. */
export class BytePairs {
	readonly special: ReadonlyMap<string, number>;
	readonly #encoder: Encoder;
	readonly #vocabulary: Vocabulary;
	readonly #classes: Uint8Array;

	constructor(encoding: Encoding, vocabulary: Vocabulary, encoder: Encoder, classes: Uint8Array) {
		this.special = new Map(Object.entries(encoding.special));
		this.#vocabulary = vocabulary;
		this.#encoder = encoder;
		this.#classes = classes;
	}

	/** Returns the tokens of a text. With `parse`, the names of special tokens become these tokens. */
	encode(text: string, parse: boolean): Tokens {
		const tokens = new Tokens(Math.ceil(text.length / BYTES_A_TOKEN) + 16);
		let from = 0;
		let offset = 0;
		if (parse)
			for (const { start, end, id, name } of findSpecial(text, this.special)) {
				offset = this.#encodePart(text.slice(from, start), tokens, offset);
				tokens.offset = offset;
				tokens.push(id, name.length);
				offset += name.length;
				from = end;
			}
		this.#encodePart(from === 0 ? text : text.slice(from), tokens, offset);
		return tokens;
	}

	/** Returns the class of a code point in the patterns of the encodings. */
	classOf(codePoint: number): number {
		return this.#classes[codePoint] as number;
	}

	/** Returns the bytes of a token that is not special. */
	bytesOf(id: number): Uint8Array {
		return this.#vocabulary.bytesOf(id);
	}

	/** Returns whether an id belongs to a special token. */
	isSpecial(id: number): boolean {
		return id >= this.#vocabulary.size || this.#vocabulary.bytesOf(id).length === 0;
	}

	#encodePart(part: string, tokens: Tokens, offset: number): number {
		const text = new Utf8Text(part, this.#classes);
		this.#encoder.encode(text, tokens, offset);
		return offset + text.length;
	}
}

/** Returns the packed files. */
export function packedFiles(folder: URL): URL[] {
	const names = new Set(["classes", ...Object.values(ENCODINGS).map(({ vocabulary }) => vocabulary)]);
	return [...names].map((name) => fileOf(name, folder));
}

function fileOf(name: string, folder: URL): URL {
	return new URL(`${name}.br`, folder);
}

/** Loads all encodings from the packed files. Encodings with the same ranks and pattern share data. */
export function loadEncodings(folder: URL): ReadonlyMap<string, BytePairs> {
	const read = (name: string) => brotliDecompressSync(readFileSync(fileOf(name, folder)));
	const classes = unpackClasses(read("classes"));
	const shared = new Map<string, { vocabulary: Vocabulary; encoder: Encoder }>();
	const ready = (encoding: Encoding) => {
		const key = `${encoding.vocabulary} ${encoding.size}`;
		let made = shared.get(key);
		if (!made) {
			const vocabulary = new Vocabulary(read(encoding.vocabulary), encoding.size);
			made = { vocabulary, encoder: new Encoder(vocabulary, encoding.nextPiece) };
			shared.set(key, made);
		}
		return new BytePairs(encoding, made.vocabulary, made.encoder, classes);
	};
	const names = Object.keys(ENCODINGS) as EncodingName[];
	return new Map(names.map((name) => [name, ready(ENCODINGS[name])]));
}
