import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { isOutOfMemory } from "../core/out-of-memory.js";
import { Problem } from "../core/problem.js";
import { MillFileError } from "../mill-files/mill-file-error.js";
import { pythonFile } from "../mill-files/python-file.js";
import { importMill } from "../runtime/loading/import-mill.js";
import { warmUp } from "../runtime/loading/warm-up.js";
import { performBatch } from "../runtime/perform-batch.js";
import { makeReady } from "../runtime/ready-mill.js";
import { folderWith, gristmill } from "../testing/command.js";
import { NO_PYTHON } from "../testing/python.js";
import type { PythonProcess } from "./python-process.js";

const skip = NO_PYTHON;

/** Counts a letter. One function computes both: a call alone is a batch of one. */
const COUNTER = `from array import array
from typing import Annotated, List, TypedDict
from gristmill import MediaType, Problem, mill

class Count(TypedDict):
    count: int
    together: int
    places: List[int]
    picture: Annotated[bytes, MediaType("application/octet-stream")]

def load() -> int:
    return 1

def count_all(texts, letter, model):
    if "raise" in texts:
        raise ValueError("no grist")
    if "short" in texts:
        return []
    return [count_one(text, letter, model) for text in texts]

def count_one(text, letter, model):
    if text == "bad":
        return Problem("no-letters", "Send letters.", seen=0)
    places = array("i", [i for i, one in enumerate(text) if one == letter])
    return {"count": len(places), "together": model, "places": places, "picture": text.encode()}

@mill(
    version="1.0.0", load=load, run_batch=count_all, batch={"most": 8, "max_bytes": 1000},
    problems={"no-letters": {"status": 422, "title": "No letters", "todo": "Send letters."}},
    examples=[
        {"input": "see", "output": {"count": 2, "together": 1, "places": [1, 2], "picture": b"see"}},
        {"input": "rye", "output": {"count": 1, "together": 1, "places": [2], "picture": b"rye"}},
    ],
)
def letter_counter(text: str, model: int, letter: str = "e") -> Count:
    """Counts a letter."""
    result = count_one(text, letter, model)
    if isinstance(result, Problem):
        raise result
    return result
`;

async function readyMill(t: TestContext, code = COUNTER) {
	const cwd = await folderWith(t, { "letter_counter.py": code });
	const { url } = await pythonFile(join(cwd, "letter_counter.py"));
	const ready = await makeReady(await importMill(url.href));
	t.after(() => (ready.model as PythonProcess).close());
	const ask = (texts: readonly string[]) =>
		performBatch(
			ready,
			texts.map((text) => ({
				mediaType: "text/plain",
				charset: undefined,
				parameters: { letter: "e" },
				resultType: "application/json" as const,
				links: undefined,
				body: Buffer.from(text),
			})),
			() => new AbortController().signal,
		);
	return { ready, ask };
}

test("a function in Python computes several calls together, each with its own result or problem", {
	skip,
}, async (t) => {
	const { ready, ask } = await readyMill(t);
	assert.deepEqual(ready.mill.batch, { most: 8, maxBytes: 1_000 });
	const answers = await ask(["Mehl", "bad", "über see", "o"]);
	const told = answers.map((answer) =>
		"error" in answer ? (answer.error as Error & { code?: string }).code : JSON.parse(String(answer.content)),
	);
	const picture = (text: string) => Buffer.from(text).toString("base64");
	assert.deepEqual(told, [
		{ count: 1, together: 1, places: [1], picture: picture("Mehl") },
		"no-letters",
		{ count: 3, together: 1, places: [2, 6, 7], picture: picture("über see") },
		{ count: 0, together: 1, places: [], picture: picture("o") },
	]);
});

test("a batch that fails, or has too few results, blames none of its calls", { skip }, async (t) => {
	const { ask } = await readyMill(t);
	for (const [word, reason] of [
		["raise", /no grist/],
		["short", /run_batch returned 0 for 2 inputs\. Return a list with one result for each\./],
	] as const) {
		const answers = await ask(["see", word]);
		assert.equal(answers.length, 2);
		for (const answer of answers) {
			assert.ok("error" in answer && answer.error.name === "Crash", JSON.stringify(answer));
			assert.match(String((answer.error.cause as Error).message), reason);
		}
	}
	const [after] = await ask(["see"]);
	assert.ok(after && "content" in after, "the process goes on");
});

