/** n: a piece of text, b: a byte, c: control, k: the unknown. */
export type PieceKind = "n" | "b" | "c" | "k";

/** The vocabulary and the sizes of the model, as `training/translator/export.py` writes them. */
export interface VocabularyFile {
	/** The width of the model. */
	readonly d: number;
	readonly heads: number;
	/** Layers of the encoder. */
	readonly enc: number;
	/** Layers of the decoder. */
	readonly dec: number;
	/** How many pieces there are. */
	readonly V: number;
	/** The tag that asks for Spanish. */
	readonly es: number;
	/** The tag that asks for English. */
	readonly en: number;
	/** The end marker. */
	readonly eos: number;
	/** By id: the piece, the logarithm of its probability, its kind. */
	readonly pieces: readonly (readonly [piece: string, score: number, kind: PieceKind])[];
}

/** The byte that a piece like `<0x0A>` stands for. */
export function byteOf(piece: string): number {
	return Number.parseInt(piece.slice(3, 5), 16);
}
