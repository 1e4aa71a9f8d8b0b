import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../problem.js";
import { compile } from "../schema/json-schema.js";
import { Type } from "../schema/type.js";
import { defineMill } from "./define-mill.js";
import { form } from "./form.js";
import { bytes, image, json, text } from "./input.js";
import { isMill } from "./mill.js";

const GOOD = {
	name: "word-counter",
	version: "1.0.0",
	summary: "Counts the words of a text.",
	input: { "text/plain": text() },
	output: Type.Object({ words: Type.Integer() }),
	run: () => ({ words: 1 }),
};
/** The good definition with some fields changed, as a careless author without a type checker would. */
const changed = (fields: object) => defineMill({ ...GOOD, ...fields } as never);

test("the shortest definition is a mill with every other field filled in", () => {
	const mill = defineMill(GOOD);
	assert.equal(mill.method, "POST");
	assert.equal(mill.path, "word-counter");
	assert.equal(mill.description, "");
	assert.equal(mill.deadline, 10_000);
	assert.equal(mill.inline, false);
	assert.equal(mill.keep, true);
	assert.deepEqual([mill.problems, mill.examples, mill.needs, mill.assets], [{}, [], [], []]);
	assert.equal(mill.input["text/plain"]?.maxBytes, 1024 * 1024);
	assert.ok(Object.isFrozen(mill));
});

test("everything that an author writes reaches the mill", () => {
	const whole = {
		...GOOD,
		description: "More.",
		method: "QUERY",
		path: "word-counter/{scheme}",
		parameters: Type.Object({ scheme: Type.Enum(["word", "line"]), top: Type.Integer({ default: 1 }) }),
		problems: { "no-words": { status: 422, title: "No words", todo: "Send some." } },
		examples: [
			{ input: "a b", mediaType: "text/plain", parameters: { scheme: "word" }, output: { words: 2 } },
		],
		agrees: () => true,
		needs: ["addons"],
		assets: [new URL("file:///weights.bin")],
		deadline: 500,
		inline: true,
		load: () => 7,
	};
	const mill = changed(whole);
	const { input: _, output: __, parameters: ___, ...same } = whole;
	for (const [key, value] of Object.entries(same))
		assert.deepEqual(mill[key as keyof typeof mill], value, key);
	assert.equal(mill.parameters.additionalProperties, false);
});

test("the output is closed, and the author's own schema is left as it is", () => {
	const mill = defineMill(GOOD);
	assert.equal(compile(mill.output).check({ words: 1 }), true);
	assert.equal(compile(mill.output).check({ words: 1, more: 2 }), false);
	assert.equal("additionalProperties" in GOOD.output, false);
});

test("an input's tuple is written as JSON Schema 2020-12 has it", () => {
	const mill = changed({ input: { "application/json": json(Type.Tuple([Type.String()])) } });
	assert.deepEqual(mill.input["application/json"]?.schema?.prefixItems, [{ type: "string" }]);
});

test("a mill is known by its mark, whichever copy of the package made it", async () => {
	const copy: string = `${new URL("./define-mill.js", import.meta.url)}?copy`;
	const foreign = (await import(copy)) as { defineMill: typeof defineMill };
	assert.notEqual(foreign.defineMill, defineMill);
	assert.ok(isMill(foreign.defineMill(GOOD)));
	for (const value of [GOOD, null, undefined, "mill", () => GOOD, [GOOD]]) assert.equal(isMill(value), false);
});

test("a wrong definition is a TypeError whose stack begins at the author's line", () => {
	assert.throws(
		() => changed({ version: "1" }),
		(error: unknown) => {
			assert.ok(error instanceof TypeError);
			assert.match(error.stack?.split("\n")[1] ?? "", /define-mill\.test/);
			return true;
		},
	);
});

/** Each of these changes to the good definition must lead to this complaint. */
function refuses(complaint: string, ...changes: readonly object[]): void {
	test(`a definition is refused with the words: ${complaint}`, () => {
		for (const fields of changes)
			assert.throws(() => changed(fields), { name: "TypeError", message: `defineMill: ${complaint}` });
	});
}

