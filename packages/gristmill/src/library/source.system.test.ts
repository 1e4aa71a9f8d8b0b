import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { createFetchHandler, open, Problem } from "../index.js";
import { folderWith, ROOT } from "../testing/command.js";
import { NO_PYTHON } from "../testing/python.js";

const COUNTER = `
import { defineMill, Problem, Type, text } from "gristmill";
export default defineMill({
	name: "counter", version: "1.0.0", summary: "Counts.", input: { "text/plain": text() },
	output: Type.Object({ count: Type.Integer() }), examples: [{ input: "hi", output: { count: 2 } }],
	problems: { "too-odd": { status: 422, title: "Odd", todo: "Send an even text." } },
	run: (input) => {
		if (input.length % 2 === 1) throw new Problem("too-odd", "It is odd.");
		return { count: input.length };
	},
});
`;
describe("open", () => {
	test("takes a file in TypeScript or JavaScript, by path or by URL", async (t) => {
		const folder = await folderWith(t, { "counter.ts": COUNTER, "counter.mjs": COUNTER });
		for (const name of ["counter.ts", "counter.mjs"]) {
			const path = join(folder, name);
			for (const source of name.endsWith("ts")
				? [path, pathToFileURL(path), pathToFileURL(path).href]
				: [path]) {
				await using count = await open(source);
				assert.deepEqual(await count("four"), { count: 4 }, String(source));
				await assert.rejects(
					count("odd"),
					(error) => Problem.is(error) && error instanceof Problem && error.detail === "It is odd.",
				);
			}
		}
	});

	test("gives the digest that a server has for the file", async (t) => {
		const path = join(await folderWith(t, { "counter.ts": COUNTER }), "counter.ts");
		const handle = await createFetchHandler([path], { log: () => {} });
		t.after(() => handle.close());
		await using count = await open(path);
		await using isolated = await open(path, { workers: 1 });
		const served = await handle(new Request("http://localhost/counter/$description"));
		const text = await served.text();
		assert.ok(text.includes(`\`${count.digest}\``), text);
		assert.equal(isolated.digest, count.digest);
	});

	test("takes a file in Python", { skip: NO_PYTHON }, async () => {
		await using score = await open(join(ROOT, "examples/sentiment_scorer.py"));
		const { label } = await score("A good, useful book.");
		assert.equal(label, "positive");
		assert.ok((await score.test()).every(({ agrees }) => agrees));
	});

	test("takes the name of an installed mill, and a package", async () => {
		for (const name of ["tokeniser", "@gristmill/mills/tokeniser"]) {
			await using tokenise = await open(name);
			assert.equal((await tokenise("Hello world", { scheme: "o200k_base" })).count, 2);
		}
	});

	test("says what is wrong with a source, the fact first and without a stack", async (t) => {
		const folder = await folderWith(t, {
			"plain.ts": "export const answer = 42;",
			"broken.ts": "export default {",
			"throws.ts": 'throw new Error("at the top");',
			"data.json": "{}",
		});
		const cases: [source: string, message: RegExp][] = [
			[join(folder, "none.ts"), /^There is no file .*none\.ts\. Check the path: it starts at /],
			[join(folder, "none.py"), /^There is no file .*none\.py\./],
			[pathToFileURL(join(folder, "none.mjs")).href, /^There is no file .*none\.mjs\./],
			[`${folder}/`, /^.* is a folder\. Name the mill file in it\.$/],
			[join(folder, "plain.ts"), /plain\.ts.*export default defineMill/],
			[join(folder, "broken.ts"), /^.*broken\.ts:1:17: [^\n]*end of file$/],
			[join(folder, "throws.ts"), /at the top/],
			[join(folder, "data.json"), /data\.json/],
			["tokenizer", /^No mill "tokenizer" is installed\. Did you mean "tokeniser"\?$/],
			[
				"@me/summariser",
				/^No mill "@me\/summariser" is installed\. Install its package with npm, or name a file/,
			],
			["node:fs", /^node:fs is no file\./],
			[
				"http://127.0.0.1:8080/tokeniser",
				/^http:.* is the address of a server, and open takes mills of this computer\./,
			],
		];
		for (const [source, message] of cases)
			await assert.rejects(open(source), ({ message: said }: Error) => {
				assert.match(said, message);
				return true;
			});
	});
});
