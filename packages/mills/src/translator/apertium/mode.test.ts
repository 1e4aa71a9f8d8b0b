import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMode } from "./mode.js";
import { installedModes } from "./modes.js";

test("the pipeline of a mode is parsed into programs with arguments, each flushed at NUL", () => {
	const text = `lt-proc -w '/data/a b.bin' | apertium-tagger -g $2 "/data/t.prob" |lt-proc $1 /data/gen.bin\n`;
	assert.deepEqual(parseMode(text), [
		{ program: "lt-proc", arguments: ["-z", "-w", "/data/a b.bin"] },
		{ program: "apertium-tagger", arguments: ["-z", "-g", "/data/t.prob"] },
		{ program: "lt-proc", arguments: ["-z", "-n", "/data/gen.bin"] },
	]);
});

for (const [what, text] of [
	["another program", "lt-proc '/a' | sed s/a/b/"],
	["a program by its path", "/usr/bin/lt-proc '/a'"],
	["a second command", "lt-proc '/a'; lt-proc '/b'"],
	["a command in the background", "lt-proc '/a' & lt-proc '/b'"],
	["a redirection", "lt-proc '/a' > /b"],
	["a substitution", "lt-proc $(cat /a)"],
	["a substitution in quotes", 'lt-proc "$(cat /a)"'],
	["backticks", "lt-proc `cat /a`"],
	["a variable", "lt-proc $HOME"],
	["another parameter", "lt-proc $3"],
	["joined words", "lt-proc '/a''/b'"],
	["an unclosed quote", "lt-proc '/a"],
	["an escape", "lt-proc /a\\ b"],
	["an empty stage", "lt-proc '/a' | | lt-proc '/b'"],
	["nothing", ""],
] as const)
	test(`a mode with ${what} is rejected`, () => assert.equal(parseMode(text), undefined));

test("without an installation there are no modes", () => {
	assert.deepEqual(installedModes(["/nowhere"]), []);
});
