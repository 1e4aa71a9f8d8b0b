import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "../schema/type.js";
import { defineMill } from "./define-mill.js";
import { text } from "./input.js";
import { configured, file, settingFiles, settingVariable } from "./settings.js";

const SMALL = new URL("file:///models/small.onnx");

const mill = defineMill({
	name: "noise-gauge",
	version: "1.0.0",
	summary: "Tells how noisy a text is.",
	input: { "text/plain": text() },
	settings: Type.Object({
		model: file({ default: SMALL }),
		threshold: Type.Number({ minimum: 0, maximum: 1, default: 0.5 }),
		words: Type.Array(Type.String(), { default: ["hm"] }),
		key: Type.Optional(Type.String({ minLength: 8, secret: true })),
	}),
	output: Type.Object({ noise: Type.Number() }),
	examples: [
		{ input: "hm", output: { noise: 1 } },
		{ input: "hm", settings: { threshold: 0.5 }, output: { noise: 1 } },
		{ input: "hm", settings: { threshold: 0.9, words: ["hm"] }, output: { noise: 0 } },
	],
	// The types are inferred from the settings.
	load: ({ settings }) => settings.model.href.length + settings.threshold,
	run: (_, { settings, model }) => ({
		noise: model + settings.threshold + settings.words.length + (settings.key?.length ?? 0),
	}),
});

test("a mill has the defaults of its settings until an operator gives values", () => {
	assert.deepEqual(mill.settingValues, { model: SMALL, threshold: 0.5, words: ["hm"] });
	const { settingValues } = configured(mill, { threshold: 1, model: "file:///big.onnx", key: undefined });
	assert.deepEqual(settingValues, { model: new URL("file:///big.onnx"), threshold: 1, words: ["hm"] });
	assert.deepEqual(settingFiles({ settingValues }), [new URL("file:///big.onnx")]);
	assert.ok(Object.isFrozen(settingValues));
});

test("examples for other values of the settings are left out", () => {
	const count = (given: object) => configured(mill, { ...given }).examples.length;
	assert.deepEqual([count({}), count({ threshold: 0.9 }), count({ threshold: 0.7 })], [2, 2, 1]);
	assert.equal(count({ threshold: 0.9, words: ["hm", "eh"] }), 1);
});

for (const [given, message] of [
	[{ treshold: 1 }, 'Unknown setting "treshold" of noise-gauge. Did you mean "threshold"?'],
	[{ colour: 1 }, 'Unknown setting "colour" of noise-gauge. It has model, threshold, words, key.'],
	[{ threshold: 2 }, 'The setting "threshold" of noise-gauge is 2, and must be a number from 0 to 1.'],
	[{ threshold: "1" }, 'The setting "threshold" of noise-gauge is "1", and must be a number from 0 to 1.'],
	[{ words: ["a", 1] }, 'The setting "words" of noise-gauge is ["a",1], and must be a list, each a text.'],
	[{ key: "short" }, 'The setting "key" of noise-gauge must be a text of at least 8.'],
	[{ model: "big.onnx" }, 'The setting "model" of noise-gauge must be the URL of a file.'],
	[{ toString: 1 }, /^Unknown setting "toString"/],
] as const)
	test(`the settings ${JSON.stringify(given)} are refused with what to do`, () => {
		assert.throws(() => configured(mill, given), { name: "RangeError", message });
	});

const definition = (settings: unknown, more: object = {}) =>
	defineMill({
		...{ name: "a-meter", version: "1.0.0", summary: "A.", input: { "text/plain": text() } },
		output: Type.Object({}),
		run: () => ({}),
		settings,
		...more,
	} as never);

test("a setting without a default must be given, and the message says how", () => {
	const strict = definition(Type.Object({ maxWords: Type.Integer() }));
	assert.throws(() => configured(strict), {
		message:
			'The setting "maxWords" of a-meter is missing. Give it in the configuration as mills: { "a-meter": { settings: { maxWords: … } } }, or as GRISTMILL_SET__A_METER__MAX_WORDS.',
	});
	assert.equal(configured(strict, { maxWords: 3 }).settingValues.maxWords, 3);
	assert.throws(() => definition(Type.Object({}), { name: "b-meter", uses: { strict } }), {
		message:
			'defineMill: "strict" in uses needs the settings maxWords. Only mills whose settings all have defaults can be used.',
	});
	assert.throws(() => configured(definition(undefined), { a: 1 }), {
		message: 'Unknown setting "a": a-meter has no settings.',
	});
});

for (const [settings, message] of [
	[Type.String(), "The settings must be a Type.Object({ … })."],
	[
		Type.Object({ "max-words": Type.Integer() }),
		/^The name of the setting "max-words" must be camelCase or snake_case/,
	],
	[Type.Object({ a__b: Type.Integer() }), /must be camelCase/],
	[Type.Object({ a: Type.Object({}) }), /must be a string, a number, a boolean, file\(\)/],
	[Type.Object({ a: Type.Integer({ default: "x" }) }), /^The default of the setting "a" does not match/],
	[Type.Object({ a: Type.String({ secret: true, default: "x" }) }), /^The secret setting "a" has a default/],
	[Type.Object({ a: file({ default: "x" as never }) }), /^The default of the setting "a" must be a file URL/],
] as const)
	test(`a definition is refused for its settings: ${message}`, () => {
		assert.throws(
			() => definition(settings),
			({ message: found }: Error) => {
				const said = found.replace("defineMill: ", "");
				return typeof message === "string" ? said === message : message.test(said);
			},
		);
	});

test("an example for a setting that does not exist is refused", () => {
	const examples = [{ input: "", settings: { a: 1 }, output: {} }];
	assert.throws(() => definition(Type.Object({ b: Type.Optional(Type.Integer()) }), { examples }), {
		message: 'defineMill: Unknown setting "a" of the mill. Did you mean "b"? See examples[0].',
	});
});

test("the name of a variable is that of the mill and of the setting", () => {
	assert.equal(settingVariable("word-counter", "maxWords"), "GRISTMILL_SET__WORD_COUNTER__MAX_WORDS");
	assert.equal(settingVariable("v1.1/a", "max_words"), "GRISTMILL_SET__V1_1_A__MAX_WORDS");
});
