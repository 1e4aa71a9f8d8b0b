import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findNames } from "./names.js";

const namesIn = (text: string) => findNames(text).map(({ start, end }) => text.slice(start, end));

describe("names of people", () => {
	it("are found after a title, an introduction, and as a first name with a surname", () => {
		assert.deepEqual(namesIn("El Sr. Blanco y la Sra. Iglesias Calvo llegaron."), [
			"Blanco",
			"Iglesias Calvo",
		]);
		assert.deepEqual(namesIn("Mr Baker's house, Dr O'Brien"), ["Baker", "O'Brien"]);
		assert.deepEqual(namesIn("My name is Grace Fields."), ["Grace Fields"]);
		assert.deepEqual(namesIn("Me llamo Paz."), ["Paz"]);
		assert.deepEqual(namesIn("Then Rose Baker met Juan de la Cruz."), ["Rose Baker", "Juan de la Cruz"]);
	});

	it("are not offices, kings, saints, or people with a name in each language", () => {
		for (const text of [
			"Thank you, Mr President.",
			"Señor Presidente",
			"King Charles III came.",
			"Pope John Paul II died.",
			"King Juan Carlos spoke.",
			"San Juan Bautista",
			"Christopher Columbus sailed.",
			"The United States and New York",
			"Mark the box.",
		])
			assert.deepEqual(namesIn(text), [], text);
	});
});
