import assert from "node:assert/strict";
import { test } from "node:test";
import { examine } from "../../../gristmill/dist/runtime/loading/examine.js";
import { call, ready, refusal } from "../testing/translating.js";
import translator from "./translator.js";

test("the mill answers its own examples as declared", async () => {
	for (const { agrees, actual } of await examine(await ready())) assert.ok(agrees, JSON.stringify(actual));
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
		assert.match(detail ?? "", /set the parameter "from" to en or es/i);
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

test("the input is limited to 128 KiB", () => {
	for (const { maxBytes } of Object.values(translator.input)) assert.equal(maxBytes, 128 * 1024);
});

test("doubt and other translations are told on demand", async () => {
	const text = "Where is the nearest pharmacy? Xylq vorbnt zzk plim.";
	const { segments = [] } = await call(text, { query: "from=en&confidence=true&alternatives=2" });
	const [sure, unsure] = segments.filter(({ confidence }) => confidence !== undefined);
	assert.ok((sure?.confidence ?? 0) > 0.9 && (unsure?.confidence ?? 1) < 0.7, JSON.stringify(segments));
	assert.ok(segments.every(({ alternatives = [] }) => alternatives.length <= 2));
	assert.ok((sure?.alternatives?.length ?? 0) > 0);
	const { segments: plain } = await call(text, { query: "from=en" });
	assert.equal(plain, undefined);
});
