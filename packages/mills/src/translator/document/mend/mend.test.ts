import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { rebreak } from "../divide/rebreak.js";
import { asSentence, matchFirst } from "./casing.js";
import { matchPunctuation } from "./punctuation.js";
import { isRepetitive } from "./repetition.js";

const toSpanish = { from: "en", to: "es" } as const;
const toEnglish = { from: "es", to: "en" } as const;

describe("correcting an answer", () => {
	it("gives its first letter the case of the source", () => {
		assert.equal(matchFirst("the house", "La casa", "es"), "la casa");
		assert.equal(matchFirst("The house", "la casa", "es"), "La casa");
		assert.equal(matchFirst("lunes", "Monday", "en"), "Monday");
		assert.equal(matchFirst("español", "Spanish", "en"), "Spanish");
		assert.equal(matchFirst("el de Ana", "Ana's", "en"), "Ana's");
		assert.equal(matchFirst("la otan", "NATO", "en"), "NATO");
		assert.equal(matchFirst("with Ana", "Ana con", "es"), "Ana con");
		assert.equal(matchFirst("“the house”", "“La casa”", "es"), "“la casa”");
	});

	it("converts a source in capitals to sentence case, except Roman numerals", () => {
		assert.equal(asSentence("WORLD WAR II, CHAPTER XIV: I MIX", "en"), "World war II, chapter XIV: I mix");
		assert.equal(asSentence("FELIPE VI, A QUIEN NO VI", "es"), "Felipe VI, a quien no vi");
	});

	it("leaves the case alone if the source or the answer starts with a number", () => {
		assert.equal(matchFirst("53% of them", "El 53 % de ellos", "es"), "El 53 % de ellos");
		assert.equal(matchFirst("Un 53 % de ellos", "53% of them", "en"), "53% of them");
	});

	it("gives it the quotes, dots and final mark of the source", () => {
		assert.equal(matchPunctuation("He said “yes”…", 'Dijo "sí"...', toSpanish), "Dijo “sí”…");
		assert.equal(matchPunctuation("A title", "Un título.", toSpanish), "Un título");
		assert.equal(matchPunctuation("One, two,", "Uno, dos.", toSpanish), "Uno, dos,");
		assert.equal(matchPunctuation("It ends.", "Termina", toSpanish), "Termina.");
		assert.equal(matchPunctuation("Why?", "Por qué?", toSpanish), "¿Por qué?");
		assert.equal(matchPunctuation("¡Hola!", "¡Hello!", toEnglish), "Hello!");
	});

	it("keeps the final mark on its side of a quote or a bracket", () => {
		const spanish = (source: string, answer: string) => matchPunctuation(source, answer, toSpanish);
		const english = (source: string, answer: string) => matchPunctuation(source, answer, toEnglish);
		for (const [en, es] of [
			['It is "old."', 'Es "viejo".'],
			["It is 'old.'", "Es 'viejo'."],
			["It is “old.”", "Es “viejo”."],
			["It is «old».", "Es «viejo»."],
			["(It is old.)", "(Es viejo)."],
			['Is it "old"?', '¿Es "viejo"?'],
			['She asked "Why?"', 'Preguntó "¿Por qué?".'],
			['They cried "Help!"', 'Gritaron "¡Socorro!"'],
			["It is old (very).", "Es viejo (mucho)."],
			['It is "old..."', 'Es "viejo..."'],
		] as const) {
			assert.equal(spanish(en, es), es);
			assert.equal(english(es, en), en);
		}
	});

	it("adds a mark that was lost next to a quote or a bracket", () => {
		const spanish = (source: string, answer: string) => matchPunctuation(source, answer, toSpanish);
		const english = (source: string, answer: string) => matchPunctuation(source, answer, toEnglish);
		assert.equal(spanish('It is "old."', 'Es "viejo"'), 'Es "viejo".');
		assert.equal(spanish('"Well," it is', '"Bueno" es'), '"Bueno" es');
		assert.equal(spanish("(It is old.)", "(Es viejo)"), "(Es viejo.)");
		assert.equal(spanish("It is old (very).", "Es viejo (mucho)"), "Es viejo (mucho).");
		assert.equal(spanish('She asked "Why?"', 'Preguntó "Por qué".'), 'Preguntó "¿Por qué?".');
		assert.equal(spanish("It grew by 5%.", "Creció un 5 %"), "Creció un 5 %.");
		assert.equal(spanish("What a day!", "Qué día."), "¡Qué día!");
		assert.equal(spanish("And then...", "Y entonces."), "Y entonces...");
		assert.equal(english('Es "viejo".', 'It is "old"'), 'It is "old".');
		assert.equal(english("Preguntó «¿Por qué?».", "She asked «Why»."), "She asked «Why?»");
	});

	it("gives it the same kinds of quotes as the source, including nested ones", () => {
		const english = (source: string, answer: string) => matchPunctuation(source, answer, toEnglish);
		assert.equal(english("“Es un error”, dijo.", "'It's a mistake,' he said."), "“It's a mistake,” he said.");
		assert.equal(
			matchPunctuation("She asked, “Did he say ‘never’?”", 'Preguntó: "¿Dijo "nunca"?"', toSpanish),
			"Preguntó: “¿Dijo ‘nunca’?”",
		);
		assert.equal(english('El "perro" de los Smith.', "The Smiths' 'dog'."), "The Smiths' 'dog'.");
		assert.equal(english('Dijo "no".', 'She didn\'t say "no".'), 'She didn\'t say "no".');
	});

	it("starts speech with a quote or a dash, not with both", () => {
		assert.equal(matchPunctuation('"Good," she said.', '—"Bien", dijo.', toSpanish), '"Bien", dijo.');
	});

	it("keeps the dashes of speech", () => {
		const english = (source: string, answer: string) => matchPunctuation(source, answer, toEnglish);
		assert.equal(english("Hola —dijo Juan—.", 'Hi," said John.'), "Hi —said John.");
		assert.equal(english("¿Vienes? —preguntó.", '"Are you coming?" he asked.'), "Are you coming? —he asked.");
		assert.equal(
			english("Sí —dijo—, ya voy.", '"Yes," he said, "I\'m coming."'),
			"Yes —he said—, I'm coming.",
		);
	});

	it("gives it as many closing marks as the source, and the same opening marks", () => {
		const spanish = (source: string, answer: string) => matchPunctuation(source, answer, toSpanish);
		assert.equal(spanish("Wait, what?!", "¡¿Espera, qué?"), "¡¿Espera, qué?!");
		assert.equal(spanish("Yeah!!!", "¡¡¡¡¡¡¡Sí!!!!"), "¡¡¡Sí!!!");
		assert.equal(spanish("Hello, %s!", "Hola, ¡ %s!"), "Hola, ¡%s!");
		assert.equal(spanish("Really??", "¿De verdad?"), "¿¿De verdad??");
		assert.equal(matchPunctuation("¿¡Qué!?", "What!", toEnglish), "What!?");
	});

	it("removes a mark that the source does not have", () => {
		assert.equal(matchPunctuation('See "The End"', 'Véase "El fin".', toSpanish), 'Véase "El fin"');
		assert.equal(matchPunctuation("which it was", "¿qué era?", toSpanish), "qué era");
		assert.equal(matchPunctuation("fue pionero.", "was it a pioneer?", toEnglish), "was it a pioneer.");
	});

	it("distinguishes a loop from emphasis", () => {
		assert.ok(isRepetitive("de la casa de la casa de la casa de la casa de la casa", "the house"));
		assert.ok(isRepetitive(`ca${"sa".repeat(30)}`, "the house"));
		assert.ok(isRepetitive("palabra distinta ".repeat(2) + "x y z ".repeat(30), "word"));
		assert.ok(!isRepetitive("no, no, no", "no, no, no"));
		assert.ok(!isRepetitive("ja ja ja ja ja ja", "ha ha ha ha ha ha"));
		assert.ok(!isRepetitive("La casa de la que te hablé", "The house I told you about"));
	});

	it("breaks it as often as the source, and never inside an item", () => {
		const gap = "\n  ";
		assert.equal(rebreak("uno dos tres cuatro", [{ gap, share: 0.5 }]), "uno dos\n  tres cuatro");
		assert.equal(rebreak("a `b c d e f g` h", [{ gap, share: 0.5 }]), "a `b c d e f g`\n  h");
		assert.equal(
			rebreak("a b c", [
				{ gap, share: 0.9 },
				{ gap, share: 0.95 },
			]),
			"a\n  b\n  c",
		);
		assert.equal(rebreak("uno", [{ gap, share: 0.5 }]), undefined);
	});
});
