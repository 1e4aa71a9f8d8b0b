/** Direction marks, embeddings, overrides and isolates. */
const ALL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Embeddings, overrides and the character that ends them. */
const PAIRED = /[\u202a-\u202e]/g;
const END = "\u202c";

export const stripBidi = (text: string) => text.replace(ALL, "");

/**
 * Removes direction overrides, which show characters in a wrong order. The end of each override is removed with it.
 * Embeddings keep their ends.
 */
export function stripOverrides(text: string): string {
	const open: boolean[] = [];
	return text.replace(PAIRED, (mark) => {
		if (mark === END) return open.pop() ? mark : "";
		const isEmbedding = mark < END;
		open.push(isEmbedding);
		return isEmbedding ? mark : "";
	});
}
