import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith, start } from "../../testing/command.js";
import { installToolkit } from "../../testing/install-toolkit.js";

const MILL = `import { defineMill, text, Type } from "gristmill";
export default defineMill({ name: "own-counter", version: "1.0.0", summary: "Counts.",
	input: { "text/plain": text() }, output: Type.Object({ count: Type.Integer() }),
	run: (input) => ({ count: input.length }) });`;

test("if the page is missing from the toolkit, build tells its user, and a server writes it to its log", async (t) => {
	const folder = await folderWith(t, { "own.ts": MILL });
	const dist = join(folder, "node_modules/gristmill/dist");
	await installToolkit(join(folder, "node_modules"));
	await rm(join(dist, "web"), { recursive: true });
	const run = (...words: string[]) =>
		start(t, process.execPath, [join(dist, "cli/main.js"), ...words], { cwd: folder });

	const building = run("build", "own.ts", "-o", "out");
	assert.equal(await building.ended, 1);
	const sentence = (path: string) =>
		`The package gristmill is incomplete: ${path} does not exist. Install it again; in a clone, run npm run build.`;
	assert.equal(building.stderr(), `gristmill: ${sentence(join(dist, "web"))}\n`);

	const serving = run("serve", "own.ts", "--port", "0");
	const [, url] = await serving.printed(/(http:\/\/\S+)\/\s/);
	const response = await fetch(`${url}/`, { headers: { Accept: "text/html" } });
	assert.equal(response.status, 500);
	const answer = await fetch(`${url}/own-counter`, { method: "POST", body: "four" });
	assert.deepEqual(await answer.json(), { count: 4 });
	serving.child.kill("SIGTERM");
	await serving.ended;
	const entry = serving
		.stderr()
		.split("\n")
		.find((line) => line.includes("a call failed"));
	assert.equal(JSON.parse(entry ?? "{}").error, sentence(join(dist, "web/index.html")));
});
