import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith, post, serving } from "../../testing/command.js";
import { run as runCommand } from "../../testing/run-command.js";

const MILL = `import { readFileSync } from "node:fs";
import { defineMill, file, Type, text } from "gristmill";
export default defineMill({
	name: "term-counter",
	version: "1.0.0",
	summary: "Counts the listed terms of a text.",
	input: { "text/plain": text() },
	settings: Type.Object({
		terms: file({ default: new URL("./terms.txt", import.meta.url) }),
		weight: Type.Integer({ minimum: 1, maximum: 9, default: 1 }),
		langs: Type.Array(Type.Enum(["en", "es"]), { default: ["en"] }),
		key: Type.Optional(Type.String({ secret: true, minLength: 4 })),
	}),
	output: Type.Object({ count: Type.Integer(), langs: Type.String(), keyed: Type.Boolean() }),
	examples: [{ input: "grist", settings: { weight: 1, langs: ["en"] }, output: { count: 1, langs: "en", keyed: false } }],
	load: ({ settings }) => readFileSync(settings.terms, "utf8").trim().split("\\n"),
	run: (input, { model, settings: { weight, langs, key } }) => ({
		count: weight * input.split(" ").filter((word) => model.includes(word)).length,
		langs: langs.join("+"),
		keyed: key !== undefined,
	}),
});
`;
const FILES = { "term-counter.ts": MILL, "terms.txt": "grist\n", "more.txt": "grist\nmill\n" };

async function run(cwd: string, words: string[], env: NodeJS.ProcessEnv = {}) {
	const { code, out: stdout, err: stderr } = await runCommand(words, { cwd, env });
	return { code, stdout, stderr };
}

test("a flag wins over a variable, and a variable over the file, for each setting of a mill", async (t) => {
	const mills = {
		"term-counter": { deadline: 900, settings: { terms: "more.txt", weight: 2, langs: ["es"] } },
	};
	const cwd = await folderWith(t, { ...FILES, "gristmill.config.json": JSON.stringify({ mills }) });
	const env = {
		GRISTMILL_SET__TERM_COUNTER__WEIGHT: "3",
		GRISTMILL_SET__TERM_COUNTER__LANGS: "en, es",
		GRISTMILL_SET__TERM_COUNTER__KEY: "hunter2",
	};
	const words = ["term-counter.ts", "--set", "term-counter:weight=4"];
	const { url } = await serving(t, words, { cwd, env });
	const answer = await post(`${url}/term-counter`, "grist of the mill");
	assert.deepEqual(answer, { count: 8, langs: "en+es", keyed: true });

	const sources = await run(cwd, ["serve", ...words, "--print-config=sources"], env);
	assert.equal(sources.code, 0, sources.stderr);
	for (const pattern of [
		/mills\.term-counter\.settings\.terms +".*more\.txt" +gristmill\.config\.json/,
		/mills\.term-counter\.settings\.weight +4 +--set/,
		/mills\.term-counter\.settings\.langs +\["en","es"\] +GRISTMILL_SET__TERM_COUNTER__LANGS/,
		/mills\.term-counter\.settings\.key +"\[redacted\]" +GRISTMILL_SET__TERM_COUNTER__KEY/,
	])
		assert.match(sources.stdout, pattern);
	const printed = await run(cwd, ["serve", ...words, "--print-config"], env);
	assert.deepEqual(JSON.parse(printed.stdout).mills, {
		"term-counter": {
			deadline: 900,
			settings: { terms: join(cwd, "more.txt"), weight: 4, langs: ["en", "es"], key: "[redacted]" },
		},
	});
	for (const { stdout, stderr } of [sources, printed]) assert.doesNotMatch(stdout + stderr, /hunter2/);
	const again = await folderWith(t, { ...FILES, "gristmill.config.json": printed.stdout });
	const refused = await run(again, ["serve", "--port", "0", "term-counter.ts"]);
	assert.equal(refused.code, 2);
	assert.match(
		refused.stderr,
		/gristmill\.config\.json: The secret of "key" is redacted\. Write the secret itself\./,
	);
});

