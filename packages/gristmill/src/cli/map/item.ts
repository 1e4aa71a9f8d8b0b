import { type Host, pathOn } from "../command-line/host.js";

/** One input: a file, or a line with its number; `trouble` is set if it cannot be sent. */
export type Item =
	| { readonly file: string; readonly trouble?: Error }
	| { readonly line: number; readonly content: string | Uint8Array; readonly trouble?: Error };

/** Identifies an input: its path as given, or its line number. */
export type Key = string | number;

/** What is sent of an item. Throws if that is nothing. */
export function inputOf(item: Item, host: Host): string | Uint8Array | { readonly file: string } {
	if (item.trouble) throw item.trouble;
	return "file" in item ? { file: pathOn(host, item.file) } : item.content;
}

export function keyOf(item: Item): Key {
	return "file" in item ? item.file : item.line;
}
