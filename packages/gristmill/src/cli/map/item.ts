/** One input: a file, or a line with its number; `trouble` is set if it cannot be sent. */
export type Item =
	| { readonly file: string; readonly trouble?: Error }
	| { readonly line: number; readonly content: string | Uint8Array; readonly trouble?: Error };

/** Identifies an input: its path as given, or its line number. */
export type Key = string | number;

export function keyOf(item: Item): Key {
	return "file" in item ? item.file : item.line;
}