test("an exception of Python says by its name that there was too little memory", { skip }, async (t) => {
	for (const [raised, isExpected] of [
		["MemoryError()", true],
		['type("OutOfMemoryError", (RuntimeError,), {})()', true],
		['type("AcceleratorError", (RuntimeError,), {})("CUDA error: out of memory")', true],
		["ValueError()", false],
	] as const) {
		const { ask } = await readyMill(t, COUNTER.replace('ValueError("no grist")', raised));
		const [answer] = await ask(["see", "raise"]);
		assert.ok(answer && "error" in answer);
		assert.equal(isOutOfMemory(answer.error), isExpected, raised);
	}
});

test("after an error of CUDA the process ends, because all later calls would fail, too", {
	skip,
}, async (t) => {
	for (const [raised, ends] of [
		['type("AcceleratorError", (RuntimeError,), {})("CUDA error: device-side assert triggered")', true],
		['RuntimeError("CUDA error: an illegal memory access was encountered")', true],
		['type("AcceleratorError", (RuntimeError,), {})("CUDA error: out of memory")', false],
		['RuntimeError("shapes differ")', false],
	] as const) {
		const { ask } = await readyMill(t, COUNTER.replace('ValueError("no grist")', raised));
		const [answer] = await ask(["see", "raise"]);
		assert.ok(answer && "error" in answer);
		const reason = `${answer.error.message} ${answer.error.cause}`;
		assert.equal(/the Python process ended by itself: exit code 1/.test(reason), ends, reason);
	}
});

test("run_batch learns the size to which it pads, and every size is warm before the mill is ready", {
	skip,
}, async (t) => {
	const padded = COUNTER.replace("(texts, letter, model)", "(texts, letter, model, batch_size)")
		.replace("def load()", "sizes = []\ndef load()")
		.replace('    if "raise"', '    sizes.append(batch_size)\n    if "raise"')
		.replace('"most": 8', '"sizes": [1, 4, 8], "warm": True, "wait": 2')
		.replace('text == "bad"', 'text == "sizes"')
		.replace("seen=0", "seen=sizes");
	const { ready, ask } = await readyMill(t, padded);
	assert.deepEqual(ready.mill.batch, { sizes: [1, 4, 8], warm: true, wait: 2, most: 8, maxBytes: 1_000 });
	await warmUp(ready);
	const [, told] = await ask(["see", "sizes"]);
	assert.ok(told && "error" in told && Problem.is(told.error));
	assert.deepEqual(told.error.members.seen, [4, 8, 4]);
});

test("gristmill test runs the examples in batches, too", { skip }, async (t) => {
	const cwd = await folderWith(t, { "letter_counter.py": COUNTER });
	const tested = gristmill(t, ["test", "letter_counter.py"], { cwd });
	assert.equal(await tested.ended, 0, tested.stdout() + tested.stderr());
	assert.match(tested.stdout(), /2 examples, each run 10 times, and in batches/);
});

for (const [what, from, to, message] of [
	["takes other parameters", "(texts, letter, model)", "(texts, model)", /:\d+: count_all takes the inputs and then model\. Let it take what letter_counter takes: model, letter\.$/],
	["is no function", "run_batch=count_all", "run_batch=4", /run_batch is not a plain function\. Write it with def and return/],
	["is missing", "run_batch=count_all, ", "", /there is no run_batch\. Give one, or remove batch\./],
	["has wrong limits", '"most": 8', '"most": 1', /most of batch is 1, and must be a number of calls from 2 to 256./],
] as const) // biome-ignore format: a table
	test(`a run_batch that ${what} is refused in one sentence`, { skip }, async (t) => {
		const cwd = await folderWith(t, { "letter_counter.py": COUNTER.replace(from, to) });
		await assert.rejects(pythonFile(join(cwd, "letter_counter.py")), (error: unknown) => {
			assert.ok(error instanceof MillFileError);
			assert.match(error.message, message);
			return true;
		});
	});
