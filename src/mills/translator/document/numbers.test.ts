import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mendNumbers } from "./number-mending.js";
import { convertNumber, findNumbers } from "./numbers.js";

const toSpanish = { from: "en", to: "es" } as const;

describe("numbers", () => {
	it("swap their separators", () => {
		for (const [en, es] of [
			["2,500", "2.500"],
			["2.5", "2,5"],
			["1,234,567.89", "1.234.567,89"],
			["0.125", "0,125"],
		] as const) {
			assert.equal(convertNumber(en, "en", "es"), es);
			assert.equal(convertNumber(es, "es", "en"), en);
		}
	});

	it("stay as they are where they count nothing", () => {
		for (const number of [
			"1998",
			"10:30",
			"3/4/2024",
			"2024-05-01",
			"1.2.3",
			"192.168.100.200",
			"555-1234",
		]) {
			assert.equal(convertNumber(number, "en", "es"), number);
			assert.equal(convertNumber(number, "es", "en"), number);
		}
		assert.equal(findNumbers("Python 3.10", "en", "es")[0]?.target, "3.10");
		assert.equal(findNumbers("versión 2.5", "es", "en")[0]?.target, "2.5");
	});

	it("are mended in an answer that kept, lost or changed them", () => {
		const mend = (source: string, answer: string) => mendNumbers(source, answer, toSpanish);
		assert.equal(mend("2,500 of 3.5", "2,500 de 3.5"), "2.500 de 3,5");
		assert.equal(mend("He has 37 cars", "Tiene 38 coches"), "Tiene 37 coches");
		assert.equal(mend("He has 3 cars", "Tiene tres coches"), "Tiene tres coches");
		assert.equal(mend("the 21st century", "el siglo XXI"), "el siglo XXI");
		assert.equal(mend("He has 37 cars", "Tiene coches"), undefined);
		assert.equal(mend("37 and 48", "39 y 40"), undefined);
		assert.equal(mend("words", "palabras"), "palabras");
	});
});
