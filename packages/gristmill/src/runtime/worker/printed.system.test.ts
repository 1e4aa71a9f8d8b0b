import assert from "node:assert/strict";
import { test } from "node:test";
import { folderWith, gristmill, post, serving } from "../../testing/command.js";

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

test("what a mill prints is in the log with the mill and the worker", async (t) => {
	const cwd = await folderWith(t, { "loud-counter.mjs": LOUD });
	const server = await serving(t, ["loud-counter.mjs"], { cwd });
	assert.deepEqual(await post(`${server.url}/loud-counter`, "hello"), { count: 5 });
	server.child.kill("SIGTERM");
	await server.ended;
	// The process of the command imports the file, too.
	const lines = server
		.stderr()
		.trim()
		.split("\n")
		.filter((line) => line !== "imported");
	const printed = lines.map((line) => JSON.parse(line)).filter(({ message }) => message === "a mill printed");
	for (const { mill, worker } of printed) {
		assert.equal(mill, "loud-counter");
		assert.ok(Number.isInteger(worker));
	}
	const texts = new Set(printed.map(({ text }) => text));
	for (const text of ["imported", "loaded", "counted { input: 'hello' }", "two\nlines"])
		assert.ok(texts.has(text), text);
});

test("`gristmill test` prints it as it is", async (t) => {
	const cwd = await folderWith(t, { "loud-counter.mjs": LOUD });
	const { ended, stderr } = gristmill(t, ["test", "loud-counter.mjs"], { cwd });
	assert.equal(await ended, 0);
	assert.match(stderr(), /^counted { input: 'hi' }\ntwo\nlines$/m);
});
