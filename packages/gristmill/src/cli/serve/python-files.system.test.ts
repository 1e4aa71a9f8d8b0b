import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { pythonFile } from "../../mill-files/python-file.js";
import { millDigest } from "../../runtime/digest/digest.js";
import { importMill } from "../../runtime/loading/import-mill.js";
import { folderWith, gristmill, post, type Running, serving } from "../../testing/command.js";
import { NO_PYTHON, unlessPackage } from "../../testing/python.js";
import { run } from "../../testing/run-command.js";

const skip = NO_PYTHON;

const SHOUT = `def shout(text: str) -> str:
    return text.upper() + "!"
`;

const SHOUTER = `from typing import TypedDict
from gristmill import mill
from shout import shout

class Shouted(TypedDict):
    shouted: str

@mill(version="1.0.0", examples=[{"input": "hi", "output": {"shouted": "HI!"}}])
def shouter(text: str) -> Shouted:
    """Shouts a text."""
    return {"shouted": shout(text)}
`;

const FILES = { "shouter.py": SHOUTER, "shout.py": SHOUT };

const ran = async (t: TestContext, words: readonly string[], files: Record<string, string>) =>
	run(words, { cwd: await folderWith(t, files) });

for (const [what, words, files, code, message] of [
	["a missing file", ["serve", "none.py"], {}, 2, /.*none\.py does not exist\. Name a mill file\./],
	[
		"a missing interpreter",
		["serve", "shouter.py", "--python", "./none"],
		FILES,
		2,
		/\.\/none is not a program\. Name a Python interpreter with --python or GRISTMILL_PYTHON\./,
	],
	[
		"a syntax error in an imported file",
		["serve", "shouter.py"],
		{ ...FILES, "shout.py": "def shout(:\n" },
		1,
		/gristmill: .*shout\.py:1:11: invalid syntax\./,
	],
	[
		"a verb as a name",
		["test", "shouter.py"],
		{ ...FILES, "shouter.py": SHOUTER.replace("mill(v", 'mill(name="text-shorten", v') },
		1,
		/gristmill: .*shouter\.py:8: The name "text-shorten" ends with the verb "shorten"\. .* such as "text-shortener", .*allow_name=True/,
	],
] as const)
	test(`${what} is told in one sentence`, { skip }, async (t) => {
		const { code: ended, err } = await ran(t, words, files);
		assert.equal(ended, code, err);
		assert.match(err, message);
		assert.equal(err.trim().split("\n").length, 1, err);
	});

test("gristmill test shows the traceback of an example, and else runs the tests beside the file", {
	skip,
}, async (t) => {
	const TESTS = `import unittest
from shouter import shouter
class ShouterTest(unittest.TestCase):
    def test_shouts(self) -> None:
        self.assertEqual(shouter("a"), {"shouted": "a"})
`;
	const tested = async (shout: string) => {
		const cwd = await folderWith(t, { "shouter.py": SHOUTER, "shout.py": shout, "test_shouter.py": TESTS });
		// The tests write to the outputs of the process.
		const command = gristmill(t, ["test", "shouter.py"], { cwd });
		assert.equal(await command.ended, 1);
		return { out: command.stdout(), err: command.stderr() };
	};
	const { out, err } = await tested("def shout(text: str) -> str:\n    raise ValueError('no grist')\n");
	assert.match(
		out,
		/fails +example 0\n +run threw: ValueError: no grist\n +File ".*shouter\.py", line 11, in shouter\n/,
	);
	assert.match(out, /File ".*shout\.py", line 2, in shout\n/);
	assert.doesNotMatch(out, /gristmill\.py|perform/);
	assert.doesNotMatch(err, /test_shouter/);
	assert.match((await tested(SHOUT)).err, /Tests failed: test_shouter\.py\./);
});

