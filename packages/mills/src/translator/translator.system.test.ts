import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { perform } from "../../../gristmill/dist/runtime/perform.js";
import { performBatch } from "../../../gristmill/dist/runtime/perform-batch.js";
import { call, loadedEngine, ready } from "../testing/translating.js";
import { SEARCHES } from "./native/searches.js";

const MODEL = new URL("../../models/translator/", import.meta.url);
const signal = new AbortController().signal;
/** The likeliest token at each step, as the training program decodes its references. */
const GREEDY = { width: 1, margin: 1, lengthPower: 1, patience: 0 };

test("the engine translates the reference sentences as the exported model did after training", async () => {
	const rows: { to: "en" | "es"; text: string; exported: { text: string } }[] = JSON.parse(
		readFileSync(new URL("reference.json", MODEL), "utf8"),
	);
	assert.ok(rows.length >= 10);
	const engine = await loadedEngine();
	let same = 0;
	for (const { to, text, exported } of rows) {
		const [said = []] = await engine.candidates([text], to, GREEDY, signal);
		if (said[0] === exported.text) same++;
	}
	// Another processor may round differently, and two words may be almost equally likely.
	assert.ok(same >= rows.length - 1, `${same} of ${rows.length}`);
});

test("a sentence gets the same translation alone and in any batch", async () => {
	const engine = await loadedEngine();
	const sentences = [
		"The house is small.",
		"Where can I buy a ticket for the train to Madrid?",
		"She has lived in this city since she was born.",
		"Thank you very much.",
		"The report was published on Monday by the committee.",
		"No.",
		"The members of the committee, who had met three times before the end of the year, could not agree on the budget, and so the decision was left to the next session.",
		"However, according to the new figures, unemployment fell to 7.4 percent in the third quarter of 2011.",
		"Republican leaders justified their policy by the need to combat electoral fraud.",
	];
	const together = await engine.translate(sentences, "es", signal);
	for (const [i, sentence] of sentences.entries())
		assert.deepEqual(await engine.translate([sentence], "es", signal), [together[i]]);
	assert.deepEqual(await engine.translate(sentences.toReversed(), "es", signal), together.toReversed());
});

test("a text gets the same answer alone and together with other texts, in any order", async () => {
	const texts = [
		"Thank you very much.",
		"¿Dónde está la estación de tren?",
		"# Title\n\n- The report of 2011 has 1,250 pages.\n- It was late, and the door was closed.",
		"",
		"La casa es pequeña, pero el jardín es muy grande.",
		"Wo ist der Bahnhof, bitte?",
		"She has lived in this city since she was born. Nobody knows why.",
	];
	const calls = texts.map((body) => ({
		mediaType: "text/plain",
		charset: undefined,
		parameters: { segments: true },
		resultType: "application/json" as const,
		links: undefined,
		body: Buffer.from(body),
	}));
	const outcome = (one: { content: unknown } | { error: Error }) =>
		"content" in one ? String(one.content) : one.error.message;
	const mill = await ready();
	const alone: string[] = [];
	for (const one of calls) {
		const found = perform(mill, one, () => signal) as Promise<string>;
		alone.push(
			outcome(
				await found.then(
					(content) => ({ content }),
					(error: Error) => ({ error }),
				),
			),
		);
	}
	assert.match(alone[5] ?? "", /^unknown-language/);
	assert.deepEqual((await performBatch(mill, calls, () => signal)).map(outcome), alone);
	const reversed = await performBatch(mill, calls.toReversed(), () => signal);
	assert.deepEqual(reversed.map(outcome), alone.toReversed());
});

test("hostile text gets an answer of limited length", async () => {
	for (const piece of ["la ", "xxxxxxx", "a\u0301", "?!", "\u200b"]) {
		const text = piece.repeat(400);
		const { text: answer } = await call(text, { query: "from=en" });
		assert.ok(answer.length < 6 * text.length + 200, `${text.slice(0, 10)}: ${answer.length}`);
	}
});

test("a sentence gets the same candidates alone and in any batch", async () => {
	const engine = await loadedEngine();
	const sentences = [
		"The report was published on Monday by the committee.",
		"Yes.",
		"The members of the committee, who had met three times before the end of the year, could not agree.",
		"She has lived in this city since she was born.",
		"Republican leaders justified their policy by the need to combat electoral fraud.",
		"Where can I buy a ticket?",
		"He took the old bridge, because it was getting late and the new one was closed.",
	];
	for (const search of [SEARCHES.best, SEARCHES.many]) {
		const together = await engine.candidates(sentences, "es", search, signal);
		for (const [i, sentence] of sentences.entries())
			assert.deepEqual(await engine.candidates([sentence], "es", search, signal), [together[i]]);
	}
});

test("a sentence with a loop in its translation keeps its end", async () => {
	const engine = await loadedEngine();
	// The likeliest tokens repeat the first words until the limit.
	for (const [text, end] of [
		["blah blah blah blah blah, I said nothing", /nada/],
		["Bla-bla-bla-bla-bla-bla, that's all they ever say to us", /dicen/],
		["zzzzzzzzzzzzzzzzzzz he slept until noon", /mediodía/],
	] as const) {
		const [answer = ""] = await engine.translate([text], "es", signal);
		assert.match(answer, end);
		assert.ok(answer.length < 2 * text.length, answer);
	}
});
