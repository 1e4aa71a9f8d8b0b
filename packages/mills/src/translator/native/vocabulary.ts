/** n: text, b: byte, c: control, k: unknown. */
type PieceKind = "n" | "b" | "c" | "k";

/** The vocabulary and the sizes of the model, written by `training/translator/export.py`. */
export interface VocabularyFile {
	/** The width of the model. */
	readonly d: number;
	readonly heads: number;
	/** The number of encoder layers. */
	readonly enc: number;
	/** The number of decoder layers. */
	readonly dec: number;
	/** The number of pieces. */
	readonly V: number;
	/** The tag that requests Spanish. */
	readonly es: number;
	/** The tag that requests English. */
	readonly en: number;
	/** The end marker. */
	readonly eos: number;
	/** The pieces by id: text, log probability, kind. */
	readonly pieces: readonly (readonly [piece: string, score: number, kind: PieceKind])[];
}

/** The byte that a piece such as `<0x0A>` represents. */
export function byteOf(piece: string): number {
	return Number.parseInt(piece.slice(3, 5), 16);
}
