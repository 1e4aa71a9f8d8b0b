import assert from "node:assert/strict";
import { test } from "node:test";
import { command, type Mill, Type } from "../index.js";
import { emptyMill } from "../testing/mills/empty-mill.js";
import { locateHere } from "./locate.js";

for (const [words, options, message] of [
	[[], {}, /^command: The command has no program\. Give the program and its arguments, such as \["pandoc"/],
	[[""], {}, /^command: The command has no program\./],
	["pandoc", {}, /^command: The command has no program\./],
	[["./tool"], {}, /The program "\.\/tool" is not a name on PATH, a full path or a file URL\.$/],
	[["{program}"], {}, /is not a name on PATH/],
	[["cat", 1], {}, /^command: The argument 1 is not a string/],
	[["cat"], { shell: true }, /^command: Unknown option "shell"/],
	[["cat"], { result: "xml" }, /^command: result must be "text", "json" or a function/],
	[["cat"], { file: "a/b" }, /^command: file is "[^"]+", and must be a name in the folder/],
	[["cat"], { file: ".." }, /^command: file is "[^"]+", and must be a name in the folder/],
	[["cat"], { success: 1 }, /^command: success must be a list/],
	[["cat"], { problems: { x: "y" } }, /^command: problems must have exit codes as keys/],
	[["cat"], { env: { A: 1 } }, /^command: env must be a list of names/],
	[["cat"], { env: ["NODE_OPTIONS"] }, /^command: env has NODE_OPTIONS/],
	[["cat"], { version: "-v" }, /^command: version must be a list/],
	[["cat"], { maxOutput: 0 }, /^command: maxOutput is 0, which is not a positive number of bytes\.$/],
] as const)
	test(`a mistake in a command is told: ${JSON.stringify(words)} ${JSON.stringify(options)}`, () => {
		assert.throws(() => command(words as never, options as never), { name: "TypeError", message });
	});

const mill = (
	more: Readonly<Record<string, unknown>>,
	words: readonly unknown[] = ["cat"],
	options = {},
): Mill =>
	emptyMill({
		name: "tester",
		output: Type.Object({ text: Type.String() }),
		run: command(words as never, options),
		...more,
	});

test("a command that does not fit its mill is refused", () => {
	assert.throws(() => mill({ inline: true }), /Remove inline/);
	assert.throws(() => mill({}, ["cat", "{title}"]), /The command names \{title\}, which is not a parameter/);
	assert.throws(() => mill({}, ["cat", { title: ["-t"] }]), /The command names \{title\}/);
	const parameters = Type.Object({ input: Type.String() });
	assert.throws(() => mill({ parameters }, ["cat", "{input}"]), /Rename the parameter/);
	assert.throws(() => mill({}, ["cat"], { problems: { 1: "odd" } }), /The command has the problem "odd"/);
	assert.ok(mill({}, ["cat"], { problems: { 1: "unreadable-input" } }));
});

test("a mill of a program needs spawn, and the files among its arguments are assets", () => {
	const file = new URL("filter.lua", import.meta.url);
	const made = mill({ needs: ["wasi"] }, ["pandoc", file]);
	assert.deepEqual(made.needs, ["wasi", "spawn"]);
	assert.deepEqual(made.assets, [file]);
	assert.deepEqual(mill({ run: () => ({ text: "" }) }).needs, []);
});

test("a program that cannot be used is told: no file, not to be executed, a variable that is not set", async () => {
	const missing = async (words: [string], options = {}) => {
		const { program } = mill({}, words, options);
		assert.ok(program);
		await assert.rejects(locateHere(program), { name: "ProgramMissing" });
		return locateHere(program).catch(({ message }: Error) => message);
	};
	assert.equal(
		await missing(["no-such"]),
		"no-such was not found on PATH: install it or give its full path.",
	);
	assert.match(String(await missing(["/no/such"])), /^\/no\/such was not found, or may not be executed/);
	assert.match(String(await missing(["/etc/passwd"])), /may not be executed/);
	assert.match(String(await missing(["/etc"])), /may not be executed/);
	assert.match(String(await missing(["cat"], { env: ["NO_SUCH"] })), /^NO_SUCH is not set/);
	assert.match(String(await missing(["cat"], { version: ["--no-such"] })), /^cat --no-such failed/);
});

test("run can be called directly, as in an author's test", async () => {
	const { signal } = new AbortController();
	const upper = command(["tr", "a-z", "A-Z"]);
	const { text: answer } = await upper("grist", { parameters: {}, signal });
	assert.equal(answer, "GRIST");
});
