/** One input: a file, or a line with its number; `trouble` says why it cannot be sent. */
export type Item =
	| { readonly file: string; readonly trouble?: Error }
	| { readonly line: number; readonly content: string | Uint8Array; readonly trouble?: Error };

/** What names an input among the others: the path as it was given, or the number of the line. */
export type Key = string | number;

export function keyOf(item: Item): Key {
	return "file" in item ? item.file : item.line;
}
