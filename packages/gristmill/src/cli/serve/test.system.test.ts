import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith, gristmill, post, ROOT, serving } from "../../testing/command.js";
import { run as runCommand } from "../../testing/run-command.js";

/** A mill file with this state, answer and way to agree. */
function mill(code: {
	before?: string;
	run: string;
	agrees?: string;
	load?: string;
	runBatch?: string;
	deadline?: number;
	output?: string;
	examples?: string;
}): string {
	return `import { readFileSync, writeFileSync } from "node:fs";
import { defineMill, Type, text } from "gristmill";
${code.before ?? ""}
export default defineMill({
	name: "number-giver", version: "1.0.0", summary: "Gives a number.", input: { "text/plain": text() },
	output: ${code.output ?? "Type.Object({ n: Type.Integer() })"},
	${code.agrees ? `agrees: ${code.agrees},` : ""}
	${code.load ? `load: ${code.load},` : ""}
	${code.runBatch ? `runBatch: ${code.runBatch},` : ""}
	deadline: ${code.deadline ?? 600_000},
	examples: ${code.examples ?? '[{ input: "1", output: { n: 1 } }, { input: "2", output: { n: 2 } }]'},
	run: (input) => ${code.run},
});
`;
}

async function tested(
	t: Parameters<typeof folderWith>[0],
	file: string,
	beside: Readonly<Record<string, string>> = {},
	links: readonly string[] = [],
) {
	const cwd = await folderWith(t, { "mill.ts": file, ...beside });
	for (const name of links) await symlink(join(ROOT, name), join(cwd, name));
	return runCommand(["test", "mill.ts"], { cwd });
}

test("each example that passes is listed", async (t) => {
	const { code, out } = await tested(t, mill({ run: "({ n: Number(input) })" }));
	assert.equal(code, 0);
	assert.match(out, /number-giver 1\.0\.0: 2 examples.*\n {2}ok +example 0\n {2}ok +example 1\n/);
});

test("a wrong result is shown beside the expected one", async (t) => {
	const { code, out, err } = await tested(t, mill({ run: "({ n: Math.min(1, Number(input)) })" }));
	assert.equal(code, 1);
	assert.match(
		out,
		/ok +example 0\n {2}differs +example 1\n +expected: {"n":2}\n +got: +{"n":1}\n +\/n: expected 2, got 1\n/,
	);
	assert.match(err, /1 example is wrong/);
});

test("a failing example shows what run threw with the author's line, or every member that is wrong", async (t) => {
	const before = `function grind() {
	throw new RangeError("no grist");
}
const WAYS = { now: grind, later: () => Promise.resolve().then(grind), badly: () => ({ n: "x", b: 2 }) };`;
	const examples = "Object.keys(WAYS).map((input) => ({ input, output: { n: 1 } }))";
	const { code, out, err } = await tested(t, mill({ before, run: "WAYS[input as 'now']()", examples }));
	assert.equal(code, 1);
	for (const example of [0, 1])
		assert.match(
			out,
			new RegExp(`fails +example ${example}\\n +run threw: RangeError: no grist\\n +at .*mill\\.ts:4:8`),
		);
	assert.doesNotMatch(out, /perform|examine|worker/);
	assert.match(out, /fails +example 2\n +the result does not match the output schema: /);
	assert.match(out, /\/n must be a whole number/);
	assert.match(out, /\/b is not declared/);
	assert.match(err, /3 examples are wrong/);
});

test("a mill without examples fails, unless it has a test file", async (t) => {
	const file = mill({ run: "({ n: 1 })", examples: "[]" });
	const alone = await tested(t, file);
	assert.equal(alone.code, 1);
	assert.match(alone.out, /number-giver 1\.0\.0: no examples/);
	assert.match(alone.err, /mill\.ts has neither examples nor tests/);
	const own = { "mill.test.ts": 'import { test } from "node:test";\ntest("it is tested", () => {});\n' };
	const cwd = await folderWith(t, { "mill.ts": file, ...own });
	// The tests write to the outputs of the process.
	assert.equal(await gristmill(t, ["test", "mill.ts"], { cwd }).ended, 0);
});

test("a global counter is found as not deterministic, although each example passes at first", async (t) => {
	const { code, out } = await tested(
		t,
		mill({ before: "let calls = 0;", run: "({ n: ++calls > 12 ? 0 : Number(input) })" }),
	);
	assert.equal(code, 1);
	assert.match(out, /varies +example \d: two runs gave different results/);
});