test("the digest of a Python mill names its code, its imports and its packages, and not its folder", {
	skip,
}, async (t) => {
	const digest = async (files: Record<string, string>) => {
		const folder = await folderWith(t, files);
		const { url } = await pythonFile(join(folder, "shouter.py"), undefined);
		return millDigest(await importMill(url.href), url);
	};
	const first = await digest(FILES);
	assert.equal(await digest({ ...FILES, "stranger.py": "" }), first);
	for (const changed of [
		{ "shout.py": `${SHOUT}\n` },
		{ "shouter.py": `${SHOUTER}\n` },
		{ "requirements.txt": "numpy==2.0.0" },
		{ "uv.lock": "" },
	] as Record<string, string>[])
		assert.notEqual(await digest({ ...FILES, ...changed }), first, JSON.stringify(changed));
});

const TYPES = `from dataclasses import dataclass, field
from enum import Enum
from array import array
from typing import Annotated, Dict, List, Literal, Optional, Tuple
from gristmill import Json, Limits, Problem, mill

class Unit(Enum):
    METRE = "m"
    FOOT = "ft"

@dataclass
class Point:
    x: float
    y: float
    name: Optional[str] = None

@dataclass
class Answer:
    model: str
    kinds: List[str]
    points: List[Point]
    floats: List[float]
    numbers: Dict[str, int]
    media: str

def load() -> str:
    return "loaded"

@mill(version="1.0.0", load=load, problems={"far": {"status": 422, "title": "Far", "todo": "Come."}})
def point_mover(points: List[Point], model: str, media_type: str, *, unit: Unit = Unit.METRE,
                by: Annotated[int, Limits(minimum=0)] = 1, most: Optional[int] = None) -> Answer:
    """Moves points."""
    if by > 100:
        raise Problem("far", "Come nearer.", by=by)
    moved = [Point(point.x + by, point.y, point.name) for point in points]
    kinds = [type(points[0]).__name__, type(points[0].x).__name__, type(unit).__name__, type(most).__name__]
    return Answer(model, kinds, moved, array("f", [0.5, by]), {"by": by}, media_type)
`;

const ADDER = `from dataclasses import dataclass
from typing import List
from gristmill import mill

@dataclass
class Point:
    x: float
    y: float = 0

@dataclass
class Sum:
    x: float

@mill(version="1.0.0")
def point_adder(points: List[Point]) -> Sum:
    """Adds points."""
    return Sum(sum(point.x + point.y for point in points))
`;

test("a Python function gets its own types, and its results and problems are checked", {
	skip,
}, async (t) => {
	const cwd = await folderWith(t, { "point_mover.py": TYPES, "point_adder.py": ADDER });
	const { url } = await serving(t, ["point_mover.py", "point_adder.py"], { cwd });
	const send = (query: string, body: unknown) =>
		post(`${url}/point-mover${query}`, JSON.stringify(body), "application/json") as Promise<
			Record<string, unknown>
		>;
	assert.deepEqual(
		await send("?unit=ft&by=2", [
			{ x: 1, y: 2.5, name: "Ä\ud83d" },
			{ x: -1, y: 0 },
		]),
		{
			model: "loaded",
			kinds: ["Point", "float", "Unit", "NoneType"],
			points: [
				{ x: 3, y: 2.5, name: "Ä\ud83d" },
				{ x: 1, y: 0, name: null },
			],
			floats: [0.5, 2],
			numbers: { by: 2 },
			media: "application/json",
		},
	);
	assert.equal((await send("", [{ x: 1 }])).code, "invalid-input");
	assert.equal((await send("?unit=cm", [])).code, "bad-parameter");
	const far = await send("?by=101", [{ x: 1, y: 1 }]);
	assert.deepEqual([far.code, far.status, far.by], ["far", 422, 101]);
	// IndexError, because there is no first point.
	assert.equal((await send("", [])).code, "crashed");

	await t.test("an input member that the dataclass does not have is ignored", async () => {
		const body = JSON.stringify([{ x: 1, y: 2, colour: "red" }, { x: 3 }]);
		assert.deepEqual(await post(`${url}/point-adder`, body, "application/json"), { x: 6 });
	});
});

