import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, test } from "node:test";
import { open, Problem } from "../index.js";
import { folderWith } from "../testing/command.js";

const MILL = `
import { readFileSync } from "node:fs";
import { defineMill, Problem, Type, text } from "gristmill";
export default defineMill({
	name: "word-tester", version: "1.0.0", summary: "Tests workers.", input: { "text/plain": text() },
	output: Type.Object({ word: Type.String(), batch: Type.Integer(), pid: Type.Integer() }),
	deadline: 60_000,
	problems: { "no-word": { status: 422, title: "No word", todo: "Send a word." } },
	run: (input) => {
		if (input === "") throw new Problem("no-word");
		if (input === "loop") for (;;) {}
		if (input === "die") process.exit(3);
		if (input === "read") return { word: readFileSync("/etc/hostname", "utf8"), batch: 1, pid: 0 };
		if (input === "throw") throw new Error("thrown");
		return { word: input, batch: 1, pid: process.pid };
	},
});
`;

async function codeOf(call: Promise<unknown>): Promise<string> {
	try {
		await call;
		return "a result";
	} catch (error) {
		return Problem.is(error) ? error.code : String(error);
	}
}

describe("a mill in workers", () => {
	test("runs in another process, with the deadline and the permissions of a server", async (t) => {
		const path = join(await folderWith(t, { "tester.ts": MILL }), "tester.ts");
		await using run = await open(path, { workers: 2 });
		const { pid, word } = await run("one");
		assert.equal(word, "one");
		assert.notEqual(pid, process.pid);
		await using hurried = await open(path, { workers: 1, deadline: 500 });
		assert.equal(await codeOf(hurried("loop")), "deadline-exceeded");
		assert.equal(await codeOf(run("")), "no-word");
		assert.equal(await codeOf(run("read")), "crashed");
		assert.equal(await codeOf(run("die")), "crashed");
		await assert.rejects(run("throw"), {
			message: /^crashed: The mill "word-tester" failed: .*run threw[^\n]*$/,
		});
		const leaving = new AbortController();
		const left = run("loop", {}, { signal: leaving.signal });
		leaving.abort(new Error("enough"));
		await assert.rejects(left, /^Error: enough$/);
		assert.equal((await run("after")).word, "after");
		assert.deepEqual(await run.test(), []);
	});

	test("computes many inputs, and refuses none because others wait", async (t) => {
		const path = join(await folderWith(t, { "tester.ts": MILL }), "tester.ts");
		await using run = await open(path, { workers: 2 });
		const inputs = Array.from({ length: 500 }, (_, i) => (i === 250 ? "" : `word ${i}`));
		const seen: unknown[] = [];
		for await (const { output, problem } of run.many(inputs)) seen.push(output?.word ?? problem?.code);
		assert.deepEqual(
			seen,
			inputs.map((word) => word || "no-word"),
		);
		const all = await Promise.all(inputs.map((word) => codeOf(run(word))));
		assert.equal(all.filter((code) => code === "a result").length, 499);
	});

	test("computes waiting calls together, if the mill can", async (t) => {
		const many = MILL.replace(
			"deadline: 60_000,",
			`deadline: 60_000, batch: { most: 4 },
	runBatch: (inputs) => inputs.map((word) => word === "" ? new Problem("no-word") : { word, batch: inputs.length, pid: process.pid }),`,
		);
		const path = join(await folderWith(t, { "tester.ts": many }), "tester.ts");
		await using run = await open(path, { workers: 1 });
		const words = Array.from({ length: 100 }, (_, i) => (i === 50 ? "" : `word ${i}`));
		// All wait before the first answer can be read.
		const outcomes = await Promise.allSettled(words.map((word) => run(word)));
		const sizes = new Set<unknown>();
		for (const [i, outcome] of outcomes.entries()) {
			if (outcome.status === "rejected") {
				assert.equal(outcome.reason.code, "no-word");
				assert.equal(i, 50, "a problem is that of its own call");
				continue;
			}
			assert.equal(outcome.value.word, words[i]);
			sizes.add(outcome.value.batch);
		}
		assert.equal(Math.max(...([...sizes] as number[])), 4);
	});

	test("ends a call that needs more memory than workerMemory, and that call alone", async (t) => {
		const greedy = MILL.replace(
			'if (input === "throw")',
			// 480 MB, each 40 of which are one list.
			'if (input === "fill") Array.from({ length: 12 }, () => new Array(5_000_000).fill(0.5));\n\t\tif (input === "throw")',
		);
		const path = join(await folderWith(t, { "tester.ts": greedy }), "tester.ts");
		await using small = await open(path, { workers: 1, workerMemory: 256, deadline: 600_000 });
		assert.equal(await codeOf(small("fill")), "crashed");
		assert.equal((await small("after")).word, "after");
		await using large = await open(path, { workers: 1, workerMemory: 2_048, deadline: 600_000 });
		assert.equal(await codeOf(large("fill")), "a result");
	});

	test("says why it cannot be loaded", async (t) => {
		const failing = MILL.replace("deadline: 60_000,", 'load: () => { throw new Error("no model"); },');
		const path = join(await folderWith(t, { "tester.ts": failing }), "tester.ts");
		await assert.rejects(open(path, { workers: 1 }), {
			message: /^The mill "word-tester" cannot be loaded: [^\n]*no model/,
		});
	});

	test("keeps a program alive while it waits for a call, and no longer", async (t) => {
		const program = `
import { open } from "${new URL("../index.js", import.meta.url).href}";
const run = await open("./tester.ts", { workers: 1 });
console.log((await run("printed")).word);
`;
		const folder = await folderWith(t, { "tester.ts": MILL, "program.mjs": program });
		const { status, stdout, stderr } = spawnSync(process.execPath, ["program.mjs"], {
			cwd: folder,
			encoding: "utf8",
			timeout: 600_000,
		});
		assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: "printed\n", stderr: "" });
	});
});

test("parts come from workers, and whoever stops reading ends the call", async () => {
	await using mill = await open(new URL("../testing/mills/part-teller.js", import.meta.url), { workers: 1 });
	const parts = mill.stream("one two");
	assert.equal((await parts.next()).value, "one");
	assert.equal((await parts.next()).value, "two");
	assert.deepEqual(await parts.next(), { done: true, value: { count: 2 } });
	for await (const part of mill.stream("one WAIT")) {
		assert.equal(part, "one");
		break;
	}
	assert.deepEqual(await mill("free"), { words: ["free"], count: 1 });
});
