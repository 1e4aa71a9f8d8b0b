import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { folderWith } from "../testing/command.js";
import { run } from "../testing/run-command.js";

const MODELS = (validator: string) => `from typing import List, Optional
from gristmill import mill
from pydantic import BaseModel, Field, ${validator} as checked

class Book(BaseModel):
    title: str = Field(min_length=2, description="Its title.")
    pages: Optional[int] = None

    @checked("title")
    def good(cls, value):
        if value == "Bad one":
            raise ValueError("it is bad")
        return value

class Shelf(BaseModel):
    books: List[Book]
    first: Book = Field(description="The first one.")
    label: str = "none"

class Told(BaseModel):
    count: int
    label: str
    longest: Optional[Book] = None

@mill(version="1.0.0")
def shelf_teller(shelf: Shelf) -> Told:
    """Tells of a shelf."""
    return Told(count=len(shelf.books), label=shelf.label, longest=shelf.first)
`;

/** An interpreter with this version of Pydantic; undefined if there is none. */
function pythonWith(version: string): string | undefined {
	const program = `import pydantic, sys; sys.exit(pydantic.VERSION.split(".")[0] != "${version}")`;
	return ["python3", "/usr/bin/python3"].find((name) => spawnSync(name, ["-c", program]).status === 0);
}

for (const [version, validator] of [
	["1", "validator"],
	["2", "field_validator"],
] as const) {
	const python = pythonWith(version);
	describe(`models of Pydantic ${version}`, {
		skip: python === undefined && `no python3 has Pydantic ${version}`,
	}, () => {
		test("models are the input and the output of a mill, and the server validates with their schema", async (t) => {
			const cwd = await folderWith(t, { "shelf_teller.py": MODELS(validator) });
			const call = (input: object) => {
				const data = ["--type", "application/json", "--data", JSON.stringify(input)];
				return run(["call", "./shelf_teller.py", "--python", python ?? "", ...data], { cwd });
			};
			const good = await call({ books: [{ title: "Old", pages: 3 }], first: { title: "Grist", pages: 4 } });
			assert.equal(good.out, '{"count":1,"label":"none","longest":{"title":"Grist","pages":4}}\n', good.err);
			const short = await call({ books: [{ title: "x" }], first: { title: "Grist" } });
			assert.match(short.err, /\/books\/0\/title .*2 characters.*422 invalid-input/);
			// What no schema says is the author's own check.
			const bad = await call({ books: [{ title: "Bad one" }], first: { title: "Grist" } });
			assert.match(bad.err, /\/books\/0\/title: .*it is bad.*422 invalid-input/);
		});

		test("models that contain themselves are refused in a sentence", async (t) => {
			const text = `from __future__ import annotations\n${MODELS(validator)}`.replace(
				"books: List[Book]",
				"books: List[Shelf]",
			);
			const cwd = await folderWith(t, { "shelf_teller.py": text });
			const { code, err } = await run(["schema", "./shelf_teller.py", "--python", python ?? ""], { cwd });
			assert.equal(code, 1);
			assert.match(
				err,
				/shelf_teller\.py:\d+: shelf_teller\(shelf\) is Shelf again\. A type may not contain itself\.\n$/,
			);
		});
	});
}

test("an invalid JSON Schema in Python is refused with the path of the mistake", async (t) => {
	const cwd = await folderWith(t, {});
	const cases: [schema: string, path: RegExp][] = [
		['{"type": "objekt"}', /"?type"?.*objekt/],
		[
			'{"type": "object", "properties": {"a": {"type": "string", "minLenght": 2}}}',
			/properties\/a.*minLenght|minLenght.*properties\/a/,
		],
		['{"type": "object", "properties": {"a": {"type": "string"}}, "required": True}', /required/],
	];
	for (const [schema, path] of cases) {
		const text = `from typing import TypedDict
from gristmill import mill, Json

class Told(TypedDict):
    count: int

@mill(version="1.0.0", input=Json(${schema}))
def shelf_teller(shelf) -> Told:
    """Tells of a shelf."""
    return {"count": 1}
`;
		await writeFile(join(cwd, "shelf_teller.py"), text);
		const { code, err } = await run(["schema", "./shelf_teller.py"], { cwd });
		assert.equal(code, 1, err);
		assert.match(err, /^gristmill: [^\n]*shelf_teller\.py:\d+: [^\n]+\n$/);
		assert.match(err, path);
	}
});
