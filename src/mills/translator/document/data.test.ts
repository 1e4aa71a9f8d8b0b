import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findValues } from "./data.js";
import type { Pair } from "./pair.js";
import { translateDocument } from "./translate-document.js";

const values = (text: string) => findValues(text)?.map(({ start, end }) => text.slice(start, end));
const pair: Pair = { from: "en", to: "es" };

describe("a document that is data", () => {
	it("has the strings of JSON for values, and neither keys nor literals", () => {
		assert.deepEqual(values('{"title": "A \\"big\\" house", "on": true, "tags": ["red", ""], "n": 1}'), [
			'A \\"big\\" house',
			"red",
		]);
		assert.equal(values('[see "the note"]'), undefined);
		assert.equal(values('{"title": '), undefined);
	});

	it("has the fields of CSV for values", () => {
		assert.deepEqual(values('id,name\r\n1,"A ""big"" house, red"\r\n2,\r\n'), [
			"id",
			"name",
			"1",
			'A ""big"" house, red',
			"2",
			"",
		]);
		assert.deepEqual(values("a;b\nc;d"), ["a", "b", "c", "d"]);
	});

	it("is no prose, no verse and no number", () => {
		for (const text of [
			"",
			"a,b",
			"One, two\nthree, four",
			"1,234 people\n2,345 dogs",
			"One\nTwo\n",
			'a,"b\nc,d',
		])
			assert.equal(values(text), undefined, text);
	});

	it("stays what it is, whatever stands in an answer", async () => {
		const translated = async (text: string) =>
			(
				await translateDocument(text, pair, async (asked) =>
					asked.map((each) => `el "${each.replace("2.5", "2,5")}"`),
				)
			).text;
		const json = await translated('{"a": "one \\"two\\". Three", "b": [false, "four"]}');
		assert.equal(JSON.parse(json).b[0], false);
		const lines = JSON.stringify({ text: "One line.\nAnother \\ one." });
		assert.equal((await translateDocument(lines, pair, async (asked) => asked)).text, lines);
		assert.match(JSON.parse(json).a, /^el "one "two"\."/);
		assert.equal(
			await translated('1,"red ""one"""\n2,2.5 kg\n'),
			'1,"el ""red ""one"""""\n2,"el ""2,5 kg"""\n',
		);
	});

	it("of settings keeps its keys", async () => {
		const { text } = await translateDocument("app.title=My house\nSAVE=Save it\n", pair, async (asked) =>
			asked.map((each) => each.toUpperCase()),
		);
		assert.equal(text, "app.title=MY HOUSE\nSAVE=SAVE IT\n");
	});
});
