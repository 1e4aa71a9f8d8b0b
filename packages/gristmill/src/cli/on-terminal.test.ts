import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { gristmill } from "../testing/command.js";
import { NO_TERMINAL, onTerminal } from "../testing/pseudo-terminal.js";
import { start } from "../testing/server.js";
import { ranInTurn } from "../testing/shared-command.js";

const running = start();

async function shown(t: TestContext, words: readonly string[], env?: NodeJS.ProcessEnv): Promise<string> {
	const command = onTerminal(t, words, env);
	await command.ended;
	return command.stdout().replaceAll("\r\n", "\n");
}

async function piped(t: TestContext, words: readonly string[], env?: NodeJS.ProcessEnv) {
	const command = gristmill(t, words, { env: { NO_COLOR: undefined, ...env } });
	await command.ended;
	return { out: command.stdout(), err: command.stderr() };
}

/** Like `piped`, but in one process for all commands. The tests of errors show that a process of its own prints the same. */
const printed = (words: readonly string[], env?: NodeJS.ProcessEnv) =>
	ranInTurn(words, { env: { NO_COLOR: undefined, ...env } });

const WRONG = ["call", "http://127.0.0.1:1/", "--parm", "x=y"];
const MESSAGE = "Leave out the unknown flag --parm. Did you mean --param?\n";

test("an error has a colour on a terminal, unless NO_COLOR is set", { skip: NO_TERMINAL }, async (t) => {
	const [coloured, none] = await Promise.all([shown(t, WRONG), shown(t, WRONG, { NO_COLOR: "1" })]);
	assert.equal(coloured, `\u001b[1;31mgristmill:\u001b[0m ${MESSAGE}`);
	assert.equal(none, `gristmill: ${MESSAGE}`);
});

test("an error has no colour in a file, unless FORCE_COLOR is set", async (t) => {
	const [plain, forced] = await Promise.all([piped(t, WRONG), piped(t, WRONG, { FORCE_COLOR: "1" })]);
	assert.equal(plain.err, `gristmill: ${MESSAGE}`);
	assert.equal(forced.err, `\u001b[1;31mgristmill:\u001b[0m ${MESSAGE}`);
});

test("a description is rendered on a terminal and is Markdown elsewhere", {
	skip: NO_TERMINAL,
}, async (t) => {
	const { url } = await running;
	const words = ["describe", `${url}/word-counter`];
	const [rendered, marked, raw, forced] = await Promise.all([
		shown(t, words),
		shown(t, words, { NO_COLOR: "1" }),
		printed(words),
		printed(words, { FORCE_COLOR: "1" }),
	]);
	assert.ok(
		rendered.startsWith("\u001b[1m\u001b[4mword-counter\u001b[0m\u001b[0m\n\nCounts the words"),
		rendered,
	);
	assert.ok(forced.out.startsWith("\u001b[1m\u001b[4mword-counter"), forced.out);
	assert.match(raw.out, /^# word-counter\n\nCounts the words.*\n\| --- \|/s);
	assert.match(marked, /^# word-counter\n/);
	for (const text of [rendered, marked]) {
		assert.doesNotMatch(text, /\| --- \||^```/m);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours are taken off
		assert.match(text.replace(/\u001b\[\d+m/g, ""), /^─+ {2}─+/m);
	}
});

test("the result and the schema have colours on a terminal, and are data elsewhere", {
	skip: NO_TERMINAL,
}, async (t) => {
	const { url } = await running;
	const call = ["call", `${url}/word-counter`, "--data", "a b"];
	const [onScreen, inFile, schema, list] = await Promise.all([
		shown(t, call),
		printed(call, { FORCE_COLOR: "1" }),
		printed(["schema", `${url}/word-counter`], { FORCE_COLOR: "1" }),
		printed(["list", url], { FORCE_COLOR: "1" }),
	]);
	assert.ok(onScreen.includes('\u001b[36m"words"\u001b[0m: \u001b[33m2\u001b[0m'), onScreen);
	assert.deepEqual(JSON.parse(inFile.out), { words: 2, lines: 1, characters: 3 });
	assert.equal(JSON.parse(schema.out).title, "word-counter");
	assert.ok(list.out.includes("\u001b[1mword-counter\u001b[0m"));
});

test("-v, --version and version print the same", async () => {
	const [short, long, word] = await Promise.all(["-v", "--version", "version"].map((one) => printed([one])));
	assert.match(short?.out ?? "", /^\d+\.\d+\.\d+/);
	assert.deepEqual([short, long], [word, word]);
});