refuses('The mill has no name. Give it one, such as "word-counter".', { name: undefined }, { name: 7 });
refuses('The name "Word_Counter" is not of the form [a-z][a-z0-9-]*, such as "word-counter".', {
	name: "Word_Counter",
});
refuses('The name "metrics" is reserved. Choose another.', { name: "metrics" });
refuses(
	'The name "tokenise" is the verb "tokenise". Name the mill as a tool, such as "tokeniser", or keep the name with allowName: true (in Python allow_name=True).',
	{ name: "tokenise" },
);
refuses(
	'Unknown key "colour". Known keys: name, allowName, version, summary, description, method, path, input, parameters, settings, output, maxOutput, problems, examples, agrees, needs, assets, deprecated, deadline, inline, keep, uses, probe, prepare, load, run, runBatch, batch, parts.',
	{ colour: "red" },
);
refuses('Unknown key "runs". Did you mean "run"?', { runs: () => ({}) });
refuses("The version is missing, and must be of the form 1.0.0.", { version: undefined });
for (const version of ["1.0", "v1.0.0", "1.0.0.0", " 1.0.0", "1.0.0-", 1])
	refuses(`The version is ${JSON.stringify(version)}, and must be of the form 1.0.0.`, { version });
refuses(
	"The summary must be one sentence on one line, of 1 to 200 characters.",
	...[undefined, "", "a\nb", "a\rb", "a".repeat(201)].map((summary) => ({ summary })),
);
refuses("The description must be a text in Markdown.", { description: 7 }, { description: null });
for (const method of ["PUT", "post", null])
	refuses(`The method is ${JSON.stringify(method)}, and must be POST, QUERY or GET.`, { method });

refuses('The type at output is "objekt". Did you mean "object"?', {
	output: { type: "objekt", properties: { words: { type: "integer" } } },
});
refuses(
	'The schema at output/properties/words has the unknown keyword "propertys". Did you mean "properties"?',
	{
		output: { type: "object", properties: { words: { type: "object", propertys: {} } } },
	},
);
refuses('The type at parameters/properties/top is "int". Did you mean "integer"?', {
	parameters: { type: "object", properties: { top: { type: "int" } } },
});
refuses('The type at settings/properties/top is "strin". Did you mean "string"?', {
	settings: { type: "object", properties: { top: { type: "strin" } } },
});
refuses('The type at input["application/json"]/items is "nummer". Did you mean "number"?', {
	input: { "application/json": json({ type: "array", items: { type: "nummer" } }) },
});
refuses('The type at input["multipart/form-data"].options is "objekt". Did you mean "object"?', {
	input: { "multipart/form-data": form({ options: json({ type: "objekt" }) }) },
});

const POLICY = Type.Enum(["reject", "replace"], { default: "reject" });
refuses('"image/png" has invalidBy, which is only for text() and json().', {
	input: { "image/png": { ...image(), invalidBy: "invalid" } },
	parameters: Type.Object({ invalid: POLICY }),
});
refuses(
	'invalidBy names the parameter "invalid", which must be Type.Enum(["reject", "replace"], { default: "reject" }).',
	...[
		undefined,
		Type.Object({ other: POLICY }),
		Type.Object({ invalid: Type.String({ default: "reject" }) }),
		Type.Object({ invalid: Type.Enum(["reject", "replace"]) }),
		Type.Object({ invalid: Type.Enum(["reject", "ignore"], { default: "reject" }) }),
		Type.Object({ invalid: Type.Enum(["reject", "replace", "ignore"], { default: "reject" }) }),
	].map((parameters) => ({ input: { "text/plain": text({ invalidBy: "invalid" }) }, parameters })),
);
test("an input whose invalid parts a parameter decides on is a good definition", () => {
	const input = { "text/plain": text({ invalidBy: "broken" }) };
	assert.ok(isMill(changed({ input, parameters: Type.Object({ broken: POLICY }) })));
});

