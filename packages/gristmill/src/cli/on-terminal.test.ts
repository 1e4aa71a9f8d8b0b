import assert from "node:assert/strict";
import { test } from "node:test";
import { type CommandOptions, run } from "../testing/run-command.js";
import { servedMills } from "../testing/served-mills.js";

const served = servedMills();

/** Runs a command on a terminal. */
const shown = (words: readonly string[], env: NodeJS.ProcessEnv = {}) =>
	run(words, { terminals: ["stdout", "stderr"], env: { TERM: "xterm", ...env } });

const forced: CommandOptions = { env: { FORCE_COLOR: "1" } };

const WRONG = ["call", "http://127.0.0.1:1/", "--parm", "x=y"];
const MESSAGE = "Unknown flag --parm. Did you mean --param?\n";

test("an error has a colour on a terminal unless NO_COLOR is set, and elsewhere only with FORCE_COLOR", async () => {
	const coloured = `\u001b[1;31mgristmill:\u001b[0m ${MESSAGE}`;
	const plain = `gristmill: ${MESSAGE}`;
	assert.equal((await shown(WRONG)).err, coloured);
	assert.equal((await shown(WRONG, { NO_COLOR: "1" })).err, plain);
	assert.equal((await run(WRONG)).err, plain);
	assert.equal((await run(WRONG, forced)).err, coloured);
});

test("a description is rendered on a terminal and is Markdown elsewhere", async () => {
	const words = ["describe", `${served.url}/word-counter`];
	const rendered = (await shown(words)).out;
	const marked = (await shown(words, { NO_COLOR: "1" })).out;
	const title = "\u001b[1m\u001b[4mword-counter\u001b[0m\u001b[0m\n\nCounts the words";
	assert.ok(rendered.startsWith(title), rendered);
	assert.ok((await run(words, forced)).out.startsWith(title));
	assert.match((await run(words)).out, /^# word-counter\n\nCounts the words.*\n\| --- \|/s);
	assert.match(marked, /^# word-counter\n/);
	for (const text of [rendered, marked]) {
		assert.doesNotMatch(text, /\| --- \||^```/m);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours are taken off
		assert.match(text.replace(/\u001b\[\d+m/g, ""), /^─+ {2}─+/m);
	}
});

test("the result and the list have colours on a terminal; results and schemas in a file are data", async () => {
	const call = ["call", `${served.url}/word-counter`, "--data", "a b"];
	const onScreen = (await shown(call)).out;
	assert.ok(onScreen.includes('\u001b[36m"words"\u001b[0m: \u001b[33m2\u001b[0m'), onScreen);
	assert.deepEqual(JSON.parse((await run(call, forced)).out), { words: 2, lines: 1, characters: 3 });
	const schema = await run(["schema", `${served.url}/word-counter`], forced);
	assert.equal(JSON.parse(schema.out).title, "word-counter");
	assert.ok((await run(["list", served.url], forced)).out.includes("\u001b[1mword-counter"));
});

test("without an input on a terminal, call says how to give one", async () => {
	const { code, err } = await run(["call", `${served.url}/word-counter`], { terminals: ["stdin"] });
	assert.equal(code, 2);
	assert.match(err, /There is no input\. Give a file or --data, or pipe it/);
});

test("map shows its progress on a terminal, and leaves only the summary there", async () => {
	const words = ["map", `${served.url}/word-counter`, "--lines", "-"];
	const { out, err } = await run(words, {
		input: "one\n",
		terminals: ["stdout", "stderr"],
		env: { TERM: "xterm" },
	});
	assert.match(out, /^{"line":1,"output":{"words":1,/);
	assert.ok(err.includes("\u001b[1m1 input, 1 answered, 0 failed\u001b[0m"), err);
});

test("-v, --version and version print the same", async () => {
	const [short, long, word] = await Promise.all(["-v", "--version", "version"].map((one) => run([one])));
	assert.match(short?.out ?? "", /^\d+\.\d+\.\d+/);
	assert.deepEqual([short, long], [word, word]);
});
