import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { run as ranInTurn } from "../../testing/run-command.js";
import { oddServer } from "../../testing/servers/odd-server.js";

/** A mill file: how it counts, and which text it refuses. */
const counter = (version: string, count: string, refused: string) => `
import { defineMill, Problem, text, Type } from "gristmill";
export default defineMill({
	name: "letter-counter", version: "${version}", summary: "Counts letters.",
	input: { "text/plain": text() },
	output: Type.Object({ letters: Type.Integer(), share: Type.Number() }),
	run: (input) => {
		if (input === "${refused}") throw new Problem("unreadable-input");
		return { letters: ${count}, share: ${version === "1.0.0" ? 0.5 : 0.5001} };
	},
});`;

const FILES = {
	"old.ts": counter("1.0.0", "input.length", "bad"),
	"new.ts": counter("2.0.0", "[...input].length", "worse"),
	"broken.ts": "export default 1;",
};

async function inputs(t: TestContext): Promise<string> {
	const cwd = await folderWith(t, FILES);
	await mkdir(join(cwd, "in"));
	for (const [name, text] of Object.entries({ a: "abc", b: "\u{1f600}", c: "bad", d: Buffer.from([255]) }))
		await writeFile(join(cwd, "in", name), text);
	return cwd;
}

async function diff(t: TestContext, words: readonly string[]) {
	const cwd = await inputs(t);
	const { code, out, err } = await ranInTurn(["diff", ...words, "--quiet", "--type", "text/plain"], { cwd });
	return { code, stdout: out, stderr: err, cwd };
}

test("bytes are compared byte by byte, and a report has their sizes and the first that differs", async (t) => {
	const mill = (last: number) =>
		oddServer(async (request, response) => {
			const body = [];
			for await (const chunk of request) body.push(chunk);
			if (request.method !== "POST") return void response.writeHead(404).end();
			const [size = 0] = Buffer.concat(body);
			response.writeHead(200, { "Content-Type": request.headers.accept ?? "" });
			response.end(Buffer.concat([Buffer.alloc(50 * size, 27), Buffer.alloc(size === 255 ? last : 0)]));
		});
	const sides = await Promise.all([mill(3), mill(7)]);
	const urls = sides.map(({ url }) => `${url}/drawer`);
	const { code, stdout } = await diff(t, [...urls, "in/a", "in/d", "--accept", "image/png"]);
	assert.equal(code, 1);
	assert.equal(
		stdout.replace(/\(.* s\)/, "()"),
		`changed  in/d
  the result: "12,753 bytes of image/png" → "12,757 bytes of image/png; one is the beginning of the other"
2 inputs, 1 equal, 1 changed ()
  1 × the whole result
`,
	);
});