refuses(
	'The mill has no input. Give at least one, such as input: { "text/plain": text() }.',
	...[undefined, {}, [], "text/plain"].map((input) => ({ input })),
);
refuses('The input has no media type. Write it before text(), as in input: { "text/plain": text() }.', {
	input: text(),
});
for (const type of ["text", "Text/plain", "text/*", "*/*", "text/plain; charset=utf-8", " text/plain", ""])
	refuses(
		`The input "${type}" is not named by a media type in lower case and without parameters, such as "text/plain".`,
		{ input: { [type]: text() } },
	);
refuses(
	'The input "text/plain" must be text(), json(), image(), bytes() or form().',
	...[undefined, {}, { kind: "video", maxBytes: 1 }, text].map((form) => ({ input: { "text/plain": form } })),
);
refuses(
	'maxBytes of the input "text/plain" must be a whole number above 0.',
	...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "1"].map((maxBytes) => ({
		input: { "text/plain": { kind: "text", maxBytes } },
	})),
);
for (const type of ["application/pdf", "image/svg+xml", "application/x-ndjson"])
	refuses(
		`text() takes text/… media types, and the input is "${type}". Use bytes(), which takes any media type, and new TextDecoder().decode(input) in run.`,
		{ input: { [type]: text() } },
	);
for (const type of [
	"text/json",
	"application/xjson",
	"application/json5",
	"image/json",
	"application/x-ndjson",
])
	refuses(
		`json() takes application/json and application/…+json, and the input is "${type}". Use bytes(), which takes any media type, and parse new TextDecoder().decode(input) in run.`,
		{ input: { [type]: json(Type.Null()) } },
	);
refuses(
	'image() takes image/… media types, and the input is "video/mp4". Use bytes(), which takes any media type.',
	{ input: { "video/mp4": image() } },
);
refuses(
	'run is a generator, and the definition does not say which member it yields. Add parts: "member", or write it without the *, and return the whole output.',
	{
		*run() {
			yield { words: 1 };
		},
	},
	{
		async *run() {
			yield { words: 1 };
		},
	},
);
refuses("runBatch is a generator, and must return the outputs of a batch at once. Write it without the *.", {
	*runBatch() {
		yield { words: 1 };
	},
});

refuses(
	"The parameters must be a Type.Object({ … }).",
	...[Type.String(), Type.Record(Type.String(), Type.String()), null].map((parameters) => ({ parameters })),
);
refuses('The name of the parameter "$a" is not of the form [a-z][a-zA-Z0-9_-]*.', {
	parameters: Type.Object({ $a: Type.String() }),
});
for (const path of [
	7,
	"",
	"other-counter",
	"word-counter/",
	"word-counter/a",
	"word-counter/{}",
	"word-counter/{A}",
])
	refuses(
		`The path is ${JSON.stringify(path)}, and must be the mill's name and parameters in braces, such as "word-counter/{algorithm}".`,
		{ path },
	);
refuses('The path "word-counter/{a}/{a}" has a parameter more than once.', {
	path: "word-counter/{a}/{a}",
	parameters: Type.Object({ a: Type.String() }),
});
refuses(
	'The path parameter "a" must be declared in parameters, neither optional nor an array.',
	...[
		Type.Object({}),
		Type.Object({ a: Type.Optional(Type.String()) }),
		Type.Object({ a: Type.Array(Type.String()) }),
	].map((parameters) => ({ path: "word-counter/{a}", parameters })),
	{ path: "word-counter/{a}" },
);

const OPEN = Type.Object({}, { additionalProperties: true });
refuses("The output must be a Type.Object({ … }).", { output: undefined }, { output: [] });
refuses(
	"The output must be an object, because a mill returns one JSON object. Wrap it, as in Type.Object({ result: … }).",
	...[Type.String(), Type.Array(Type.String()), Type.Record(Type.String(), Type.String()), {}].map(
		(output) => ({
			output,
		}),
	),
);
for (const key of ["_links", "_embedded"])
	refuses(`The member "${key}" of the output is reserved for links. Rename it.`, {
		output: Type.Object({ [key]: Type.String() }),
	});
