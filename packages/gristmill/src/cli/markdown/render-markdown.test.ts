import assert from "node:assert/strict";
import { test } from "node:test";
import { PLAIN, paintFor } from "../command-line/terminal.js";
import { renderMarkdown } from "./render-markdown.js";
import { columnsOf } from "./styled.js";

const COLOURS = paintFor({ isTTY: true }, {});
/** With the codes of colours as names, to be read. */
const NAMES: Readonly<Record<string, string>> = { 0: "/", 1: "b", 2: "dim", 3: "i", 4: "u", 36: "code" };
// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of colours are what is tested
const CODE = /\u001b\[(\d+)m/g;
const coloured = (source: string, columns = 80) =>
	renderMarkdown(source, { paint: COLOURS, columns }).replace(CODE, (_, code) => `<${NAMES[code]}>`);
const plain = (source: string, columns = 80) => renderMarkdown(source, { paint: PLAIN, columns });

test("headings, bold, emphasis and code are styled, and lose their marks", () => {
	assert.equal(
		coloured("# One\n\n## Two\n\nA **bold**, *thin* `code`."),
		"<b><u>One</></>\n\n<b>Two</>\n\nA <b>bold</>, <i>thin</> <code>code</>.\n",
	);
});

test("without colours the Markdown marks stay", () => {
	assert.equal(plain("## Two\n\nA **bold** *thin* `code`."), "## Two\n\nA **bold** *thin* `code`.\n");
	assert.equal(plain("* a\n* b"), "- a\n- b\n");
});

test("a style inside another ends with it", () => {
	assert.equal(coloured("**a `b` c**"), "<b>a </><b><code>b</></><b> c</>\n");
});

test("paragraphs are wrapped at words, and a long word has a line of its own", () => {
	assert.equal(plain("one two three four five", 20), "one two three four\nfive\n");
	assert.equal(plain("a\nb\nc"), "a b c\n");
	assert.equal(plain("a  \nb"), "a\nb\n");
	const url = "x".repeat(30);
	assert.equal(plain(`a ${url} b`, 20), `a\n${url}\nb\n`);
	assert.equal(plain(`${"水".repeat(6)} ${"水".repeat(6)}`, 20), `${"水".repeat(6)}\n${"水".repeat(6)}\n`);
});

test("code keeps its lines and spaces", () => {
	assert.equal(plain("```sh\na   b\n\n  c | d\n```"), "    a   b\n\n      c | d\n");
	assert.equal(coloured("```\na\n```"), "    <code>a</>\n");
});

test("lists are indented, and numbers go on", () => {
	assert.equal(
		plain("3. one two three four five\n4. b\n   - c\n   - [x] d", 20),
		"3. one two three\n   four five\n4. b\n   - c\n   - [x] d\n",
	);
	assert.equal(coloured("- a\n\n- b"), "• a\n\n• b\n");
	assert.equal(plain("> quoted\n> text"), "│ quoted text\n");
});

test("tables have columns, numbers at the right", () => {
	const table = "| name | size |\n| --- | ---: |\n| `a` | 1 |\n| long name | 1000 |";
	assert.equal(plain(table), "name       size\n─────────  ────\n`a`           1\nlong name  1000\n");
});

test("a table that is too wide is wrapped in its cells, and one with many columns becomes blocks", () => {
	const table = "| key | meaning |\n| --- | --- |\n| a | one two three four five |";
	assert.equal(plain(table, 20), "key  meaning\n───  ───────────────\na    one two three\n     four five\n");
	const wide = `| ${"head-of-it |".repeat(4)}\n| ${"--- |".repeat(4)}\n| ${"cell-of-it |".repeat(4)}`;
	assert.equal(plain(wide, 20), "head-of-it:\ncell-of-it\n".repeat(4));
});

test("links show where they lead, and text of HTML is text", () => {
	assert.equal(plain("[docs](http://a/b) <http://c/>"), "docs (http://a/b) http://c/\n");
	assert.equal(plain("a &lt;b&gt; &amp;amp; <i>c</i>"), "a <b> &amp; <i>c</i>\n");
	assert.equal(plain("<div>\nx\n</div>"), "<div>\nx\n</div>\n");
});

test("a description of a server cannot control the terminal or stop the program", () => {
	const hostile = "# a\u001b[2J\n\n`\u009b` &#27;[2J [x](http://a/\u0007)";
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
	assert.doesNotMatch(plain(hostile), /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
	// The first is too deep for the parser, the second would take it minutes.
	for (const text of [`${">".repeat(20_000)}x`, `${"*".repeat(100_000)}x`])
		assert.ok(plain(text) === `${text}\n`, text.slice(0, 10));
	const long = `${"a **b**\n\n".repeat(40_000)}`;
	assert.equal(plain(long), `${long.trim()}\n`);
});

test("wide and combining characters are counted as they are shown", () => {
	assert.equal(columnsOf("aé水👍"), 6);
	assert.equal(columnsOf("e\u0301"), 1);
});
