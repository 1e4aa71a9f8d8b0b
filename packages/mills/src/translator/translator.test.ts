import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { examine } from "../../../gristmill/dist/runtime/loading/examine.js";
import { perform } from "../../../gristmill/dist/runtime/perform.js";
import { performBatch } from "../../../gristmill/dist/runtime/perform-batch.js";
import { callerOf } from "../../../gristmill/dist/testing/mill-call.js";
import { ALL } from "../testing/size.js";
import type { NativeEngine } from "./native/engine.js";
import translator from "./translator.js";

interface Answer {
	text: string;
	from: string;
	to: string;
	segments?: { source: string; target: string; start: number; end: number }[];
}

const { ready, call, refusal } = await callerOf<Answer>(translator);
const MODEL = new URL("../../models/translator/", import.meta.url);
const signal = new AbortController().signal;
/** The likeliest token at each step, as the training program decodes its references. */
const GREEDY = { width: 1, margin: 1, lengthPower: 1, patience: 0 };

test("the mill answers its own examples as declared", async () => {
	for (const { agrees, actual } of await examine(ready)) assert.ok(agrees, JSON.stringify(actual));
});

test("the engine translates the reference sentences as the exported model did after training", async () => {
	const rows: { to: "en" | "es"; text: string; exported: { text: string } }[] = JSON.parse(
		readFileSync(new URL("reference.json", MODEL), "utf8"),
	);
	assert.ok(rows.length >= 10);
	const engine = ready.model as NativeEngine;
	let same = 0;
	for (const { to, text, exported } of rows) {
		const [said = []] = await engine.candidates([text], to, GREEDY, signal);
		if (said[0] === exported.text) same++;
	}
	// Another processor may round differently, and two words may be almost equally likely.
	assert.ok(same >= rows.length - 1, `${same} of ${rows.length}`);
});

test("a sentence gets the same translation alone and in any batch", async () => {
	const engine = ready.model as NativeEngine;
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
	const alone: string[] = [];
	for (const one of calls) {
		const found = perform(ready, one, () => signal) as Promise<string>;
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
	assert.deepEqual((await performBatch(ready, calls, () => signal)).map(outcome), alone);
	const reversed = await performBatch(ready, calls.toReversed(), () => signal);
	assert.deepEqual(reversed.map(outcome), alone.toReversed());
});

test("everything that is not a sentence stays as it is", async () => {
	const text =
		"# Title\n\n  - See https://example.org/a?b=1, {name} and `x = 1`.\n\t* 1,250 people\n\n\n🎉\n";
	const { text: answer, segments = [] } = await call(text, { query: "from=en&segments=true" });
	assert.deepEqual(
		answer.split("\n").map((line) => /^[\s#*-]*/.exec(line)?.[0]),
		text.split("\n").map((line) => /^[\s#*-]*/.exec(line)?.[0]),
	);
	for (const item of ["https://example.org/a?b=1", "{name}", "`x = 1`", "1.250", "🎉"])
		assert.ok(answer.includes(item), `${item}: ${answer}`);
	assert.equal(segments.map(({ source }) => source).join(""), text);
	assert.equal(segments.map(({ target }) => target).join(""), answer);
	let at = 0;
	for (const { start, end, source } of segments) {
		assert.equal(start, at);
		assert.equal(text.slice(start, end), source);
		at = end;
	}
});

test("the language is detected from the text and returned in the answer", async () => {
	const { from, to, text } = await call("¿Dónde está la estación de tren?");
	assert.deepEqual([from, to], ["es", "en"]);
	assert.match(text, /station/i);
});

test("text without letters and empty text are returned unchanged", async () => {
	for (const text of ["", "\n\n", "1 + 1 = 2", "🎉 → 42"]) assert.equal((await call(text)).text, text);
});

test("text in another language, or in a language that cannot be detected, is rejected", async () => {
	for (const text of ["Wo ist der Bahnhof, bitte?", "駅はどこですか。", "xqz"]) {
		const { code, detail, members } = await refusal(text);
		assert.equal(code, "unknown-language", text);
		assert.match(detail ?? "", /set the parameter "from" to en or es: /i);
		assert.deepEqual(members.pairs, [
			{ from: "en", to: "es" },
			{ from: "es", to: "en" },
		]);
	}
});

test("an unsupported pair is rejected with the list of supported pairs", async () => {
	for (const query of ["from=fr&to=es", "from=en&to=en", "from=en&to=de"]) {
		const { code, members } = await refusal("Hello", { query });
		assert.equal(code, "unsupported-pair", query);
		assert.equal((members.pairs as unknown[]).length, 2);
	}
});

test("if from is given, the language is never detected", async () => {
	const { from, to } = await call("Wo ist der Bahnhof?", { query: "from=en" });
	assert.deepEqual([from, to], ["en", "es"]);
});

test("hostile text gets an answer of limited length", async () => {
	const times = ALL ? 400 : 50;
	for (const piece of ["la ", "xxxxxxx", "a\u0301", "?!", "\u200b"]) {
		const text = piece.repeat(times);
		const { text: answer } = await call(text, { query: "from=en" });
		assert.ok(answer.length < 6 * text.length + 200, `${text.slice(0, 10)}: ${answer.length}`);
	}
});

test("the input is limited to 128 KiB", () => {
	for (const { maxBytes } of Object.values(translator.input)) assert.equal(maxBytes, 128 * 1024);
});
