import assert from "node:assert/strict";
import { test } from "node:test";
import { folderWith, gristmill, serving } from "../../testing/command.js";
import { NO_PYTHON } from "../../testing/python.js";

const LOUD = `import { defineMill, Type, text } from "gristmill";
console.log("imported");
export default defineMill({
	name: "loud-counter", version: "1.0.0", summary: "Prints.",
	input: { "text/plain": text() }, output: Type.Object({ count: Type.Integer() }),
	examples: [{ input: "hi", output: { count: 2 } }],
	load: () => console.error("loaded"),
	run: (input) => {
		console.log("counted", { input });
		process.stderr.write("two\\nlines\\n");
		return { count: input.length };
	},
});
`;

const LOUD_PYTHON = `from typing import TypedDict
from gristmill import mill

class Count(TypedDict):
    count: int

@mill(version="1.0.0", summary="Prints.", examples=[{"input": "hi", "output": {"count": 2}}])
def loud_counter(text: str) -> Count:
    print("counted", text)
    return {"count": len(text)}
`;

test("what a mill prints is in the log with the mill and the worker, and in a call with the id of its request", async (t) => {
	const cwd = await folderWith(t, { "loud-counter.mjs": LOUD });
	const server = await serving(t, ["loud-counter.mjs"], { cwd });
	await call(`${server.url}/loud-counter`, "hello", "my-own");
	server.child.kill("SIGTERM");
	await server.ended;
	// The process of the command imports the file, too.
	const lines = server
		.stderr()
		.trim()
		.split("\n")
		.filter((line) => line !== "imported");
	const printed = lines.map((line) => JSON.parse(line)).filter(({ message }) => message === "a mill printed");
	for (const { id, mill, worker, text } of printed) {
		assert.equal(mill, "loud-counter");
		assert.ok(Number.isInteger(worker));
		if (text === "imported" || text === "loaded" || text.includes("'hi'")) assert.equal(id, undefined, text);
		if (text.includes("'hello'")) assert.equal(id, "my-own");
	}
	const texts = new Set(printed.map(({ text }) => text));
	for (const text of ["imported", "loaded", "counted { input: 'hello' }", "two\nlines"])
		assert.ok(texts.has(text), text);
});

test("what a mill in Python prints is in the log with the id of its request", {
	skip: NO_PYTHON,
}, async (t) => {
	const cwd = await folderWith(t, { "loud_counter.py": LOUD_PYTHON });
	const server = await serving(t, ["loud_counter.py"], { cwd });
	await call(`${server.url}/loud-counter`, "hello", "my-own");
	server.child.kill("SIGTERM");
	await server.ended;
	const line = server
		.stderr()
		.split("\n")
		.find((one) => one.includes("counted hello"));
	assert.equal(JSON.parse(line ?? "{}").id, "my-own");
});

async function call(url: string, body: string, id: string): Promise<void> {
	const headers = { "Content-Type": "text/plain", "Request-Id": id };
	const response = await fetch(url, { method: "POST", headers, body });
	assert.deepEqual(await response.json(), { count: body.length });
	assert.equal(response.headers.get("Request-Id"), id);
}

test("`gristmill test` prints it as it is", async (t) => {
	const cwd = await folderWith(t, { "loud-counter.mjs": LOUD });
	const { ended, stderr } = gristmill(t, ["test", "loud-counter.mjs"], { cwd });
	assert.equal(await ended, 0);
	assert.match(stderr(), /^counted { input: 'hi' }\ntwo\nlines$/m);
});
