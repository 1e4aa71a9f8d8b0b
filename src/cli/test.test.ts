import assert from "node:assert/strict";
import { test } from "node:test";
import { folderWith, gristmill, post, serving } from "../testing/command.js";

/** A mill file with this state, answer and way to agree. */
function mill(code: {
	before?: string;
	run: string;
	agrees?: string;
	load?: string;
	deadline?: number;
}): string {
	return `import { readFileSync, writeFileSync } from "node:fs";
import { defineMill, Type, text } from "gristmill";
${code.before ?? ""}
export default defineMill({
	name: "number-giver", version: "1.0.0", summary: "Gives a number.", input: { "text/plain": text() },
	output: Type.Object({ n: Type.Integer() }),
	${code.agrees ? `agrees: ${code.agrees},` : ""}
	${code.load ? `load: ${code.load},` : ""}
	deadline: ${code.deadline ?? 10_000},
	examples: [{ input: "1", output: { n: 1 } }, { input: "2", output: { n: 2 } }],
	run: (input) => ${code.run},
});
`;
}

async function tested(t: Parameters<typeof folderWith>[0], file: string) {
	const cwd = await folderWith(t, { "mill.ts": file });
	const command = gristmill(t, ["test", "mill.ts"], { cwd });
	return { code: await command.ended, out: command.stdout(), err: command.stderr() };
}

test("a mill that meets its examples is told so, example by example", async (t) => {
	const { code, out } = await tested(t, mill({ run: "({ n: Number(input) })" }));
	assert.equal(code, 0);
	assert.match(out, /number-giver 1\.0\.0: 2 examples.*\n {2}ok +example 0\n {2}ok +example 1\n/);
});

test("an answer that is not the example's is shown beside it", async (t) => {
	const { code, out, err } = await tested(t, mill({ run: "({ n: Math.min(1, Number(input)) })" }));
	assert.equal(code, 1);
	assert.match(out, /ok +example 0\n {2}differs +example 1\n +expected: {"n":2}\n +got: +{"n":1}/);
	assert.match(err, /1 example is not met/);
});

test("a mill that remembers its calls is found out, even where it agrees with everything", async (t) => {
	const { code, out } = await tested(
		t,
		mill({ before: "let calls = 0;", run: "({ n: ++calls })", agrees: "() => true" }),
	);
	assert.equal(code, 1);
	assert.match(out, /impure +example \d\n +first: +{"n":\d}\n +second: +{"n":\d}/);
});

for (const [what, run] of [
	["writes a file", '(writeFileSync("/tmp/gristmill-must-not-exist", ""), { n: 1 })'],
	["reads a file that is none of its assets", '({ n: readFileSync("/etc/hostname").length })'],
] as const)
	test(`a mill that ${what} is denied it`, async (t) => {
		const { code, out } = await tested(t, mill({ run }));
		assert.equal(code, 1);
		assert.match(out, /differs +example 0\n.*\n +got: .*/);
		assert.doesNotMatch(out, /ok/);
	});

test("a mill that cannot be loaded is told with the reason", async (t) => {
	const file = mill({ run: "({ n: 1 })", load: '() => { throw new Error("no weights here"); }' });
	const { code, err } = await tested(t, file);
	assert.equal(code, 1);
	assert.match(err, /mill\.ts: .*no weights here/);
});

test("--inspect gives one debugger's port, no deadline, and says loudly what it is", async (t) => {
	const run =
		"input === 'stop' ? new Promise((go) => setTimeout(() => go({ n: 0 }), 800)) : ({ n: Number(input) })";
	const cwd = await folderWith(t, { "mill.ts": mill({ run, deadline: 300 }) });
	const running = await serving(t, ["--only-files", "--inspect", "mill.ts"], { cwd });
	assert.deepEqual(await post(`${running.url}/number-giver`, "7"), { n: 7 });
	// As long as a person looks at a breakpoint.
	assert.deepEqual(await post(`${running.url}/number-giver`, "stop"), { n: 0 });
	assert.equal(running.stderr().match(/Debugger listening on ws:\/\/127\.0\.0\.1:/g)?.length, 1);
	assert.match(running.stderr(), /--inspect is on.*Not for production/);
});

test("what is no mill file is told before anything else", async (t) => {
	const cwd = await folderWith(t, {});
	for (const [name, what] of [
		["nowhere.ts", "not there"],
		[".", "no file"],
	] as const) {
		const command = gristmill(t, ["test", name], { cwd });
		assert.equal(await command.ended, 2);
		assert.equal(command.stderr(), `gristmill: Name a file: ${name} is ${what}.\n`);
	}
});
