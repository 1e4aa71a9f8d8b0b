import assert from "node:assert/strict";
import { test } from "node:test";
import { translateDocument } from "./translate-document.js";

test("a document of one repeated character does not hang", async () => {
	for (const unit of [
		"a",
		" ",
		".",
		"\n",
		"`",
		"*",
		"<",
		"<a",
		"[",
		"](",
		"{",
		"-",
		"1",
		"1,",
		"😀",
		"_a",
		"é ",
		"@",
		"a.",
		"(",
		"|",
		"\t",
		"# ",
		"“",
		"да ",
		"$",
		"a_",
		"<pre",
		"<p>a",
		"a<br>\n",
		"~~~\n",
		"X1 ",
		"a\n",
		"/a",
		":a",
		"%",
		"&#",
		"\u0301",
		"\ud800",
		"https://",
		"([",
		"a@b.",
	]) {
		const text = unit.repeat(2 ** 16 / unit.length);
		const { segments } = await translateDocument(text, { from: "en", to: "es" }, async (sentences) =>
			sentences.map((sentence) => [sentence]),
		);
		assert.equal(
			segments.reduce((sum, { source }) => sum + source.length, 0),
			text.length,
			unit,
		);
	}
});