const NUMPY = `from dataclasses import dataclass
from typing import List
import numpy as np
from numpy.typing import NDArray
from gristmill import mill

@dataclass
class Vectors:
    floats: NDArray[np.float32]
    whole: NDArray[np.int64]
    reversed: NDArray[np.int16]
    table: List[List[float]]
    mean: float
    huge: List[int]

@mill(version="1.0.0")
def vector_maker(numbers: NDArray[np.float64]) -> Vectors:
    """Makes vectors."""
    values = numbers * 1.0
    whole = values.astype(np.int64)
    huge = np.array([2**53 + 2 if 99 in numbers else 7])
    return Vectors(values.astype(np.float32), whole, whole.astype(">i2")[::-1], np.outer(values, values), values.mean(), huge)
`;

test("arrays of numpy come back as lists of numbers", {
	skip: skip || unlessPackage("numpy"),
}, async (t) => {
	const cwd = await folderWith(t, { "vector_maker.py": NUMPY });
	const { url } = await serving(t, ["vector_maker.py"], { cwd });
	const send = (body: string) =>
		post(`${url}/vector-maker`, body, "application/json") as Promise<Record<string, unknown>>;
	assert.deepEqual(await send("[1, 2.5]"), {
		floats: [1, 2.5],
		whole: [1, 2],
		reversed: [2, 1],
		table: [
			[1, 2.5],
			[2.5, 6.25],
		],
		mean: 1.75,
		huge: [7],
	});
	// A number that JavaScript would round.
	assert.equal((await send("[99]")).code, "crashed");
});

test("the virtual environment beside the file is used, and --python names another", {
	skip,
}, async (t) => {
	const cwd = await folderWith(t, FILES);
	await mkdir(join(cwd, ".venv/bin"), { recursive: true });
	await writeFile(join(cwd, ".venv/bin/python"), "#!/bin/sh\necho used the environment >&2\nexit 9\n", {
		mode: 0o755,
	});
	const own = gristmill(t, ["test", "shouter.py"], { cwd });
	assert.equal(await own.ended, 1);
	assert.match(own.stderr(), /used the environment\n.*exit code 9\./);
	for (const [words, env] of [
		[["--python", "python3"], {}],
		[[], { GRISTMILL_PYTHON: "python3" }],
	] as const) {
		const named = gristmill(t, ["test", "shouter.py", ...words], { cwd, env });
		assert.equal(await named.ended, 0, named.stderr());
	}
});

/** Waits until a command has written this to standard error. */
async function failed({ child, stderr }: Running, reason: RegExp): Promise<void> {
	while (!reason.test(stderr())) await once(child.stderr ?? child, "data");
}

test("dev loads an imported file in Python again, also after a mistake", {
	skip,
}, async (t) => {
	const cwd = await folderWith(t, FILES);
	let running: Running | undefined;
	t.after(async () => {
		running?.child.kill("SIGTERM");
		await running?.ended;
	});
	running = gristmill(t, ["dev", "--port", "0", "shouter.py"], { cwd });
	const [, first] = await running.printed(/(http:\/\/\S+)\/\s[\s\S]*Ctrl/);
	assert.deepEqual(await post(`${first}/shouter`, "hello"), { shouted: "HELLO!" });
	await writeFile(join(cwd, "shout.py"), "def shout(:\n");
	await failed(running, /shout\.py:1:11: invalid syntax/);
	await writeFile(join(cwd, "shout.py.new"), SHOUT.replace('"!"', '("!" if text == "hi" else "?")'));
	await rename(join(cwd, "shout.py.new"), join(cwd, "shout.py"));
	await running.printed(/Loaded again/);
	assert.deepEqual(await post(`${first}/shouter`, "hello"), { shouted: "HELLO?" });
});
