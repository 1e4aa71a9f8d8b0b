import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import type { VocabularyFile } from "../translator/native/vocabulary.js";
import { pieceLines, pieceSequences } from "./piece-lines.js";

/** So many lines are encoded. */
export const LINES = 100_000;
/** The ids of every so manieth line are kept whole; of the others a digest. */
export const STRIDE = 25;
const SEQUENCES = 2_000;
const SEED = 20_261_115;

/** What SentencePiece makes of the lines and sequences, as `tools/pieces-golden.mjs` keeps it. */
interface Golden {
	readonly digests: Uint32Array;
	readonly encoded: readonly (readonly number[])[];
	readonly decoded: readonly string[];
}

/** The lines and the sequences of ids that go with a vocabulary. */
export function goldenTasks({ pieces }: VocabularyFile): {
	lines: Iterable<string>;
	sequences: Iterable<number[]>;
} {
	const words = pieces.filter(([, , kind]) => kind === "n").map(([piece]) => piece);
	return { lines: pieceLines(words, LINES, SEED), sequences: pieceSequences(pieces.length, SEQUENCES, SEED) };
}

/** FNV-1a over ids: 32 bits tell two sequences apart and are smaller than the ids. */
export function digest(ids: Iterable<number>): number {
	let hash = 0x811c9dc5;
	for (const id of ids) hash = Math.imul(hash ^ id, 0x01000193);
	return hash >>> 0;
}

/** Reads the golden data. */
export function readGolden(folder: URL): Golden {
	const digests = readFileSync(new URL("digests.bin", folder));
	const sample = brotliDecompressSync(readFileSync(new URL("sample.json.br", folder))).toString("utf8");
	return {
		digests: Uint32Array.from({ length: digests.length / 4 }, (_, i) => digests.readUInt32LE(4 * i)),
		...JSON.parse(sample),
	};
}
