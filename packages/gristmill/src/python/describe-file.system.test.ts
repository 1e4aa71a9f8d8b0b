import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { compile, type JsonSchema } from "../core/schema/json-schema.js";
import { folderWith } from "../testing/command.js";
import { NO_PYTHON } from "../testing/python.js";
import { describeFile, sourcesOf } from "./describe-file.js";
import { findInterpreter } from "./find-interpreter.js";

const skip = NO_PYTHON;
const interpreter = findInterpreter("mill.py", undefined) ?? "";

const IMPORTS = `"""Imports."""
from __future__ import annotations
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Any, Dict, List, Literal, Optional, Tuple, TypedDict, Union
from gristmill import Bytes, Image, Json, Limits, MediaType, Problem, Text, mill

`;

async function described(t: TestContext, text: string, beside: Record<string, string> = {}) {
	const folder = await folderWith(t, { "mill.py": text, ...beside });
	return describeFile(interpreter, join(folder, "mill.py"));
}

/** The definition that a file tells. */
async function told(t: TestContext, text: string) {
	const answer = await described(t, IMPORTS + text);
	assert.ok("told" in answer, JSON.stringify(answer));
	return answer.told;
}

test("type hints become JSON Schema, and limits its keywords", { skip }, async (t) => {
	const { definition } = await told(
		t,
		`
class Mood(Enum):
    GOOD = "good"
    BAD = "bad"

class Place(TypedDict, total=False):
    town: str

@dataclass
class Word:
    text: Annotated[str, Limits(min_length=1, max_length=20, pattern="^[a-z]+$"), "A word."]
    weight: float = field(default=1.0, metadata={"description": "Its weight."})

@dataclass
class Result:
    words: List[Word]
    mood: Mood
    count: Annotated[int, Limits(minimum=0)]
    place: Place
    best: Optional[Word]
    totals: Dict[str, float]
    pair: Tuple[int, str]
    either: Union[int, str]
    kind: Literal["a", "b"] = "a"

@mill(version="2.0.0", name="word-weigher", deadline=500, keep=False)
def weigh(words: List[Word], mood: Mood = Mood.GOOD, least: Optional[Annotated[float, Limits(maximum=9)]] = None,
          tags: List[str] = []) -> Result:
    """Weighs
    words.

    All of *them*.
    """
`,
	);
	const { input, parameters, output, ...rest } = definition as typeof definition & Record<string, JsonSchema>;
	assert.deepEqual(rest, {
		name: "word-weigher",
		allowName: false,
		version: "2.0.0",
		summary: "Weighs words.",
		description: "All of *them*.",
		deadline: 500,
		keep: false,
		examples: [],
	});
	const text = { type: "string", minLength: 1, maxLength: 20, pattern: "^[a-z]+$", description: "A word." };
	const weight = { type: "number", description: "Its weight." };
	const word = { type: "object", properties: { text, weight }, required: ["text", "weight"] };
	assert.deepEqual(input["application/json"], {
		kind: "json",
		maxBytes: 1024 * 1024,
		schema: {
			type: "array",
			items: {
				type: "object",
				properties: { text, weight: { ...weight, default: 1 } },
				required: ["text"],
			},
		},
	});
	assert.deepEqual(parameters, {
		type: "object",
		properties: {
			mood: { enum: ["good", "bad"], default: "good" },
			least: { type: "number", maximum: 9 },
			tags: { type: "array", items: { type: "string" }, default: [] },
		},
		required: [],
	});
	assert.deepEqual(output, {
		type: "object",
		properties: {
			words: { type: "array", items: word },
			mood: { enum: ["good", "bad"] },
			count: { type: "integer", minimum: 0 },
			place: { type: "object", properties: { town: { type: "string" } }, required: [] },
			best: { anyOf: [word, { type: "null" }] },
			totals: { type: "object", patternProperties: { "^.*$": { type: "number" } } },
			pair: {
				type: "array",
				prefixItems: [{ type: "integer" }, { type: "string" }],
				items: false,
				minItems: 2,
				maxItems: 2,
			},
			either: { anyOf: [{ type: "integer" }, { type: "string" }] },
			kind: { enum: ["a", "b"] },
		},
		required: ["words", "mood", "count", "place", "best", "totals", "pair", "either", "kind"],
	});
	assert.ok(compile(output as JsonSchema));
});

