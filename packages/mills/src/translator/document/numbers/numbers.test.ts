import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mendCenturies } from "./centuries.js";
import { mendDecades } from "./decades.js";
import { mendNumbers } from "./number-mending.js";
import { convertNumber, findNumbers } from "./numbers.js";
import { scale } from "./scales.js";

const toSpanish = { from: "en", to: "es" } as const;
const back = { from: "es", to: "en" } as const;

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

	it("keep their scale, also where the same number has two", () => {
		const { undo } = scale("Gastó 3 millones de los 3 mil millones.", back);
		assert.equal(undo("It spent 3 million of the 3 million."), "It spent 3 million of the 3 billion.");
	});

	it("that lose their scale in words are no answer", () => {
		const { text, undo } = scale("It cost 1 trillion dollars.", toSpanish);
		assert.equal(text, "It cost 1 million dollars.");
		assert.equal(undo("Costó un millón de dólares."), undefined);
		assert.equal(undo("Costó 1 millón de dólares."), "Costó 1 billón de dólares.");
	});

	it("that are not quantities stay as they are", () => {
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

	it("that are times stay as they are, and amounts of money are grouped", () => {
		const [time] = findNumbers("It leaves at 8.20 p.m. today", "en", "es");
		assert.equal(time?.target, "8.20");
		assert.equal(findNumbers("Paga $2,500 al año", "es", "en")[0]?.target, "2,500");
		assert.equal(findNumbers("Mide 2,500 metros", "es", "en")[0]?.target, "2.500");
	});

	it("with separators around a dash or a slash are two, and dates are one", () => {
		const targets = (text: string) => findNumbers(text, "en", "es").map(({ target }) => target);
		assert.deepEqual(targets("(97,039/1,617,204)"), ["97.039", "1.617.204"]);
		assert.deepEqual(targets("2,000-3,000 on 3/4/2024"), ["2.000", "3.000", "3/4/2024"]);
		assert.deepEqual(targets("29 000-24 000"), ["29", "000", "24", "000"]);
		assert.deepEqual(targets("97 039/1 617"), ["97", "039", "1", "617"]);
	});

	it("lose the spaces between their groups in an answer", () => {
		const toEnglish = (source: string, answer: string) => mendNumbers(source, answer, back);
		assert.equal(
			toEnglish("Unas 45.000 firmas de 1.250.000 vecinos", "Some 45 000 signatures of 1 250 000 people"),
			"Some 45,000 signatures of 1,250,000 people",
		);
		assert.equal(toEnglish("Viven 45 000 personas", "45,000 people live"), "45,000 people live");
		assert.equal(toEnglish("Viven 45 000 personas", "45.000 people live"), "45,000 people live");
		assert.equal(toEnglish("Viven 45 000 personas", "45 000 people live"), "45 000 people live");
		assert.equal(toEnglish("Pesa 12 500,75 kilos", "It weighs 12 500.75 kilos"), "It weighs 12,500.75 kilos");
		assert.equal(toEnglish("Llame al 912 345 678", "Call 912,345,678"), "Call 912 345 678");
		assert.equal(toEnglish("El día 20, 300 personas", "On day 20 300 people"), "On day 20 300 people");
	});

	it("of a range may have a dash or a word between them", () => {
		for (const [en, es] of [
			["It takes 2-3 weeks", "Tarda 2 a 3 semanas"],
			["They got 90–95%", "Recibieron entre el 90 % y el 95 %"],
			["from 1 to 14 days in a place", "1-14 días en un lugar"],
		] as const) {
			assert.equal(mendNumbers(en, es, toSpanish), es);
			assert.equal(mendNumbers(es, en, back), en);
		}
		assert.equal(mendNumbers("Dial 555-1234", "Marque 555 1234", toSpanish), undefined);
		assert.equal(mendNumbers("in 1994–98", "en 1994-98", toSpanish), "en 1994–98");
	});

	it("in a name may be joined to the name", () => {
		assert.equal(mendNumbers("la cumbre del G-20", "the G20 summit", back), "the G20 summit");
		assert.equal(mendNumbers("la cumbre del G-20", "the summit", back), undefined);
	});

	it("that a translator spelt out become digits again, and small ones stay words", () => {
		assert.equal(mendNumbers("El 70% de todo", "Seventy per cent of it", back), "70% of it");
		assert.equal(mendNumbers("En 45 días", "In forty-five days", back), "In 45 days");
		assert.equal(mendNumbers("En 40 días", "In forty-five days", back), undefined);
		assert.equal(mendNumbers("all 100 of them", "las cien", toSpanish), "las 100");
		for (const [number, words] of [
			["15", "quince"],
			["21", "veintiún"],
			["26", "veintiséis"],
			["30", "treinta"],
			["88", "ochenta y ocho"],
		] as const)
			assert.equal(mendNumbers(`${number} days`, `${words} días`, toSpanish), `${number} días`);
		assert.equal(mendNumbers("1000 euros", "A thousand euros", back), "1000 euros");
		assert.equal(mendNumbers("70 euros", "Seventy thousand euros", back), undefined);
		assert.equal(mendNumbers("30% of it", "treinta por ciento", toSpanish), "30 %");
		assert.equal(mendNumbers("30 days", "treinta y un días", toSpanish), undefined);
	});

	it("that may be a telephone number stay as they are", () => {
		assert.equal(mendNumbers("Es el 600 123 456.", "It is 600,123,456.", back), "It is 600 123 456.");
		assert.equal(mendNumbers("It is 600 123 456.", "Es el 600.123.456.", toSpanish), "Es el 600 123 456.");
		assert.equal(mendNumbers("Son 17 786 419.", "It is 17,786,419.", back), "It is 17,786,419.");
	});

	it("of centuries are Roman in Spanish and ordinals in English", () => {
		const spanish = (source: string, answer: string) => mendCenturies(source, answer, toSpanish);
		const english = (source: string, answer: string) => mendCenturies(source, answer, back);
		assert.equal(spanish("the 12th century", "el siglo 12"), "el siglo XII");
		assert.equal(spanish("a fourteenth-century book", "un libro del siglo XVII"), "un libro del siglo XIV");
		assert.equal(spanish("the 19th and 20th centuries", "los siglos 19 y 20"), "los siglos XIX y XX");
		assert.equal(english("en el siglo XII", "in the 19th century"), "in the 12th century");
		assert.equal(english("en el siglo XII", "in the twelfth century"), "in the twelfth century");
		assert.equal(english("el siglo XXI", "the century XXI"), "the 21st century");
		assert.equal(
			english("los siglos XIX y XX", "the 19th and 20th centuries"),
			"the 19th and 20th centuries",
		);
		assert.equal(english("en el siglo XII", "a long time ago"), undefined);
		assert.equal(spanish("a century of progress", "un siglo de progreso"), "un siglo de progreso");
	});

	it("of decades have the form of the target language", () => {
		const spanish = (source: string, answer: string) => mendDecades(source, answer, toSpanish);
		const english = (source: string, answer: string) => mendDecades(source, answer, back);
		assert.equal(spanish("music of the '80s", "música de los '80s"), "música de los años 80");
		assert.equal(spanish("in the 1990s", "en los 1990"), "en los años 1990");
		assert.equal(spanish("in the 1990s", "en la década de 1990"), "en la década de 1990");
		assert.equal(spanish("in the 1990s", "en los años noventa"), "en los años noventa");
		assert.equal(spanish("in the 1990s", "hace mucho"), undefined);
		assert.equal(spanish("the 80s cost 80 euros", "los 80 cuestan 80 euros"), "los años 80 cuestan 80 euros");
		assert.equal(english("los años 90", "the years 90"), "the 90s");
		assert.equal(english("la música de los ochenta", "the music of the eighty"), "the music of the eighties");
		assert.equal(english("hace 90 años", "90 years ago"), "90 years ago");
		assert.equal(english("los ochenta libros", "the eighty books"), "the eighty books");
	});

	it("have the right ordinal ending in English", () => {
		assert.equal(
			mendNumbers("La 2.ª, el 3.º, el 11.º y el 21.º", "The 2th, the 3nd, the 11st and the 21th", back),
			"The 2nd, the 3rd, the 11th and the 21st",
		);
	});

	it("at the end of a version or a name stay as they are", () => {
		assert.equal(mendNumbers("Fix it in v1.2.3", "Arréglalo en v1.2.3", toSpanish), "Arréglalo en v1.2.3");
	});

	it("have one currency sign, where the language puts it", () => {
		const back = { from: "es", to: "en" } as const;
		assert.equal(mendNumbers("Son 1.234,50 €.", "It is €1,234.50 €.", back), "It is €1,234.50.");
		assert.equal(mendNumbers("It is $20.", "Son $20 $.", toSpanish), "Son 20 $.");
		assert.equal(mendNumbers("Van 5 € y 7 €.", "Go €5 and €7.", back), "Go €5 and €7.");
		assert.equal(mendNumbers("De $5 $10", "From $5 $10", back), "From $5 $10");
	});

	it("are corrected in an answer that kept, lost or changed them", () => {
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
