import assert from "node:assert/strict";
import { test } from "node:test";
import { folderWith, post, serving } from "../testing/command.js";
import { NO_PYTHON } from "../testing/python.js";
import { run } from "../testing/run-command.js";

const skip = NO_PYTHON;
const MILL = `from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, List, Optional
from gristmill import Limits, mill

@dataclass
class Settings:
    terms: Path = Path("terms of art.txt")
    max_count: Annotated[int, Limits(minimum=1)] = 9
    langs: List[str] = field(default_factory=lambda: ["en"])
    key: Annotated[Optional[str], {"secret": True}] = None

@dataclass
class Result:
    count: int
    langs: List[str]
    keyed: bool

def load(settings):
    return settings.terms.read_text().split()

@mill(version="1.0.0", settings=Settings, load=load,
      examples=[{"input": "grist", "settings": {"max_count": 9}, "output": {"count": 1, "langs": ["en"], "keyed": False}}])
def term_counter(text: str, model, settings: Settings) -> Result:
    """Counts terms."""
    count = sum(word in model for word in text.split())
    return Result(min(count, settings.max_count), settings.langs, settings.key is not None)
`;
const FILES = { "m.py": MILL, "terms of art.txt": "grist mill", "more.txt": "grist mill flour" };

test("load and the function get the settings of a mill in Python", { skip }, async (t) => {
	const cwd = await folderWith(t, FILES);
	const text = "grist mill flour";
	const env = {
		GRISTMILL_SET__TERM_COUNTER__LANGS: "es,fr",
		GRISTMILL_SET__TERM_COUNTER__KEY: "hunter2",
		GRISTMILL_SET__TERM_COUNTER__MAX_COUNT: "3",
	};
	const words = ["m.py", "v1=m.py", "--set", "term-counter:terms=more.txt"];
	const { url } = await serving(t, words, { cwd, env });
	const plain = await post(`${url}/v1/term-counter`, text);
	assert.deepEqual(plain, { count: 2, langs: ["en"], keyed: false });
	const answer = await post(`${url}/term-counter`, `${text} ${text}`);
	assert.deepEqual(answer, { count: 3, langs: ["es", "fr"], keyed: true });
});

for (const [from, to, message] of [
	["settings=Settings", "settings=7", /settings is not a dataclass\. Give one, such as settings=Settings\./],
	[
		"max_count: Annotated[int",
		"Max: Annotated[int",
		/The name of the setting "Max" must be camelCase or snake_case/,
	],
	["= 9\n", "= 0\n", /The default of the setting "max_count" does not match its schema/],
	['"max_count": 9', '"max": 9', /Unknown setting "max"/],
	["settings.terms.read", "settings.term.read", /'Settings' object has no attribute 'term'/],
] as const)
	test(`a mistake in the settings of a mill in Python is reported: ${message}`, { skip }, async (t) => {
		const cwd = await folderWith(t, { ...FILES, "m.py": MILL.replace(from, to) });
		const { code, err } = await run(["test", "m.py"], { cwd });
		assert.equal(code, 1);
		assert.match(err, message);
	});
