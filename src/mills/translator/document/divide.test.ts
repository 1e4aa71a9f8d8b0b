import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { divide } from "./divide.js";

const sentences = (text: string) =>
	divide(text, "en")
		.filter(({ translate }) => translate)
		.map(({ source }) => source);

describe("dividing a document", () => {
	it("leaves bullets, numbers, boxes, headings and quote marks outside", () => {
		const text =
			"# Title\n\n  - one\n  * two\n1. three\n 2) four\na) five\n> six\n- [x] seven\n3.1 Eight\n• nine\n—Diez\n";
		assert.deepEqual(sentences(text), [
			..."Title one two three four five six seven Eight nine Diez".split(" "),
		]);
	});

	it("takes a number at the start of a line for what it is", () => {
		assert.deepEqual(sentences("1. 2.5 billion people\n"), ["2.5 billion people"]);
		assert.deepEqual(sentences("2.5 billion people\n"), ["2.5 billion people"]);
		assert.deepEqual(sentences('1.1 "Party" means anyone\n2.1 **Term**\n'), [
			'"Party" means anyone',
			"**Term**",
		]);
	});

	it("leaves code, scripts and comments outside", () => {
		const text =
			"Before\n```js\nlet text = 'x';\n```\nbetween\n~~~\nnever closed here\n```\n~~~\n<pre>as it\nis</pre> after <!-- not\nthis --> end\n";
		assert.deepEqual(sentences(text), ["Before", "between", "after", "end"]);
	});

	it("leaves front matter outside, but for the title and the like", () => {
		const text =
			"---\ntitle: My page\nlayout: post\ntags: [a, b]\ndescription: 'Of mills'\n---\nBody here.\n";
		assert.deepEqual(sentences(text), ["My page", "'Of mills'", "Body here."]);
		assert.deepEqual(sentences(text.replaceAll("\n", "\r\n")), ["My page", "'Of mills'", "Body here."]);
		assert.deepEqual(sentences("---\nA line: between rules\n---\n"), ["A line: between rules"]);
		assert.deepEqual(sentences("---\nnote: never closed\n"), ["note: never closed"]);
	});

	it("takes a fence that is never closed up to the end", () => {
		assert.deepEqual(sentences("Before\n```\ncode\n"), ["Before"]);
	});

	it("takes cells and columns one by one", () => {
		assert.deepEqual(sentences("| Red apple | 3 |\n|---|---|\nName:\tAna    Age"), [
			"Red apple",
			"Name:",
			"Ana",
			"Age",
		]);
	});

	it("takes the elements of HTML that stand on lines of their own one by one", () => {
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

	it("takes what has no words for nothing to translate", () => {
		assert.deepEqual(sentences("12 + 3\n😀\nhttps://example.com\n{name}\nМосква\n"), []);
	});

	it("keeps headlines and lists without bullets apart, though each line could be a wrapped one", () => {
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

	it("joins wrapped lines that begin with names", () => {
		const text =
			"The meeting of the President and the Prime\nMinister took place in the old library on\nTuesday.";
		assert.deepEqual(sentences(text), [text]);
	});

	it("joins wrapped capitals, and a word that was broken in two", () => {
		const capitals =
			"THE SOFTWARE IS PROVIDED AS IT IS, WITHOUT WARRANTY OF ANY\nKIND, EXPRESS OR IMPLIED, AND NOBODY IS LIABLE FOR DAMAGES\nOF ANY KIND.";
		assert.deepEqual(sentences(capitals), [capitals]);
		assert.deepEqual(sentences("A long para-\ngraph of text"), ["A long para-\ngraph of text"]);
	});

	it("keeps pictures and links on lines of their own", () => {
		const lines = [
			"![A red house near the old river](images/house.png)",
			"[![badge](https://b.example/x.svg)](https://b.example) [Docs](d)",
		];
		assert.deepEqual(sentences(lines.join("\n")), lines);
	});

	it("keeps Markdown's break on purpose", () => {
		const text = "A line of some length that ends in two spaces  \nand another one that is long enough too\n";
		assert.equal(sentences(text).length, 2);
	});

	it("knows carriage returns", () => {
		assert.deepEqual(sentences("One.\r\n\r\nTwo.\r\n"), ["One.", "Two."]);
	});
});