test("the digest changes with every setting and with the content of a file, but not with its path", async (t) => {
	const cwd = await folderWith(t, { ...FILES, "same.txt": FILES["terms.txt"] });
	const values = { v2: "terms=same.txt", v3: "terms=more.txt", v4: "weight=2" };
	const words = Object.entries(values).flatMap(([version, value]) => [
		`${version}=term-counter.ts`,
		"--set",
		`${version}/term-counter:${value}`,
	]);
	const env = { GRISTMILL_SET__V4_TERM_COUNTER__LANGS: "es" };
	const { url } = await serving(t, ["v1=term-counter.ts", ...words], { cwd, env });
	const digest = async (version: string) => {
		const list = await (await fetch(`${url}/${version}/$list`)).text();
		return /"digest": ?"([^"]+)"/.exec(list)?.[1];
	};
	const [plain, moved, other, weighed] = await Promise.all(["v1", ...Object.keys(values)].map(digest));
	assert.equal(typeof plain, "string");
	assert.equal(moved, plain);
	assert.equal(new Set([plain, other, weighed]).size, 3);

	await t.test("a version's mill has its own settings, from the flag and the variable", async () => {
		const told = (version: string) => post(`${url}/${version}/term-counter`, "grist");
		assert.deepEqual(await told("v1"), { count: 1, langs: "en", keyed: false });
		assert.deepEqual(await told("v4"), { count: 2, langs: "es", keyed: false });
	});
});

for (const [words, env, message] of [
	[["term-countr:weight=2"], {}, /^--set: The mill "term-countr" is not served\. Did you mean "term-counter"\?$/],
	[["term-counter:wieght=2"], {}, /^--set: Unknown setting "wieght" of term-counter. Did you mean "weight"\?$/],
	[["term-counter:weight=10"], {}, /^--set: The setting "weight" of term-counter is 10, and must be a whole number from 1 to 9\.$/],
	[["term-counter:weight=many"], {}, /^--set: The setting "weight" of term-counter is "many", and must be a whole number from 1 to 9\.$/],
	[["term-counter:langs=en,fr"], {}, /^--set: The setting "langs" of term-counter is .*, and must be a list, each one of en, es/],
	[["term-counter:terms=none.txt"], {}, /^A file in the settings of "term-counter" cannot be used: .*none\.txt does not exist\.$/],
	[["term-counter:key=hunter2"], {}, /^Other users can read a command line\. Give the secret setting as GRISTMILL_SET__TERM_COUNTER__KEY or in the configuration file/],
	[["weight=2"], {}, /^--set "weight=2" is not MILL:KEY=VALUE/],
	[[], { GRISTMILL_SET__TERM_COUNTER__KEY: "hu2" }, /^GRISTMILL_SET__TERM_COUNTER__KEY: The setting "key" of term-counter must be a text of at least 4\.$/],
	[[], { GRISTMILL_SET__TERM_COUNTER__WIEGHT: "2" }, /^GRISTMILL_SET__TERM_COUNTER__WIEGHT: Unknown setting "wieght"/],
	[[], { GRISTMILL_SET__TERMCOUNTER__WEIGHT: "2" }, /^GRISTMILL_SET__TERMCOUNTER__WEIGHT: The mill "\S+" is not served\./],
	[[], { GRISTMILL_SET__WEIGHT: "2" }, /^The variable GRISTMILL_SET__WEIGHT is not of the form GRISTMILL_SET__MILL__KEY/],
] as const) // biome-ignore format: a table
	test(`serve refuses ${words.join(" ")}${Object.keys(env).join(" ")} with what to do`, async (t) => {
		const cwd = await folderWith(t, FILES);
		const set = words.flatMap((word) => ["--set", word]);
		const { code, stderr } = await run(cwd, ["serve", "--port", "0", "term-counter.ts", ...set], env);
		assert.equal(code, 2);
		assert.match(stderr.replace(/^gristmill: /, "").trimEnd(), message);
		assert.doesNotMatch(stderr, /hunter2/);
	});

test("gristmill test takes settings, and says which examples are for other values", async (t) => {
	const cwd = await folderWith(t, FILES);
	const plain = await run(cwd, ["test", "term-counter.ts"]);
	assert.equal(plain.code, 0, plain.stderr);
	const other = await run(cwd, ["test", "term-counter.ts", "--set", "term-counter:weight=2"]);
	assert.match(other.stdout, /no examples for these settings/);
	assert.equal(other.code, 1);
});