for (const [place, output] of [
	["output", OPEN],
	["output/properties/a", Type.Object({ a: OPEN })],
	["output/properties/a/items", Type.Object({ a: Type.Array(OPEN) })],
	["output/properties/a/anyOf/1", Type.Object({ a: Type.Union([Type.Null(), OPEN]) })],
	["output/properties/default", Type.Object({ default: OPEN })],
] as const)
	refuses(
		`The object at ${place} allows unknown members. Remove additionalProperties, or use Type.Record for a map.`,
		{
			output,
		},
	);

const KIND = { status: 422, title: "No face", todo: "Send a face." };
refuses(
	"problems must be an object of { code: { status, title, todo } }.",
	{ problems: [] },
	{ problems: 7 },
);
for (const code of ["No_Face", "9-lives", "", "no face"])
	refuses(`The problem code "${code}" is not of the form [a-z][a-z0-9-]*.`, { problems: { [code]: KIND } });
refuses('The server itself uses the problem code "crashed". Choose another.', {
	problems: { crashed: KIND },
});
refuses(
	'The problem "no-face" needs a title and a todo, both texts.',
	...[null, { ...KIND, title: undefined }, { ...KIND, todo: 7 }].map((kind) => ({
		problems: { "no-face": kind },
	})),
);
for (const status of [200, 404, 500, undefined])
	refuses(
		`The status of the problem "no-face" is ${status}, and must be one for bad input: 400, 413, 415 or 422.`,
		{ problems: { "no-face": { ...KIND, status } } },
	);

for (const needs of [["network"], ["addons", 1], "addons"])
	refuses(`needs is ${JSON.stringify(needs)}, and must be a list of addons, spawn, wasi, gpu or cpu.`, {
		needs,
	});
refuses(
	'needs has "cpu" without "gpu", and every mill can use the CPU. Remove it, or write ["gpu", "cpu"] if a GPU is used when there is one.',
	{ needs: ["cpu"] },
);
test("a mill can do without a GPU only if all mills that it uses can", () => {
	const either = changed({ name: "a-tester", needs: ["gpu", "cpu"] });
	const demanding = changed({ name: "b-tester", needs: ["gpu"] });
	assert.deepEqual(changed({ uses: { either } }).needs, ["gpu", "cpu"]);
	assert.deepEqual(changed({ uses: { either, demanding } }).needs, ["gpu"]);
	assert.deepEqual(changed({ needs: ["gpu"], uses: { either } }).needs, ["gpu"]);
});
refuses(
	'assets must be file URLs, such as new URL("./weights.bin", import.meta.url).',
	...[["./weights.bin"], [new URL("http://example.org/w")], new URL("file:///w")].map((assets) => ({
		assets,
	})),
);
for (const deadline of [0, -5, Number.NaN, 3_600_001, "1s"])
	refuses(`The deadline is ${deadline}, and must be a number of milliseconds above 0 and at most an hour.`, {
		deadline,
	});
refuses("runBatch must be a function: (inputs, { parameters }) => outputs.", { runBatch: "yes" });
refuses("batch limits the calls of runBatch, and there is no runBatch. Write it, or remove batch.", {
	batch: { most: 4 },
});
const runBatch = () => [];
refuses("batch must be an object, such as batch: { most: 16 }.", { runBatch, batch: 16 });
refuses('Unknown key "size" of batch. Did you mean "sizes"?', {
	runBatch,
	batch: { size: 4 },
});
refuses("most of batch is 1, and must be a number of calls from 2 to 256.", { runBatch, batch: { most: 1 } });
refuses("maxBytes of batch is 0, and must be a number of bytes, at most 64 MiB.", {
	runBatch,
	batch: { maxBytes: 0 },
});
const sizes = [1, 8];
for (const wrong of [[], [0, 8], [8, 8], [8, 1], [1], [1.5, 8], [1, 257], 8])
	refuses(
		`sizes of batch is ${JSON.stringify(wrong)}, and must be ascending numbers of calls up to 256, such as [1, 8, 16].`,
		{ runBatch, batch: { sizes: wrong } },
	);
