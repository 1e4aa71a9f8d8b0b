import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Language } from "../pair.js";
import { findItems } from "../protect/items.js";
import { splitSentences } from "./sentences.js";

/** In each case, " | " separates the sentences. */
const CASES: Readonly<Record<Language, readonly string[]>> = {
	en: [
		"Mr. Smith met Dr. J. R. Jones at 5:30 p.m. in St. John. | They talked.",
		"It costs $2.50. | Version 2.5.1 is out. | See No. 5 and Fig. 3.",
		"Use a tool, e.g. Biome, i.e. one that works. | Done.",
		"He lives in the U.S. and likes it. | She lives in the U.S. | The end.",
		"The U.S. President spoke at 5 p.m. | Everyone listened.",
		'"Stop!" he said. | "Why?" she asked. | "Because."',
		"Wait... what? | Well… maybe. | No!! | Really?!",
		"Apples, pears, etc. are fruit. | We sell apples, pears, etc. | Come in.",
		"(This is one.) | This is two.",
		"Visit https://example.com/a. | Then go.",
		"In 1998. | 25 people came.",
		"J.R.R. Tolkien wrote it. | George W. Bush did not.",
		"hello there. | how are you? | fine",
		"Yes. | **No.** | Perhaps.",
		"It is true.[^1] | It is not.[2] | Perhaps.¹ | See below.",
		"The method is `a. B`. | Use it.",
		"I saw the sun. | The art. | It began on Sun. 5 May.",
		"It works! - at last. | We waited for... 25 years.",
		"Roe v. Wade was a case. | It ended.",
		"Prof. Lee et al. found it. | Acme Inc. grew.",
	],
	es: [
		"El Sr. Pérez y la Sra. Gómez viven en EE. UU. desde 1998. | Trabajan mucho.",
		"¿Qué tal? | ¡Muy bien! | ¿Y tú?",
		"Viaja a EE. UU. | El viaje es largo.",
		"Vea la pág. 5, el núm. 3 y el art. 4. | Luego siga.",
		"Cuesta 2.500,75 euros. | Es caro… | Pero bueno.",
		"«¡Hola!», dijo Ana. | «¿Cómo estás?»",
		"El Dr. D. Juan vive en la Avda. América. | Tel. 91 555.",
		"Frutas, p. ej. manzanas, etc. | Todo bien.",
		"Según M. Dupont, mide 5 m. | Luego creció.",
		"Murió en el 44 a. C. en Roma. | Fue en marzo.",
		"Son las 5 p. m. en Madrid. | ¡qué tarde!",
	],
};

describe("splitting sentences", () => {
	it("keeps a title and the name after a bar together", () => {
		const text = "The best way to travel... | The Evening Post";
		assert.deepEqual(splitSentences(text, "en", []), [{ start: 0, end: text.length }]);
	});

	for (const [language, cases] of Object.entries(CASES))
		for (const marked of cases)
			it(`${language}: ${marked}`, () => {
				const text = marked.replaceAll(" | ", " ");
				const found = splitSentences(text, language as Language, findItems(text));
				assert.deepEqual(
					found.map(({ start, end }) => text.slice(start, end)),
					marked.split(" | "),
				);
			});
});
