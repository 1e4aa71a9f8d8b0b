import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { folderWith, gristmill, ROOT, serving } from "../../packages/gristmill/dist/testing/command.js";
import { NO_PYTHON } from "../../packages/gristmill/dist/testing/python.js";

const SHOUTER = `from typing import TypedDict
from gristmill import mill

class Shouted(TypedDict):
    shouted: str

@mill(version="1.0.0", examples=[{"input": "hi", "output": {"shouted": "HI"}}])
def shouter(text: str) -> Shouted:
    """Shouts a text."""
    return {"shouted": text.upper()}
`;

const example = (name: string) => `${ROOT}examples/${name}`;

test("what new writes passes its own tests and answers calls", async (t) => {
	const cwd = await folderWith(t, {});
	const made = gristmill(t, ["new", "vowel-counter"], { cwd });
	assert.equal(await made.ended, 0, made.stderr());
	const tested = gristmill(t, ["test", "vowel-counter.ts"], { cwd });
	assert.equal(await tested.ended, 0, tested.stdout() + tested.stderr());
	assert.match(tested.stdout(), /ok +example 0\n/);
	const { url } = await serving(t, ["vowel-counter.ts"], { cwd });
	const answer = await fetch(`${url}/vowel-counter`, {
		method: "POST",
		headers: { "Content-Type": "text/plain" },
		body: "Hello",
	});
	assert.equal(await answer.text(), '{"characters":5}');
});

test("one server with a program, a drawer of pictures, and a mill in Python", async (t) => {
	const cwd = await folderWith(t, { "shouter.py": SHOUTER });
	const files = [example("line-sorter.ts"), example("chart-drawer.ts")];
	if (!NO_PYTHON) files.push("shouter.py");
	const { url } = await serving(t, files, { cwd });
	const post = (path: string, type: string, body: string, accept = "*/*") =>
		fetch(`${url}/${path}`, { method: "POST", headers: { "Content-Type": type, Accept: accept }, body });

	await t.test(
		"the program sorts lines",
		{
			skip: spawnSync("sort", ["--version"]).status !== 0 && "sort is not installed",
		},
		async () => {
			const answer = await post("line-sorter?unique=true", "text/plain", "rye\noats\nrye\n");
			assert.deepEqual(await answer.json(), { text: "oats\nrye\n" });
		},
	);

	await t.test("the drawer returns the picture itself", async () => {
		const answer = await post("chart-drawer", "text/csv", "crop,tons\nwheat,3\nrye,2\n", "image/svg+xml");
		assert.match(answer.headers.get("content-type") ?? "", /^image\/svg\+xml/);
		assert.match(await answer.text(), /^<svg [\s\S]*<\/svg>\s*$/);
	});

	await t.test("the mill in Python returns the text in capitals", { skip: NO_PYTHON }, async () => {
		const answer = await post("shouter", "text/plain", "hello");
		assert.deepEqual(await answer.json(), { shouted: "HELLO" });
	});

	await t.test("a mistake in an input is told as a problem", async () => {
		const answer = await post("line-sorter?unique=maybe", "text/plain", "rye\n");
		assert.equal(answer.status, 400);
		assert.equal(answer.headers.get("content-type"), "application/problem+json");
	});
});

test("a mill file with a mistake is told with its line, and nothing is served", async (t) => {
	const broken = (await readFile(example("word-counter.ts"), "utf8")).replace(
		"defineMill({",
		"defineMill({{",
	);
	const cwd = await folderWith(t, { "word-counter.ts": broken });
	const command = gristmill(t, ["serve", "word-counter.ts", "--port", "0"], { cwd });
	assert.notEqual(await command.ended, 0);
	assert.match(command.stderr(), /word-counter\.ts:\d+/);
	assert.equal(command.stdout(), "");
});
