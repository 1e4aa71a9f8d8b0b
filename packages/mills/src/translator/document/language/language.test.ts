import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { detectLanguage } from "./language.js";

const CASES: Readonly<Record<string, readonly string[]>> = {
	en: [
		"Hello",
		"Thank you",
		"i dont know",
		"railway station",
		"The dog barks.",
		"Run `npm install hola` now",
		"See https://ejemplo.es/casa",
	],
	es: [
		"Hola",
		"Buenos días",
		"Gracias",
		"¿Qué tal?",
		"no se que hacer",
		"El perro ladra.",
		"La casa y el Hotel Smith",
		"de nada",
		"Si no",
		"o no",
		"Como se usa",
		"a la mesa",
		"Que pasa",
		"buenos dias a todos",
		"Vivo en A Coruña",
		"La Xunta de Galicia",
		"El presidente Lula da Silva visitó Rio de Janeiro",
	],
	foreign: [
		"Bonjour, comment allez-vous ?",
		"Todas as pessoas nascem livres e iguais em dignidade e em direitos.",
		"Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti.",
		"Tots els éssers humans neixen lliures i iguals en dignitat i en drets.",
		"Alle Menschen sind frei und gleich an Würde und Rechten geboren.",
		"Toda persoa ten dereito á vida, á liberdade e á seguridade da súa persoa.",
		"Omnes homines dignitate et iure liberi et pares nascuntur.",
		"Necesitamos que todos os veciños participen na xuntanza.",
		"Ela marchou da casa moi cedo pola mañá.",
		"O neno xogaba coa pelota diante da igrexa.",
		"Non sei cando chegará o tren.",
		"Hoxe coñecín a miña nova mestra de filosofía.",
		"A Xunta de Galicia aprobou unha nova lei.",
		"Non foi posible gardar o ficheiro.",
		"Onde está a estación?",
		"Preguntáronnos se sabiamos cando comezaba a película.",
		"Moitas grazas pola túa axuda",
		"Demà anirem a la platja amb els nens.",
		"La meva germana treballa en un hospital.",
		"Não sei onde ele mora agora.",
		"A menina comprou um livro na loja.",
		"De kinderen spelen in de tuin.",
		"Все люди рождаются свободными",
		"人人生而自由",
	],
	unsure: ["Madrid", "no"],
	nothing: ["", "  \n", "12 + 3", "😀", "```\nlet x;\n```"],
};

describe("language detection", () => {
	for (const [expected, texts] of Object.entries(CASES))
		for (const text of texts)
			it(`finds ${expected} for ${JSON.stringify(text)}`, () => {
				const found = detectLanguage(text);
				assert.equal(found.kind === "language" ? found.language : found.kind, expected);
			});

	it("judges JSON by its values, not by its keys", () => {
		const json = JSON.stringify({
			title: "La casa verde",
			description: "Una casa grande cerca del mar",
			items: ["El jardín"],
		});
		assert.deepEqual(detectLanguage(json), { kind: "language", language: "es" });
		const other = JSON.stringify({ title: "The green house", description: "A large house near the sea" });
		assert.deepEqual(detectLanguage(other), { kind: "language", language: "en" });
	});

	it("judges a mixed document by its paragraphs", () => {
		const foreign =
			"Todas as pessoas nascem livres e iguais em dignidade.\n\nA menina comprou um livro na loja hoje.";
		assert.deepEqual(detectLanguage(`Buenos días.\n\n${foreign}`), { kind: "foreign" });
		const spanish = "El perro ladra por la noche.\n\nLos vecinos no pueden dormir desde hace una semana.";
		assert.deepEqual(detectLanguage(`Bonjour.\n\n${spanish}`), { kind: "language", language: "es" });
	});

	it("considers the whole of a mixed text", () => {
		const text =
			"Hola.\nThis is what the customer wrote to us yesterday.\nShe wants her money back, and we agree.\n";
		assert.deepEqual(detectLanguage(text), { kind: "language", language: "en" });
	});
});
