import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { test } from "node:test";
import { pythonFile } from "../mill-files/python-file.js";
import { importMill } from "../runtime/loading/import-mill.js";
import { perform } from "../runtime/perform.js";
import { makeReady } from "../runtime/ready-mill.js";
import { folderWith } from "../testing/command.js";
import { NO_PYTHON } from "../testing/python.js";
import type { PythonProcess } from "./python-process.js";
import { readResult } from "./result.js";

const skip = NO_PYTHON;

/** Returns the list that its input says, with the numbers from 0 to 99 behind it, as floats. */
const LISTER = `from dataclasses import dataclass
from gristmill import mill

@dataclass
class Numbers:
    numbers: list[float]
    note: str

@mill(version="1.0.0", examples=[{"input": "[]", "output": {"numbers": [float(i) for i in range(100)], "note": "é"}}])
def lister(text: str) -> Numbers:
    """Gives a list."""
    return Numbers(eval(text) + [float(i) for i in range(100)], "é")
`;

test("a long list of floats has the digits that JavaScript gives it", { skip }, async (t) => {
	const cwd = await folderWith(t, { "lister.py": LISTER });
	const { url } = await pythonFile(join(cwd, "lister.py"));
	const ready = await makeReady(await importMill(url.href));
	t.after(() => (ready.model as PythonProcess).close());
	const ask = async (text: string) => {
		const call = {
			mediaType: "text/plain",
			charset: undefined,
			parameters: {},
			resultType: "application/json" as const,
			links: undefined,
			body: Buffer.from(text),
		};
		return String(await perform(ready, call, () => new AbortController().signal));
	};
	const rest = Array.from({ length: 100 }, (_, i) => i);
	for (const [python, numbers] of [
		["[1e-7, -0.0, 0.1, 5e-324, -1.5e300, 1e21, 123456789012345680.0]", [1e-7, -0, 0.1, 5e-324, -1.5e300, 1e21, 123456789012345680]],
		// Their sum is no number, but each of them is one.
		["[1.7976931348623157e308, 1.7976931348623157e308]", [Number.MAX_VALUE, Number.MAX_VALUE]],
		// With whole numbers among them, they go as JSON.
		["[1, 2.5, -9007199254740991]", [1, 2.5, -9007199254740991]],
	] as const) // biome-ignore format: a table
		assert.equal(await ask(python), JSON.stringify({ numbers: [...numbers, ...rest], note: "é" }), python);
	for (const wrong of ['[float("nan")]', '[float("inf")]', '[float("inf"), -float("inf")]'])
		await assert.rejects(ask(wrong), ({ cause }: Error) =>
			/JSON cannot write the result: .* It must have no NaN, no infinity/.test(String(cause)),
		);
	await assert.rejects(ask("[True]"), /does not match the output schema/);
});

test("a list of floats from Python comes as doubles, and is a plain array", () => {
	const numbers = Float64Array.of(0.1, 1e-7);
	const body = Buffer.concat([Buffer.from(numbers.buffer), Buffer.from('{"numbers":null}')]);
	assert.deepEqual(readResult(body, [[["numbers"], "list", 16]]), { numbers: [0.1, 1e-7] });
});