test("plain JSON Schema, forms of input and examples are told as they are", { skip }, async (t) => {
	const { definition, tolerance } = await told(
		t,
		`
from pathlib import Path
@mill(
    version="1.0.0", summary="Counts.", tolerance=0.5,
    input={"image/png": Image(max_bytes=5), "text/plain": Text(description="Any."), "application/json": Json({"type": "number"})},
    parameters={"type": "object", "properties": {"n": {"type": "integer", "default": 1}}},
    output={"type": "object", "properties": {"n": {"type": "integer"}}},
    examples=[{"input": b"\\x89P", "output": {"n": 1}}, {"input": Path("a.png"), "output": {"n": 2}, "parameters": {"n": 2}},
              {"title": "A letter", "input": "x", "media_type": "text/plain", "output": {"n": 1}}],
)
def counter(value, n, media_type): ...
`,
	);
	assert.deepEqual(definition.input, {
		"image/png": { kind: "image", maxBytes: 5 },
		"text/plain": { kind: "text", maxBytes: 1024 * 1024, description: "Any." },
		"application/json": { kind: "json", maxBytes: 1024 * 1024, schema: { type: "number" } },
	});
	assert.deepEqual(definition.parameters, {
		type: "object",
		properties: { n: { type: "integer", default: 1 } },
	});
	assert.equal(tolerance, 0.5);
	const [bytes, file, text] = definition.examples;
	assert.deepEqual(bytes, { input: { hex: "8950" }, output: { n: 1 } });
	assert.match(JSON.stringify(file), /"file":"file:\/\/[^"]*\/a\.png".*"parameters":\{"n":2\}/);
	assert.deepEqual(text, {
		title: "A letter",
		input: { value: "x" },
		output: { n: 1 },
		mediaType: "text/plain",
	});
});

const OUT = 'output={"type": "object", "properties": {}}';

