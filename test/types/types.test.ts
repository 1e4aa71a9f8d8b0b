import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
	binary,
	bytes,
	createServer,
	defineMill,
	json,
	open,
	type Server,
	type Static,
	Type,
	text,
} from "gristmill";
import { createClient } from "gristmill/client";
import textWeigher from "./many-keys.js";
import vowelCounter from "./two-lines.js";
import { type Mills, weigh } from "./typed-call.js";

/** Compiles only if both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <_ extends true>() => {};
const schemas = {
	member: Type.Object({ a: Type.String(), b: Type.Optional(Type.Integer()) }),
	list: Type.Array(Type.Union([Type.Literal("x"), Type.Literal(1), Type.Null()])),
	pair: Type.Tuple([Type.Boolean(), Type.Number()]),
	both: Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Null() })]),
	plain: {
		type: "object",
		properties: { a: { type: "string" }, b: { type: "array", items: { enum: [1, 2] } } },
		required: ["a"],
	} as const,
};

// The compiler runs these: a line that compiles although it should not is an error, because of @ts-expect-error.
void (() => {
	same<Same<Static<typeof schemas.member>, { a: string; b?: number }>>();
	same<Same<Static<typeof schemas.list>, ("x" | 1 | null)[]>>();
	same<Same<Static<typeof schemas.pair>, [boolean, number]>>();
	same<Same<Static<typeof schemas.both>, { a: string } & { b: null }>>();
	same<Same<Static<typeof schemas.plain>, { a: string; b?: (1 | 2)[] }>>();
	const enumeration = Type.Enum(["up", "down"]);
	same<Same<Static<typeof enumeration>, "up" | "down">>();
	const map = Type.Record(Type.String(), Type.Integer());
	same<Same<Static<typeof map>, { [name: string]: number }>>();
	const named = Type.Record(enumeration, Type.Integer());
	same<Same<Static<typeof named>, { up: number; down: number }>>();
	const part = Type.Partial(Type.Omit(schemas.member, ["b"]));
	same<Same<Static<typeof part>, { a?: string }>>();
	const cyclic = Type.Cyclic({ Tree: Type.Object({ kids: Type.Array(Type.Ref("Tree")) }) }, "Tree");
	same<Same<Static<typeof cyclic>, unknown>>();
	const image = binary("image/png");
	same<Same<Static<typeof image>, Uint8Array>>();

	const facts = { version: "1.0.0", summary: "Tests types." } as const;
	const output = Type.Object({ count: Type.Integer() });
	const run = () => ({ count: 1 });
	const asText = { "text/plain": text() };
	defineMill({
		...facts,
		name: "tester",
		input: asText,
		output,
		run,
		examples: [
			{ input: "four", output: { count: 1 } },
			// @ts-expect-error: the input is text.
			{ input: 4, output: { count: 1 } },
			// @ts-expect-error: the output has a number.
			{ input: "four", output: { count: "1" } },
			// @ts-expect-error: there is no such input.
			{ input: "four", mediaType: "text/html", output: { count: 1 } },
		],
	});
	defineMill({
		...facts,
		name: "tester",
		input: { "application/json": json(Type.Array(Type.Number())), "image/png": bytes() },
		parameters: Type.Object({ unit: Type.Enum(["m", "ft"]) }),
		output: Type.Object({ picture: binary("image/png"), counts: Type.Array(Type.Integer()) }),
		run: (input) => ({ picture: Uint8Array.of(1), counts: Int32Array.of(input.length) }),
		examples: [
			{ input: [1, 2], parameters: { unit: "m" }, output: { picture: new URL("file:///a"), counts: [1] } },
			{
				input: new URL("file:///a"),
				mediaType: "image/png",
				output: { picture: Uint8Array.of(1), counts: [1] },
			},
			// @ts-expect-error: a picture is bytes or a file.
			{ input: [1, 2], mediaType: "image/png", output: { picture: Uint8Array.of(1), counts: [1] } },
			// @ts-expect-error: no input is a list of strings.
			{ input: ["1"], output: { picture: Uint8Array.of(1), counts: [1] } },
			// @ts-expect-error: no such unit.
			{ input: [1], parameters: { unit: "mile" }, output: { picture: Uint8Array.of(1), counts: [1] } },
		],
	});
	// @ts-expect-error: run returns what the output says.
	defineMill({ ...facts, name: "tester", input: asText, output, run: () => ({ count: "1" }) });
	defineMill({
		...facts,
		name: "tester",
		input: asText,
		output,
		uses: { weigher: textWeigher },
		run: async (_, { uses }) => {
			// @ts-expect-error: the used mill takes no number.
			await uses.weigher(4);
			// @ts-expect-error: it has no such unit.
			await uses.weigher("four", { parameters: { unit: "mile" } });
			const { weight } = await uses.weigher("four", { parameters: { unit: "gram" } });
			// @ts-expect-error: the weight is a number.
			weight.trim();
			return { count: weight };
		},
	});

	void (async () => {
		const counted = await open(vowelCounter);
		const weighed = await open<typeof textWeigher>("./many-keys.ts", { workers: 1 });
		const count = await counted("four");
		same<Same<typeof count, { vowels: number }>>();
		await counted("four", {});
		// @ts-expect-error: it takes text.
		await counted(4);
		// @ts-expect-error: it has no parameters.
		await counted("four", { unit: "gram" });
		// @ts-expect-error: it has no such member.
		(await counted("four")).consonants;
		const { picture } = await weighed("four", { unit: "gram" });
		same<Same<typeof picture, Uint8Array>>();
		// @ts-expect-error: no such unit.
		await weighed("four", { unit: "mile" });
		// @ts-expect-error: the unit has no default.
		await weighed("four");
		for await (const { output } of weighed.many(["four"], { unit: "gram" }))
			same<Same<NonNullable<typeof output>["weight"], number>>();
	});

	const mills = createClient<Mills>("http://127.0.0.1:8080");
	// @ts-expect-error: no such mill.
	mills.call("vowel-countr", "four");
	// @ts-expect-error: it takes text.
	mills.call("vowel-counter", { json: 4 });
	// @ts-expect-error: it has no parameters.
	mills.call("vowel-counter", "four", { parameters: { unit: "gram" } });
	// @ts-expect-error: no such option.
	mills.call("vowel-counter", "four", { deadlin: 4 });
	// @ts-expect-error: no such unit.
	mills.call("text-weigher/{unit}", "four", { parameters: { unit: "mile" } });
	// @ts-expect-error: the JSON input has a text.
	mills.call("text-weigher/{unit}", { json: { txt: "four" } }, { parameters: { unit: "gram" } });
	// @ts-expect-error: the unit has no default.
	mills.call("text-weigher/{unit}", "four");
	// @ts-expect-error: the unit has no default.
	mills.call("text-weigher/{unit}", "four", { deadline: 4 });
	// @ts-expect-error: the unit has no default.
	mills.call("text-weigher/{unit}", "four", { parameters: { rounded: false } });
	// @ts-expect-error: there is no such parameter.
	mills.call("text-weigher/{unit}", "four", { parameters: { unit: "gram", round: false } });
	// @ts-expect-error: the unit has no default.
	mills.map("text-weigher/{unit}", ["four"]);
	mills.call("text-weigher/{unit}", "four", { parameters: { unit: "gram", rounded: false, limit: 2 } });
	mills.map("text-weigher/{unit}", ["four"], { parameters: { unit: "gram" } });
	mills.map("text-weigher/{unit}", [1], {
		prepare: () => ({ input: "four", parameters: { unit: "gram" } as const }),
	});
	same<
		Same<
			NonNullable<(typeof textWeigher)["types"]>["given"],
			{ unit: "gram" | "ounce"; rounded?: boolean; limit?: number }
		>
	>();
	// @ts-expect-error: items are inputs, unless `prepare` makes calls of them.
	mills.map("vowel-counter", [1, 2]);
});

describe("a typed client", () => {
	let server: Server;
	let base: string;
	before(async () => {
		const module = (name: string) => new URL(`./${name}.js`, import.meta.url);
		server = await createServer([module("two-lines"), module("many-keys")], { workers: 1 });
		base = await server.listen(0);
	});
	after(() => server.close());

	test("calls mills with the types of their definitions", async () => {
		assert.equal(await weigh(base, "four"), "2 2 oz Zm91cg==");
	});

	test("returns bytes where the types say so", async () => {
		const mills = createClient<Mills>(base);
		const parameters = { unit: "gram" } as const;
		const inJson = await mills.call("text-weigher/{unit}", "four", { parameters, binary: "bytes" });
		same<Same<typeof inJson.output.picture, Uint8Array>>();
		assert.deepEqual([...inJson.output.picture], [...Buffer.from("four")]);
		const alone = await mills.call("text-weigher/{unit}", "four", {
			parameters,
			accept: "application/octet-stream",
		});
		same<Same<typeof alone.output, Uint8Array>>();
		assert.deepEqual([...alone.output], [...Buffer.from("four")]);
	});

	test("maps inputs, and items that prepare makes calls of", async () => {
		const mills = createClient<Mills>(base);
		const counts: (number | undefined)[] = [];
		for await (const { answer } of mills.map("vowel-counter", ["a", "aa"]))
			counts.push(answer?.output.vowels);
		const rows = [{ id: 1, words: "aaa" }];
		const prepare = ({ words }: { words: string }) => ({ input: words });
		for await (const { item, answer } of mills.map("vowel-counter", rows, { prepare }))
			counts.push(item.id, answer?.output.vowels);
		assert.deepEqual(counts, [1, 2, 1, 3]);
	});
});

test("a mill keeps its address in its type", () => {
	const paths: ["vowel-counter", "text-weigher/{unit}"] = [vowelCounter.path, textWeigher.path];
	assert.deepEqual(paths, ["vowel-counter", "text-weigher/{unit}"]);
});
