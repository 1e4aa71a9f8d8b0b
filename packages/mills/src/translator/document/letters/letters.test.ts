import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { translateDocument } from "../../translate-document.js";
import type { TranslateSentences } from "../pair.js";
import { translateLetterLine } from "./letters.js";

const toSpanish = { from: "en", to: "es" } as const;
const toEnglish = { from: "es", to: "en" } as const;

describe("the lines that open and close a letter", () => {
	it("have the words and the punctuation of the target language", () => {
		for (const [en, es] of [
			["Best regards,", "Un saludo,"],
			["Kind regards", "Saludos cordiales"],
			["Yours sincerely,", "Atentamente,"],
			["Dear Ms Ortega,", "Estimada Sra. Ortega:"],
			["Dear Mr García Pérez,", "Estimado Sr. García Pérez:"],
			["Dear Sir or Madam,", "Estimado señor o señora:"],
			["Dear Marta,", "Querida Marta:"],
			["Dear John Smith,", "Querido John Smith:"],
			["Hi Ana,", "Hola, Ana:"],
			["Good morning Luis,", "Buenos días, Luis:"],
			["With love,", "Con cariño,"],
		] as const) {
			assert.equal(translateLetterLine(en, toSpanish), es);
			assert.equal(translateLetterLine(es, toEnglish), en);
		}
		assert.equal(translateLetterLine("Dear Mrs. Ortega:", toSpanish), "Estimada Sra. Ortega:");
		assert.equal(translateLetterLine("Dear Xochi,", toSpanish), "Hola, Xochi:");
		assert.equal(translateLetterLine("Cheers", toSpanish), "Saludos");
		assert.equal(translateLetterLine("Estimado don Luis Vega:", toEnglish), "Dear Mr Luis Vega,");
	});

	it("are not the names of what every object has", () => {
		for (const line of ["Constructor", "constructor,", "Constructor:"])
			assert.equal(translateLetterLine(line, toSpanish), undefined);
	});

	it("are not other sentences", () => {
		for (const line of ["Love", "Best", "Dear me!", "Hi Ana", "Dear Dr Wood,", "Love, hate and war,"])
			assert.equal(translateLetterLine(line, toSpanish), undefined, line);
		for (const line of ["Un abrazo", "Hola", "Saludos a tu madre", "Querida, ven aquí:"])
			assert.equal(translateLetterLine(line, toEnglish), undefined, line);
	});

	it("close a letter as sentences, too, if they can be nothing else", async () => {
		assert.equal(translateLetterLine("Reciba un cordial saludo.", toEnglish), "Kind regards.");
		assert.equal(
			translateLetterLine("Sin otro particular, le saluda atentamente,", toEnglish),
			"Yours sincerely,",
		);
		const engine: TranslateSentences = async (sentences) => sentences.map(() => ["…"]);
		const { text } = await translateDocument(
			"Le envío la factura. Reciba un cordial saludo.",
			toEnglish,
			engine,
		);
		assert.match(text, / Kind regards\.$/);
		for (const text of ["No vino. Saludos. Un saludo a tu madre.", "¿Qué te mandó? Un saludo."])
			assert.doesNotMatch((await translateDocument(text, toEnglish, engine)).text, /egards/);
		for (const text of [
			"*Lots of love. See you soon.*",
			"- Best wishes\n- Love",
			"| Kind regards | a title |",
		])
			assert.doesNotMatch((await translateDocument(text, toSpanish, engine)).text, /saludo|cariño/i);
	});

	it("open a letter, or close it in few words, only as whole lines", async () => {
		const engine: TranslateSentences = async (sentences) =>
			sentences.map((sentence) => [sentence.toLowerCase()]);
		const { text } = await translateDocument(
			"Dear Ms Ortega,\n\nSend my best regards, please.\n\n> Best regards,\n> Ana\n",
			toSpanish,
			engine,
		);
		assert.match(text, /^Estimada Sra\. Ortega:\n\nsend my best regards, please\.\n\n> Un saludo,\n> /i);
	});
});