refuses("The largest of the sizes of batch is 8, and most is 16. Remove most, or make them equal.", {
	runBatch,
	batch: { sizes, most: 16 },
});
refuses("warm of batch is 1, and must be true or false.", { runBatch, batch: { sizes, warm: 1 } });
refuses(
	"warm of batch computes each of the sizes once, and there are none. Write sizes, such as [1, 8, 16], or remove warm.",
	{ runBatch, batch: { warm: true } },
);
refuses("warm of batch computes batches of examples, and there are none. Write an example, or remove warm.", {
	runBatch,
	examples: [],
	batch: { sizes, warm: true },
});
for (const wait of [-1, 1_001, "2"])
	refuses(`wait of batch is ${JSON.stringify(wait)}, and must be a number of milliseconds from 0 to 1000.`, {
		runBatch,
		batch: { wait },
	});

test("the largest of its sizes limits a batch", () => {
	const batch = { sizes, wait: 0.5 };
	assert.deepEqual(changed({ runBatch, batch }).batch, { ...batch, most: 8, maxBytes: 1024 * 1024 });
});

test("the limits of a batch have defaults, and a mill without runBatch has none", () => {
	assert.deepEqual(changed({ runBatch }).batch, { most: 16, maxBytes: 1024 * 1024 });
	assert.deepEqual(changed({ runBatch, batch: { most: 4 } }).batch, { most: 4, maxBytes: 1024 * 1024 });
	assert.equal(defineMill(GOOD).batch, undefined);
});

test("runBatch has the types of the mill", () => {
	const mill = defineMill({
		...GOOD,
		parameters: Type.Object({ top: Type.Integer({ default: 1 }) }),
		load: () => new Map<string, number>(),
		runBatch: (inputs, { parameters, model }) => {
			const words: number = parameters.top + (model.get(inputs[0] ?? "") ?? 0);
			return inputs.map((input) => (input === "" ? new Problem("empty-input") : { words }));
		},
	});
	assert.equal(mill.batch?.most, 16);
	// @ts-expect-error: an output must match the schema.
	defineMill({ ...GOOD, runBatch: (inputs) => inputs.map(() => ({ count: 1 })) });
});

refuses("inline must be true or false.", { inline: "yes" }, { inline: null });
refuses("keep must be true or false.", { keep: "256MiB" }, { keep: null });
refuses("probe must be a function.", { probe: new Uint8Array() });
refuses("prepare must be a function.", { prepare: {} });
refuses("prepare writes files for load, and there is no load. Add it, or remove prepare.", {
	prepare: () => {},
});
refuses("load must be a function.", { load: {} });
refuses("agrees must be a function.", { agrees: 0.1 });
refuses("run must be a function: (input, { parameters }) => output.", { run: undefined }, { run: "x" });

const words = { words: 1 };
const top = Type.Object({ top: Type.Integer() });
refuses("examples must be an array of { input, output }.", { examples: {} });
refuses("examples[0] has no input.", { examples: [{ output: words }] }, { examples: [7] });
refuses("The title of examples[0] must be a text of 1 to 60 characters.", {
	examples: [{ title: " ", input: "a", output: words }],
});
refuses(
	'examples[0] has the mediaType "text/html", which is not an input of the mill. Its inputs are text/plain.',
	{
		examples: [{ input: "a", mediaType: "text/html", output: words }],
	},
);
refuses("The input of examples[0] must be a string.", { examples: [{ input: 7, output: words }] });
refuses(
	"The input of examples[0] must be bytes or the URL of a file.",
	{ input: { "image/png": image() }, examples: [{ input: "a.png", output: words }] },
	{ input: { "application/zip": bytes() }, examples: [{ input: [1], output: words }] },
);
refuses("The input of examples[0] does not match its schema: the value must be a whole number.", {
	input: { "application/json": json(Type.Integer()) },
	examples: [{ input: "a", output: words }],
});
refuses("examples[1].output does not match the output schema: /words must be a whole number.", {
	examples: [
		{ input: "a", output: words },
		{ input: "a", output: { words: "1" } },
	],
});
refuses("examples[0].output does not match the output schema: /more is not declared.", {
	examples: [{ input: "a", output: { words: 1, more: 2 } }],
});
refuses('examples[0] has the unknown parameter "top".', {
	examples: [{ input: "a", parameters: { top: 1 }, output: words }],
});
refuses('examples[0] has top = "1", which does not match the schema of this parameter.', {
	parameters: top,
	examples: [{ input: "a", parameters: { top: "1" }, output: words }],
});
refuses('examples[0] lacks the parameter "top".', {
	parameters: top,
	examples: [{ input: "a", output: words }],
});

