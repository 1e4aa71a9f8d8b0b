import assert from "node:assert/strict";

/** One line of what `gristmill map` writes. */
interface MapResult {
	readonly file?: string;
	readonly line?: number;
	readonly output?: Readonly<Record<string, unknown>>;
	readonly error?: { readonly kind: string; readonly status?: number; readonly detail: string };
}

/** Reads what `gristmill map` has written. Each line is complete. */
export function mapResults(text: string): MapResult[] {
	assert.ok(text === "" || text.endsWith("\n"), text.slice(-100));
	return text
		.split("\n")
		.slice(0, -1)
		.map((line) => JSON.parse(line));
}

/** Lines of different lengths, each with its number. */
export const numberedLines = (count: number) =>
	Array.from({ length: count }, (_, i) => `${i + 1}${" w".repeat(i % 5)}\n`).join("");