test("a file that an example names and that does not exist is told in one line", async (t) => {
	const examples = '[{ input: "1", output: { n: new URL("./none.bin", import.meta.url) } }]';
	const output = 'Type.Object({ n: binary("application/octet-stream") })';
	const before = 'import { binary } from "gristmill";';
	const run = "({ n: new TextEncoder().encode(input) })";
	const { code, out } = await tested(t, mill({ before, run, output, examples }), {
		"mill.test.ts": 'throw new Error("it must not run");',
	});
	assert.equal(code, 1);
	assert.match(
		out,
		/^number-giver.*\n {2}fails +example 0\n {4}The example names a file that cannot be read: .*none\.bin does not exist\. Write it with gristmill test --update\.\n {2}\S*mill\.test\.ts is not run until the examples are right\.\n$/,
	);
});

test("an example that passes only once is reported as not deterministic", async (t) => {
	const { code, out, err } = await tested(
		t,
		mill({ before: "let calls = 0;", run: "({ n: ++calls > 2 ? 0 : Number(input) })" }),
	);
	assert.equal(code, 1);
	assert.match(out, /varies +example 0: .*not deterministic\n +first: +{"n":1}\n +second: +{"n":0}/);
	assert.match(err, /2 examples are not deterministic/);
});

test("a result that depends on its batch, or a failing batch, is shown beside the result alone", async (t) => {
	const run = "({ n: Number(input) })";
	const good = await tested(
		t,
		mill({ run, runBatch: "(inputs) => inputs.map((input) => ({ n: Number(input) }))" }),
	);
	assert.equal(good.code, 0, good.out);
	assert.match(good.out, /2 examples, each run 10 times, and in batches\n/);
	const padded = await tested(
		t,
		mill({ run, runBatch: "(inputs) => inputs.map((input) => ({ n: Math.max(...inputs.map(Number)) }))" }),
	);
	assert.equal(padded.code, 1);
	assert.match(
		padded.out,
		/ok +example 0\n {2}ok +example 1\n {2}depends +example 0, alone and in a batch of the examples \d, \d\n +alone: +{"n":1}\n +together: {"n":2}\n/,
	);
	assert.match(padded.err, /Answers depend on the batch/);
	const failing = await tested(t, mill({ run, runBatch: '() => { throw new Error("no room"); }' }));
	assert.equal(failing.code, 1);
	assert.match(failing.out, /together: failed\n +runBatch threw: Error: no room/);
});

test("a mill whose results depend on earlier calls fails, even if its agrees accepts everything", async (t) => {
	const { code, out } = await tested(
		t,
		mill({ before: "let calls = 0;", run: "({ n: ++calls })", agrees: "() => true" }),
	);
	assert.equal(code, 1);
	assert.match(out, /varies +example \d: two runs gave different results, so the mill is not deterministic/);
	assert.match(out, /varies +example \d.*\n +first: +{"n":\d}\n +second: +{"n":\d}/);
});

const needsSharp = { skip: !existsSync(join(ROOT, "node_modules", "sharp")) && "sharp is not installed" };

test("a denied permission is reported with what to do", needsSharp, async (t) => {
	const before = `import { spawnSync } from "node:child_process";
import { WASI } from "node:wasi";
import { Worker } from "node:worker_threads";
const WAYS: Record<string, () => unknown> = {
	write: () => writeFileSync("/tmp/gristmill-must-not-exist", ""),
	read: () => readFileSync("/etc/hostname"),
	spawn: () => spawnSync("true"),
	thread: () => new Worker("", { eval: true }),
	wasi: () => new WASI({ version: "preview1" }),
	addon: () => import("sharp"),
};`;
	const examples = "Object.keys(WAYS).map((input) => ({ input, output: { n: 1 } }))";
	const run = "Promise.resolve(WAYS[input]?.()).then(() => ({ n: 1 }))";
	const { code, out } = await tested(t, mill({ before, run, examples }), {}, ["node_modules"]);
	assert.equal(code, 1);
	for (const [example, advice] of [
		"A mill may not write files. Only prepare may",
		"A mill may read only its code and its assets",
		"The mill may not start a process",
		"A mill may not start worker threads",
		"The mill may not use WASI",
		"The mill may not load a native addon",
	].entries())
		assert.ok(out.includes(`  fails    example ${example}\n    ${advice}`), `${advice}: ${out}`);
});