test("a problem may have any code that the server does not use itself", () => {
	assert.ok(changed({ problems: { constructor: KIND } }));
});

test("the topmost of two mistakes is the one that is named", () => {
	assert.throws(() => changed({ run: 7, version: "x" }), /version/);
});

test("what is no object at all is refused with a sentence, too", () => {
	for (const value of [undefined, null, 7, "mill", []])
		assert.throws(() => defineMill(value as never), {
			name: "TypeError",
			message: "defineMill: The definition must be one object that describes the mill.",
		});
});

for (const fields of [
	{ name: "tokenise", allowName: true },
	{ version: "10.20.30-beta.1" },
	{ version: "1.0.0+build.7" },
	{ summary: "a".repeat(200) },
	{ method: "GET" },
	{ input: { "application/vnd.api+json": json(Type.Null()) } },
	{ input: { "text/html": bytes() } },
	{ output: Type.Object({ counts: Type.Record(Type.String(), Type.Integer()) }) },
	{ output: Type.Object({ a: Type.Literal("x", { default: { additionalProperties: true } }) }) },
	{ deadline: 3_600_000 },
	{ path: "word-counter" },
	{ examples: [{ input: "", output: { words: 0 } }] },
	{ input: { "image/png": image() }, examples: [{ input: new URL("file:///a.png"), output: { words: 0 } }] },
	{
		parameters: Type.Object({ n: Type.Integer({ default: 1 }) }),
		examples: [{ input: "", output: { words: 0 } }],
	},
])
	test(`a definition with ${JSON.stringify(fields).slice(0, 80)} is good`, () => {
		assert.ok(isMill(changed(fields)));
	});

/** Only for the compiler: whether two types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => {};

test("the types of input, parameters, model and output follow from the definition", () => {
	const mill = defineMill({
		...GOOD,
		input: {
			"text/plain": text(),
			"application/json": json(Type.Object({ n: Type.Number() })),
			"image/png": image(),
		},
		parameters: Type.Object({ scheme: Type.Enum(["word", "line"]), top: Type.Optional(Type.Integer()) }),
		load: async () => new Map<string, number>(),
		run: (input, { parameters, mediaType, model, signal }) => {
			same<typeof input, string | { n: number } | Uint8Array>(true);
			same<typeof parameters.scheme, "word" | "line">(true);
			same<typeof parameters.top, number | undefined>(true);
			same<typeof mediaType, "text/plain" | "application/json" | "image/png">(true);
			same<typeof model, Map<string, number>>(true);
			same<typeof signal, AbortSignal>(true);
			return { words: model.size };
		},
	});
	assert.ok(isMill(mill));
});

test("the compiler refuses an answer, an example and a parameter that do not fit", () => {
	// @ts-expect-error words must be a number
	defineMill({ ...GOOD, run: () => ({ words: "many" }) });
	// @ts-expect-error without parameters there is none called `top`
	defineMill({ ...GOOD, run: (_, { parameters }) => ({ words: parameters.top }) });
	const output = { words: 1 };
	// @ts-expect-error the example's output must have words
	assert.throws(() => defineMill({ ...GOOD, examples: [{ input: "a", output: { letters: 1 } }] }));
	// @ts-expect-error only the mill's own media types
	assert.throws(() => defineMill({ ...GOOD, examples: [{ input: "a", mediaType: "a/b", output }] }));
	// @ts-expect-error a picture is bytes and not text
	defineMill({ ...GOOD, input: { "image/png": image() }, run: (input: string) => ({ words: input.length }) });
});
