import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { TranslateSentences } from "./document/pair.js";
import { likelihood, Scores } from "./doubt.js";
import { translateDocuments } from "./translate-document.js";

const toSpanish = { from: "en", to: "es" } as const;

/** Translates a text with an engine that gives these answers to every sentence, the first one with this score. */
async function segmentsOf(text: string, answers: readonly string[], score: number, scores: Scores) {
	const engine: TranslateSentences = async (sentences) => {
		for (const sentence of sentences) for (const answer of answers) scores.tell(sentence, answer, score);
		return sentences.map(() => answers);
	};
	const [found] = await translateDocuments([text], toSpanish, engine, undefined, scores);
	return found?.segments ?? [];
}

describe("doubt", () => {
	it("falls with the score of the engine, from nearly 1 to nearly 0", () => {
		const falling = [0, -0.05, -0.1, -0.3, -1, -10].map(likelihood);
		assert.deepEqual(
			falling,
			falling.toSorted((a, b) => b - a),
		);
		assert.ok((falling[0] as number) > 0.99 && (falling.at(-1) as number) < 0.01);
	});

	it("is told of each sentence, and only of sentences", async () => {
		const segments = await segmentsOf(
			"The mill is old.\n\n42\n",
			["El molino es viejo."],
			-0.05,
			new Scores(true, 0),
		);
		assert.deepEqual(
			segments.map(({ source, confidence }) => [source, confidence]),
			[
				["The mill is old.", 0.97],
				["\n\n42\n", undefined],
			],
		);
	});

	it("is strong about text in another language, and about words that stay as they are", async () => {
		const scores = new Scores(true, 0);
		for (const [text, answer] of [
			["Wo ist bitte der nächste Bahnhof?", "¿Dónde está la estación?"],
			["El molino de la abuela es muy viejo.", "El molino es viejo."],
			["asdf qwer zxcv", "asdf qwer zxcv"],
		] as const) {
			const [first] = await segmentsOf(text, [answer], -0.01, scores);
			assert.ok((first?.confidence ?? 1) <= 0.1, text);
		}
	});

	it("is that of the part that is least sure", async () => {
		const scores = new Scores(true, 0);
		const engine: TranslateSentences = async (sentences) =>
			sentences.map((sentence) => {
				const answer = sentence.replaceAll(/\d+/g, "");
				scores.tell(sentence, answer, sentence.includes("old") ? -1 : -0.01);
				return [answer];
			});
		const [found] = await translateDocuments(
			["The old mill has 7 big wheels"],
			toSpanish,
			engine,
			undefined,
			scores,
		);
		assert.ok((found?.segments[0]?.confidence ?? 1) < 0.2);
	});

	it("comes with as many other answers as are wanted, without the one that was taken", async () => {
		const answers = ["El molino es viejo.", "El molino es antiguo.", "Viejo es el molino.", "Molino viejo."];
		const [first] = await segmentsOf("🎉 The mill is old.", answers, -0.05, new Scores(false, 2));
		assert.equal(first?.target, "🎉 El molino es viejo.");
		assert.deepEqual(first?.alternatives, ["🎉 El molino es antiguo.", "🎉 Viejo es el molino."]);
		assert.equal(first?.confidence, undefined);
	});
});