test(
	"a mill that imports a native addon without the need for it is told to add it",
	needsSharp,
	async (t) => {
		const file = mill({ before: 'import sharp from "sharp";\nvoid sharp;', run: "({ n: 1 })" });
		const { code, err } = await tested(t, file, {}, ["node_modules"]);
		assert.equal(code, 1);
		assert.match(
			err,
			/mill\.ts: the mill cannot be loaded: The mill may not load a native addon\. Add needs: \["addons"\] to it/,
		);
	},
);

test("a denied permission that ends the worker is explained too", async (t) => {
	const before = 'import { spawn } from "node:child_process";';
	const run = "new Promise(() => { setImmediate(() => spawn('true')); })";
	const cwd = await folderWith(t, { "mill.ts": mill({ before, run }) });
	// The worker writes to the standard error of the command.
	const command = gristmill(t, ["test", "mill.ts"], { cwd });
	assert.equal(await command.ended, 1);
	const err = command.stderr();
	assert.match(err, /Add needs: \["spawn"\] to it\./);
	assert.match(
		err,
		/mill\.ts: the worker of the mill ended by itself: The mill may not start a process\. Add needs: \["spawn"\]/,
	);
});

test("a mill that cannot be loaded is reported with the reason and the author's line", async (t) => {
	const file = mill({ run: "({ n: 1 })", load: '() => { throw new Error("no weights here"); }' });
	const { code, err } = await tested(t, file);
	assert.equal(code, 1);
	assert.match(err, /mill\.ts: the mill cannot be loaded: Error: no weights here\n +at .*mill\.ts:8:22/);
	assert.doesNotMatch(err, /ready-mill|worker/);
});

test("an example that exceeds the deadline is named, with the limit", async (t) => {
	const run = 'input === "2" ? new Promise(() => {}) : { n: 1 }';
	const { code, err } = await tested(t, mill({ run, deadline: 3_000 }));
	assert.equal(code, 1);
	assert.match(
		err,
		/Example 1 took longer than the limit of 3 s\. Make run quicker, or raise the mill's deadline\./,
	);
});

test("--inspect opens one debugger port, turns deadlines off, and warns", async (t) => {
	const run =
		"input === 'stop' ? new Promise((go) => setTimeout(() => go({ n: 0 }), 800)) : ({ n: Number(input) })";
	const cwd = await folderWith(t, { "mill.ts": mill({ run, deadline: 300 }) });
	const running = await serving(t, ["--inspect", "mill.ts"], { cwd });
	assert.deepEqual(await post(`${running.url}/number-giver`, "7"), { n: 7 });
	// As long as a person looks at a breakpoint.
	assert.deepEqual(await post(`${running.url}/number-giver`, "stop"), { n: 0 });
	assert.equal(running.stderr().match(/Debugger listening on ws:\/\/127\.0\.0\.1:/g)?.length, 1);
	assert.match(running.stderr(), /--inspect runs one worker, .* Do not use it in production/);
});

test("an installed mill is tested by its name, and its file is not written", async (t) => {
	const cwd = await folderWith(t, {});
	const { code, out, err } = await runCommand(["test", "word-counter"], { cwd });
	assert.equal(code, 0, err);
	assert.match(out, /^word-counter \d\S*: \d examples, each run 10 times\n/);
	const none = await runCommand(["test", "no-such-counter"], { cwd });
	assert.deepEqual(
		[none.code, none.err.split(".")[0]],
		[2, 'gristmill: No mill "no-such-counter" is installed'],
	);
	const update = await runCommand(["test", "word-counter", "--update"], { cwd });
	assert.deepEqual([update.code, update.out], [2, ""]);
	assert.match(update.err, /--update writes into mill files, and "word-counter" is none\./);
});

test("gristmill test refuses a path that is not a file", async (t) => {
	const cwd = await folderWith(t, {});
	for (const [name, what] of [
		["nowhere.ts", "does not exist"],
		[".", "is not a file"],
	] as const) {
		const { code, err } = await runCommand(["test", name], { cwd });
		assert.equal(code, 2);
		assert.equal(err, `gristmill: ${cwd}/${name} ${what}. Name a mill file.\n`);
	}
});
