import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findItems } from "./items.js";

const found = (text: string) => findItems(text).map(({ source }) => source);

describe("finding items", () => {
	for (const item of [
		"https://example.com/a?b=1&c=(2)",
		"www.example.org/x",
		"example.com",
		"ana.perez+x@mail.example.org",
		"`npm  run build`",
		"``a`b``".replace("`b", "b"),
		"{name}",
		"{{ user.name }}",
		"#{name}",
		"$HOME",
		"%s",
		"%1$d",
		"%(count)s",
		"%USERNAME%",
		":name",
		":smile:",
		"&nbsp;",
		"@someone",
		"#hashtag",
		"/usr/local/bin",
		"C:\\Windows\\x",
		"src/main.ts",
		"snake_case",
		"call_it()",
		"😀",
		"👩‍👩‍👧‍👦",
		"🇪🇸",
		"1️⃣",
		"Москва",
		"東京",
		"مرحبا بالعالم",
		"→",
		"v1.2.3-beta.4",
		"___/___/_____",
		"( )",
		"<code>a b</code>",
		"{count, plural, =0 {No messages} one {# message from {name}} other {# messages}}",
		"3.12.1-rc1",
		"&&",
		"=>",
		"$E = mc^2$",
		"$x$",
		"\\(a + b\\)",
		"\\frac{a}{b}",
		"\\*",
		"\\\\server\\share\\folder",
		"C:\\Program Files\\App\\config.ini",
		"<br>",
		"[^1]",
		"0123456789abcdef0123456789abcdef0123456789abcdef0123",
	])
		it(`finds the whole of ${item} in a sentence`, () =>
			assert.deepEqual(found(`We see ${item}, and go.`), [item]));

	it("ignores prices, plain words and arithmetic", () => {
		for (const text of [
			"It is $5, or 10% more: and/or 2 - 3.",
			"It is $5 or US$10, A$7 and 8$: PEN and COP.",
			"a cat's (good) day; the end.",
			"50% de descuento",
			"el artículo n° 18, a 30 °C +/- 2",
		])
			assert.deepEqual(found(text), []);
	});

	it("finds the currency of an amount", () => {
		assert.deepEqual(found("It costs USD 1,500 or 20 EUR. THE PEN IS RED."), ["USD", "EUR"]);
	});

	it("excludes the full stop and the bracket after a URL", () => {
		assert.deepEqual(found("(See https://example.com/a_(b)). Go to https://example.com/."), [
			"https://example.com/a_(b)",
			"https://example.com/",
		]);
	});

	it("pairs marks around words", () => {
		const items = findItems("A **bold** [link](x.y) and <b>tag</b>");
		assert.deepEqual(
			items.map(({ source, partner }) => [source, partner]),
			[
				["**", 1],
				["**", 0],
				["[", 3],
				["](x.y)", 2],
				["<b>", 5],
				["</b>", 4],
			],
		);
	});
});