for (const [what, text, message, line] of [
	["no mill", "x = 1", /^The file has no mill\. Put @mill\(…\) above the function to serve\.$/, undefined],
	[
		"two mills",
		`@mill(version="1.0.0", summary="A.", ${OUT})\ndef a_counter(text: str): ...\n@mill(version="1.0.0", summary="B.", ${OUT})\ndef b_counter(text: str): ...`,
		/^The file has 2 mills \(a_counter, b_counter\)\. Write one mill per file\.$/,
		undefined,
	],
	["a syntax error", "def (:", /^invalid syntax\.$/, 8],
	["an exception", "\n\nopen('none')", /^FileNotFoundError: .*none/, 10],
	[
		"a package that is missing",
		"import gristless",
		/No module named 'gristless'\. Install its package for .*python.*\.venv/,
		8,
	],
	[
		"@mill without a version",
		"@mill\ndef counter(text: str) -> dict: ...",
		/^TypeError: mill\(\) .*\. Write @mill\(version="1\.0\.0"\) above the function\.$/,
		8,
	],
	[
		"sys.exit",
		"import sys\nsys.exit()",
		/^The import of the mill file ended the process\. Do not call sys\.exit in it\.$/,
		9,
	],
	[
		"os._exit",
		"import os\nos._exit(4)",
		/^The import of the mill file ended its process with exit code 4\./,
		undefined,
	],
	[
		"no parameter",
		`@mill(version="1.0.0", summary="A.", ${OUT})\ndef counter(): ...`,
		/^counter has no first parameter for the input\. Let it take one, such as def counter\(text: str\)\.$/,
		8,
	],
	[
		"**kwargs",
		`@mill(version="1.0.0", summary="A.", ${OUT})\ndef counter(text: str, **more): ...`,
		/^counter takes \*\*more, and a mill cannot\. Name each parameter\.$/,
		8,
	],
	[
		"no hint",
		`@mill(version="1.0.0", summary="A.", ${OUT})\ndef counter(text): ...`,
		/^counter\(text\) has no type hint\. Give it one, such as text: str\.$/,
		8,
	],
	[
		"a parameter without a hint",
		`@mill(version="1.0.0", summary="A.", ${OUT})\ndef counter(text: str, n=1): ...`,
		/^The parameter "n" of counter has no type hint\. Give it one, such as n: int = 3\.$/,
		8,
	],
	[
		"no summary",
		`@mill(version="1.0.0", ${OUT})\ndef counter(text: str): ...`,
		/^counter has no docstring and no summary\. Write one sentence/,
		8,
	],
	[
		"no return type",
		'@mill(version="1.0.0", summary="A.")\ndef counter(text: str): ...',
		/^counter has no return type and no output\. Give it a return type, such as a dataclass\.$/,
		8,
	],
	[
		"a result that is no object",
		'@mill(version="1.0.0", summary="A.")\ndef counter(text: str) -> float: ...',
		/^counter returns float\. Return an object with named members, /,
		8,
	],
	[
		"a bare dict as the result",
		'@mill(version="1.0.0", summary="A.")\ndef counter(text: str) -> dict: ...',
		/^counter returns dict\. Return an object with named members, /,
		8,
	],
	[
		"an unsupported hint",
		'from datetime import datetime\n@dataclass\nclass Out:\n    when: datetime\n@mill(version="1.0.0", summary="A.")\ndef counter(text: str) -> Out: ...',
		/^The result of counter\.when is datetime, which JSON does not have\. Use str, /,
		12,
	],
	[
		"a hint that is not defined",
		`@mill(version="1.0.0", summary="A.", ${OUT})\ndef counter(text: Strr): ...`,
		/^The type hints of counter have an unknown name: name 'Strr' is not defined\. Define or import it\.$/,
		8,
	],
	[
		"a type that contains itself",
		'@dataclass\nclass Tree:\n    inner: List[Tree]\n@mill(version="1.0.0", summary="A.")\ndef counter(text: str) -> Tree: ...',
		/\.inner\[\] is Tree again\. A type may not contain itself\.$/,
		11,
	],
	[
		"a list of anything",
		'@dataclass\nclass Out:\n    all: list\n@mill(version="1.0.0", summary="A.")\ndef counter(text: str) -> Out: ...',
		/ is list\. Say what it contains, such as list\[str\] or dict\[str, float\]\.$/,
		11,
	],
	[
		"bytes without a media type",
		'@dataclass\nclass Out:\n    image: bytes\n@mill(version="1.0.0", summary="A.")\ndef counter(text: str) -> Out: ...',
		/^The result of counter\.image is bytes without a media type\. Name it, such as Annotated\[bytes, MediaType\("image\/png"\)\]\.$/,
		11,
	],
	[
		"a media type of text",
		'@dataclass\nclass Out:\n    image: Annotated[str, MediaType("image/png")]\n@mill(version="1.0.0", summary="A.")\ndef counter(text: str) -> Out: ...',
		/^The result of counter\.image is str with a MediaType, which is for bytes\.$/,
		11,
	],
	[
		"bytes in a union",
		'@dataclass\nclass Out:\n    image: Optional[Annotated[bytes, MediaType("image/png")]]\n@mill(version="1.0.0", summary="A.")\ndef counter(text: str) -> Out: ...',
		/^The result of counter has bytes in Optional, Union, dict or tuple\. Use them as a member or in a list\./,
		11,
	],
	[
		"several media types in a list",
		'@dataclass\nclass Out:\n    image: List[Annotated[bytes, MediaType("image/png", "image/gif")]]\n@mill(version="1.0.0", summary="A.")\ndef counter(text: str) -> Out: ...',
		/^MediaType at \/image\/\* has several media types, .* Give it one\.$/,
		11,
	],
	[
		"a wrong media type",
		'MediaType("PNG")',
		/^MediaType has 'PNG', and needs plain media types in lower case, such as "image\/png"\.$/,
		8,
	],
	[
		"a media type of the input",
		`@mill(version="1.0.0", summary="A.", ${OUT})\ndef counter(image: Annotated[bytes, MediaType("image/png")]): ...`,
		/^counter\(image\) has a MediaType\. Name the media types of the input in @mill, such as input=\{"image\/png": Image\(\)\}\.$/,
		8,
	],
	[
		"an example without bytes",
		'@dataclass\nclass Out:\n    image: Annotated[bytes, MediaType("image/png")]\n@mill(version="1.0.0", summary="A.", examples=[{"input": "", "output": {"image": "x"}}])\ndef counter(text: str) -> Out: ...',
		/^examples\[0\]\.output\/image is str\. Give the bytes as bytes or as a pathlib\.Path\.$/,
		11,
	],
	[
		"async def",
		`@mill(version="1.0.0", summary="A.", ${OUT})\nasync def counter(text: str): ...`,
		/^counter is async\. Write it with def, and return or yield\.$/,
		8,
	],
	["a wrong key", 'mill(versoin="1.0.0")', /TypeError: .*unexpected keyword argument 'versoin'/, 8],
] as const)
	test(`a file with ${what} is described by one sentence`, {
		skip,
	}, async (t) => {
		const answer = await described(t, IMPORTS + text);
		assert.ok("failure" in answer, JSON.stringify(answer));
		assert.match(answer.failure.message, message);
		assert.equal(answer.failure.line, line);
	});

test("a file that hangs is ended", { skip }, async (t) => {
	const folder = await folderWith(t, { "mill.py": "while True: pass" });
	const answer = await describeFile(interpreter, join(folder, "mill.py"), 300);
	assert.ok("failure" in answer && /took longer than 0\.3 s/.test(answer.failure.message));
});

test("the sources are the script and the modules beside it, also those that a function imports", {
	skip,
}, async (t) => {
	const folder = await folderWith(t, {
		"mill.py": "import json\nimport near\ndef later():\n    from far import x\n",
		"near.py": [
			"import sys, types",
			"made = sys.modules['made'] = types.ModuleType('made')",
			"made.__file__ = __file__.replace('near', 'made')",
		].join("\n"),
		"far.py": "import near, nothing\n",
		"stranger.py": "",
	});
	const { files, isComplete } = await sourcesOf(interpreter, join(folder, "mill.py"));
	for (const name of ["far.py", "mill.py", "near.py", "nothing.py"])
		assert.ok(files.includes(join(folder, name)), name);
	assert.ok(!files.includes(join(folder, "stranger.py")));
	// A module may name a file that does not exist, as some of torch do.
	assert.ok(!files.includes(join(folder, "made.py")));
	assert.ok(isComplete);
});
