import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { divide } from "./divide.js";

const sentences = (text: string) =>
	divide(text, "en")
		.filter(({ translate }) => translate)
		.map(({ source }) => source);

describe("dividing a document", () => {
	it("excludes bullets, numbers, checkboxes, heading marks and quote marks", () => {
		const text =
			"# Title\n\n  - one\n  * two\n1. three\n 2) four\na) five\n> six\n- [x] seven\n3.1 Eight\n• nine\n—Diez\n";
		assert.deepEqual(sentences(text), [
			..."Title one two three four five six seven Eight nine Diez".split(" "),
		]);
	});

	it("distinguishes numbering from a number at the start of a line", () => {
		assert.deepEqual(sentences("1. 2.5 billion people\n"), ["2.5 billion people"]);
		assert.deepEqual(sentences("2.5 billion people\n"), ["2.5 billion people"]);
		assert.deepEqual(sentences('1.1 "Party" means anyone\n2.1 **Term**\n'), [
			'"Party" means anyone',
			"**Term**",
		]);
	});

	it("excludes code, scripts and comments", () => {
		const text =
			"Before\n```js\nlet text = 'x';\n```\nbetween\n~~~\nnever closed here\n```\n~~~\n<pre>as it\nis</pre> after <!-- not\nthis --> end\n";
		assert.deepEqual(sentences(text), ["Before", "between", "after", "end"]);
	});

	it("excludes front matter, except the title and similar values", () => {
		const text =
			"---\ntitle: My page\nlayout: post\ntags: [a, b]\ndescription: 'Of mills'\n---\nBody here.\n";
		assert.deepEqual(sentences(text), ["My page", "'Of mills'", "Body here."]);
		assert.deepEqual(sentences(text.replaceAll("\n", "\r\n")), ["My page", "'Of mills'", "Body here."]);
		assert.deepEqual(sentences("---\nA line: between rules\n---\n"), ["A line: between rules"]);
		assert.deepEqual(sentences("---\nnote: never closed\n"), ["note: never closed"]);
	});

	it("extends an unclosed fence to the end", () => {
		assert.deepEqual(sentences("Before\n```\ncode\n"), ["Before"]);
	});

	it("separates cells and columns", () => {
		assert.deepEqual(sentences("| Red apple | 3 |\n|---|---|\nName:\tAna    Age"), [
			"Red apple",
			"Name:",
			"Ana",
			"Age",
		]);
	});

	it("separates HTML elements that are on lines of their own", () => {
		assert.deepEqual(
			sentences("<p>One <b>two</b>.</p><p>Three<br>four</p>\n<ul><li>five</li><li>six</li></ul>"),
			["One <b>two</b>.", "Three", "four", "five", "six"],
		);
		assert.deepEqual(sentences("A `<p>` begins a paragraph, <px> does not."), [
			"A `<p>` begins a paragraph, <px> does not.",
		]);
		const wrapped =
			"> It was one of the first factories<br>\n> in the region, and paper was all that it\n> made.\n";
		assert.deepEqual(sentences(wrapped), [
			"It was one of the first factories",
			"in the region, and paper was all that it\n> made.",
		]);
	});

	it("finds nothing to translate in text without words", () => {
		assert.deepEqual(sentences("12 + 3\n😀\nhttps://example.com\n{name}\nМосква\n"), []);
	});

	it("separates headlines and lists without bullets, even if each line could be wrapped", () => {
		const lines = [
			"President Signs Sweeping Climate Bill Into Law",
			"Stocks Fall 2.5% as Fed Raises Rates by 0.75 Points",
			"Earthquake Hits California",
			"Rain in Spain",
		];
		assert.deepEqual(sentences(lines.join("\n")), lines);
		const signs = ["NO SMOKING IN ANY PART OF THE BUILDING AT ALL", "DANGER", "EMERGENCY EXIT ONLY"];
		assert.deepEqual(sentences(signs.join("\n")), signs);
	});

	it("joins wrapped lines that start with names", () => {
		const text =
			"The meeting of the President and the Prime\nMinister took place in the old library on\nTuesday.";
		assert.deepEqual(sentences(text), [text]);
	});

	it("joins wrapped text in capitals, and a hyphenated word", () => {
		const capitals =
			"THE SOFTWARE IS PROVIDED AS IT IS, WITHOUT WARRANTY OF ANY\nKIND, EXPRESS OR IMPLIED, AND NOBODY IS LIABLE FOR DAMAGES\nOF ANY KIND.";
		assert.deepEqual(sentences(capitals), [capitals]);
		assert.deepEqual(sentences("A long para-\ngraph of text"), ["A long para-\ngraph of text"]);
	});

	it("separates pictures and links on lines of their own", () => {
		const lines = [
			"![A red house near the old river](images/house.png)",
			"[![badge](https://b.example/x.svg)](https://b.example) [Docs](d)",
		];
		assert.deepEqual(sentences(lines.join("\n")), lines);
	});

	it("keeps hard breaks of Markdown", () => {
		const text = "A line of some length that ends in two spaces  \nand another one that is long enough too\n";
		assert.equal(sentences(text).length, 2);
	});

	it("handles carriage returns", () => {
		assert.deepEqual(sentences("One.\r\n\r\nTwo.\r\n"), ["One.", "Two."]);
	});
});
