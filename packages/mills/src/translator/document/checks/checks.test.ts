import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { translateDocument } from "../../translate-document.js";
import type { TranslateSentences } from "../pair.js";
import { isSane, isSound } from "./checks.js";

const toSpanish = { from: "en", to: "es" } as const;
const toEnglish = { from: "es", to: "en" } as const;

/** An engine with a best answer and others. */
const choices = (best: string, ...others: string[]): TranslateSentences => {
	return async (sentences, wanted) => sentences.map(() => (wanted === "best" ? [best] : [best, ...others]));
};

describe("checks of an answer", () => {
	it("find a lost negation", () => {
		for (const [en, es] of [
			["He pleaded not guilty.", "Se declaró culpable."],
			["He can't swim.", "Sabe nadar."],
			["Nobody knows.", "Todos lo saben."],
		] as const)
			assert.equal(isSound(en, es, toSpanish), false, en);
		assert.equal(isSound("No sabe nadar.", "He can swim.", toEnglish), false);
	});

	it("accept an answer that negates in another way, and phrases that only look negative", () => {
		for (const [en, es] of [
			["He pleaded not guilty.", "Se declaró inocente."],
			["It is not possible.", "Es imposible."],
			["He didn't smoke any more.", "Dejó de fumar."],
			["Not only that.", "También eso."],
			["See No. 5.", "Véase el n.º 5."],
			["She isn't coming, is she?", "Ella no viene, ¿verdad?"],
		] as const)
			assert.equal(isSound(en, es, toSpanish), true, en);
		for (const [es, en] of [
			["Sin embargo, llegaron.", "However, they arrived."],
			["No obstante, llegaron.", "Still, they arrived."],
			["De nada.", "You're welcome."],
			["Vienes, ¿no?", "You're coming, right?"],
		] as const)
			assert.equal(isSound(es, en, toEnglish), true, es);
	});

	it("find a lost century or decade, and keep the answer if there is no other", async () => {
		assert.equal(isSound("in the 12th century", "hace mucho tiempo", toSpanish), false);
		assert.equal(isSound("in the 1990s", "hace mucho tiempo", toSpanish), false);
		const { text } = await translateDocument("in the 12th century", toSpanish, choices("hace mucho tiempo"));
		assert.equal(text, "hace mucho tiempo");
	});

	it("find lost quotation marks", () => {
		assert.equal(isSound('He said "yes".', "Dijo que sí.", toSpanish), false);
		assert.equal(isSound('He said "yes".', "Dijo 'sí'.", toSpanish), true);
	});

	it("find markup, digits, offence and chatter in the answer to a word", () => {
		assert.equal(isSane("thimble", "<b>dedal", toSpanish), false);
		assert.equal(isSane("thimble", "dedal (costura)", toSpanish), false);
		assert.equal(isSane("ladle", "puta", toSpanish), false);
		assert.equal(isSane("ladle", "un objeto de la cocina que sirve sopa", toSpanish), false);
		assert.equal(isSane("ladle", "cucharón", toSpanish), true);
		assert.equal(isSane("(noun)", "(nombre)", toSpanish), true);
	});

	it("choose another answer of the engine", async () => {
		const text = async (source: string, engine: TranslateSentences) =>
			(await translateDocument(source, toSpanish, engine)).text;
		assert.equal(
			await text("He pleaded not guilty.", choices("Se declaró culpable.", "Se declaró no culpable.")),
			"Se declaró no culpable.",
		);
		assert.equal(await text("whore's egg", choices("huevo de puta", "erizo de mar")), "huevo de puta");
		assert.equal(await text("sea urchin", choices("puta de mar", "erizo de mar")), "erizo de mar");
		// Better a number in another answer than a sentence in two parts.
		assert.equal(
			await text("He has 37 cars.", choices("Tiene coches.", "Tiene 37 coches.")),
			"Tiene 37 coches.",
		);
	});

	it("keep the best answer if no other passes", async () => {
		const { text } = await translateDocument(
			"He pleaded not guilty.",
			toSpanish,
			choices("Se declaró culpable."),
		);
		assert.equal(text, "Se declaró culpable.");
	});
});
