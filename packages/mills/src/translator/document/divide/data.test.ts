import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { translateDocument } from "../../translate-document.js";
import type { Pair } from "../pair.js";
import { findValues } from "./data.js";

const values = (text: string) => findValues(text)?.map(({ start, end }) => text.slice(start, end));
const pair: Pair = { from: "en", to: "es" };

describe("a JSON, CSV or settings document", () => {
	it("of JSON has its strings as values, without keys and literals", () => {
		assert.deepEqual(values('{"title": "A \\"big\\" house", "on": true, "tags": ["red", ""], "n": 1}'), [
			'A \\"big\\" house',
			"red",
		]);
		assert.equal(values('[see "the note"]'), undefined);
		assert.equal(values('{"title": '), undefined);
	});

	it("of CSV has its fields as values", () => {
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

	it("is not confused with prose, verse or a number", () => {
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

	it("stays valid for every answer of the engine", async () => {
		const translated = async (text: string) =>
			(
				await translateDocument(text, pair, async (asked) =>
					asked.map((each) => [`el "${each.replace("2.5", "2,5")}"`]),
				)
			).text;
		const json = await translated('{"a": "one \\"two\\". Three", "b": [false, "four"]}');
		assert.equal(JSON.parse(json).b[0], false);
		const lines = JSON.stringify({ text: "One line.\nAnother \\ one." });
		assert.equal(
			(await translateDocument(lines, pair, async (asked) => asked.map((each) => [each]))).text,
			lines,
		);
		assert.match(JSON.parse(json).a, /^el "one "two"\."/);
		assert.equal(
			await translated('1,"red ""one"""\n2,2.5 kg\n'),
			'1,"el ""red ""one"""""\n2,"el ""2,5 kg"""\n',
		);
	});

	it("of settings keeps its keys", async () => {
		const { text } = await translateDocument("app.title=My house\nSAVE=Save it\n", pair, async (asked) =>
			asked.map((each) => [each.toUpperCase()]),
		);
		assert.equal(text, "app.title=MY HOUSE\nSAVE=SAVE IT\n");
	});
});
