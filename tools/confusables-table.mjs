// Unicode's confusables.txt 13.0.0 (UTS #39), as the npm package unhomoglyph 1.0.6 holds it, for tools/normaliser-tables.mjs.
import { createRequire } from "node:module";

const characters = createRequire(import.meta.url)("unhomoglyph/data.json");

/** Each prototype with the characters that look like it, a line for each. */
export function confusables() {
	const groups = new Map();
	for (const [source, prototype] of Object.entries(characters)) {
		// An entry that maps a character to itself says nothing.
		if (source !== prototype) groups.set(prototype, [...(groups.get(prototype) ?? []), source]);
	}
	return [...groups]
		.map(([prototype, sources]) => {
			const codes = sources.map((source) => source.codePointAt(0)).sort((a, b) => a - b);
			return `${prototype}:${String.fromCodePoint(...codes)}`;
		})
		.sort()
		.join("\n");
}
