import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { mendTimes, spellTimes } from "./times.js";
import { mendUnits } from "./unit-mending.js";
import { spellUnits } from "./units.js";

// Not compiled: the table lies beside the source of this test.
const TABLE = new URL("../../../../src/translator/document/numbers/units-and-times.tsv", import.meta.url);
const CASES = readFileSync(TABLE, "utf8")
	.trim()
	.split("\n")
	.slice(1)
	.map((line) => line.split("\t"));

describe("units and times", () => {
	it("get the right form in each case of the table", () => {
		assert.ok(CASES.length >= 200);
		for (const [from, place, source = "", answer = "", expected] of CASES) {
			const pair = from === "en" ? ({ from, to: "es" } as const) : ({ from: "es", to: "en" } as const);
			const found =
				place === "source"
					? spellUnits(spellTimes(source, pair).text, pair)
					: mendUnits(source, mendTimes(source, answer, pair).text, pair);
			assert.equal(found.text, expected, `${from}: ${source} | ${answer}`);
		}
	});

	it("tell what they changed", () => {
		const pair = { from: "en", to: "es" } as const;
		assert.deepEqual(spellUnits("2 tsp of salt, 5 km", pair).changes, [
			{ rule: "units", in: "source", before: "2 tsp", after: "2 teaspoons" },
		]);
		assert.deepEqual(spellTimes("at 7pm", pair).changes, [
			{ rule: "times", in: "source", before: "7pm", after: "7 p.m." },
		]);
		assert.deepEqual(mendTimes("at 7 p.m. sharp", "a las 7 en punto", pair).changes, [
			{ rule: "times", in: "translation", before: "7", after: "7 p. m." },
		]);
	});
});
