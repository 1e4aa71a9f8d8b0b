import { Classes } from "./classes.js";
import { Columns, type Segments } from "./columns.js";
import { Dictionary } from "./dictionary.js";
import { GRAPHEME_SORTING } from "./grapheme-classes.js";
import { graphemes } from "./grapheme-rules.js";
import { SENTENCE_SORTING } from "./sentence-classes.js";
import { sentences } from "./sentence-rules.js";
import { WORD_SORTING } from "./word-classes.js";
import { words } from "./word-rules.js";

export type Granularity = "word" | "sentence" | "grapheme";

export function segment(text: string, granularity: Granularity, locale: string): Segments {
	const segmenter = new Intl.Segmenter(locale, { granularity });
	const columns = new Columns(granularity === "word");
	if (granularity === "word") {
		const dictionary = new Dictionary(segmenter);
		words(text, table("word", segmenter), columns, (t, from, to, c) => dictionary.divide(t, from, to, c));
	} else if (granularity === "grapheme") {
		if (!graphemes(text, table("grapheme", segmenter), columns)) throw new Error("strange");
	} else if (!sentences(text, table("sentence", segmenter), columns)) throw new Error("strange");
	return columns.finish();
}
const tables = new Map<string, Classes>();
function table(g: Granularity, segmenter: Intl.Segmenter): Classes {
	const key = `${g} ${segmenter.resolvedOptions().locale}`;
	let t = tables.get(key);
	if (!t) {
		t = new Classes(
			segmenter,
			g === "word" ? WORD_SORTING : g === "grapheme" ? GRAPHEME_SORTING : SENTENCE_SORTING,
		);
		tables.set(key, t);
	}
	return t;
}
