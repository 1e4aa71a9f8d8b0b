// The recipes of docs/embedding.md run as they stand, each as a program of its own with the real framework.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { blocksOf } from "../../packages/gristmill/dist/testing/markdown.js";
import { freePort } from "../../packages/gristmill/dist/testing/servers/replica.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const blocks = blocksOf(await readFile(`${root}docs/embedding.md`, "utf8"));

/** Below this folder, so that the recipes find the frameworks. */
let folder;
before(async () => {
	folder = await mkdtemp(fileURLToPath(new URL("recipes-", import.meta.url)));
	await mkdir(join(folder, "mills"));
	for (const place of ["word-counter.ts", "mills/word-counter.ts"])
		await cp(`${root}examples/word-counter.ts`, join(folder, place));
});
after(() => rm(folder, { recursive: true, force: true }));

/** The code of a recipe. */
function recipe(name) {
	const block = blocks.find(({ text }) => text.startsWith(`// ${name}\n`));
	assert.ok(block, `docs/embedding.md has no ${name}`);
	return block.text;
}

const call = (body, headers = {}) => ({
	method: "POST",
	headers: { "Content-Type": "text/plain", ...headers },
	body,
});

/** Asks what a caller may ask of mills below /mills. `ask` takes a path and what fetch takes. */
async function check(ask) {
	const answer = await ask("/mills/word-counter", call("one two", { Accept: "application/hal+json" }));
	const { words, _links } = await answer.json();
	assert.equal(words, 2);
	const schema = await ask(new URL(_links.schema.href, "http://own.example/mills/word-counter").pathname);
	assert.equal(schema.headers.get("content-type"), "application/schema+json; charset=utf-8");
	const { length } = Buffer.from(await schema.arrayBuffer());
	const head = await ask("/mills/word-counter/$schema", {
		method: "HEAD",
		headers: { "Accept-Encoding": "identity" },
	});
	assert.equal(head.status, 200);
	assert.equal(await head.text(), "");
	assert.ok(Number(head.headers.get("content-length")) >= length);
	const known = { headers: { "If-None-Match": schema.headers.get("etag") } };
	assert.equal((await ask("/mills/word-counter/$schema", known)).status, 304);
	assert.equal((await ask("/mills/word-counter", { method: "OPTIONS" })).status, 204);
	const lost = await ask("/mills/nowhere");
	assert.equal(lost.status, 404);
	assert.equal((await lost.json()).type, "/mills/$problems/not-found");
	for (const body of ["x".repeat(2 ** 20 + 1), ReadableStream.from(pieces())]) {
		const large = await ask("/mills/word-counter", { ...call(body), duplex: "half" });
		assert.equal(large.status, 413);
		await large.arrayBuffer();
	}
	// The application goes on.
	assert.equal((await (await ask("/mills/word-counter", call("one"))).json()).words, 1);
}

/** A body without a length: more than the mill takes, and not so much that the connection is closed before its end. */
async function* pieces() {
	for (let i = 0; i < 24; i++) {
		yield Buffer.alloc(64 * 1024, "grist ");
		await setTimeout(0);
	}
}

for (const name of ["express-app.mjs", "fastify-app.mjs", "hono-app.mjs"])
	test(`${name} serves mills beside its own page, and ends on SIGTERM`, { timeout: 600_000 }, async (t) => {
		const port = await freePort();
		await writeFile(join(folder, name), recipe(name).replaceAll("3000", String(port)));
		const child = spawn(process.execPath, [name], { cwd: folder, stdio: ["ignore", "inherit", "pipe"] });
		t.after(() => child.kill("SIGKILL"));
		let errors = "";
		child.stderr.on("data", (chunk) => {
			errors += chunk;
		});
		const origin = `http://127.0.0.1:${port}`;
		const ask = (path, init) => fetch(origin + path, init);
		for (;;) {
			assert.equal(child.exitCode, null, errors);
			if (await ask("/").catch(() => undefined)) break;
			await setTimeout(50);
		}
		assert.equal(await (await ask("/")).text(), "my own page");
		await check(ask);
		const ended = once(child, "exit");
		child.kill("SIGTERM");
		assert.deepEqual(await ended, [0, null], errors);
	});

// Next is too large to install here. Its contract is small: it calls the function that is exported under the name of the
// method, with a Request and the parameters of the path, and sends the Response.
test("route.ts answers as Next calls it", { timeout: 600_000 }, async (t) => {
	await writeFile(join(folder, "route.ts"), recipe("route.ts"));
	const outfile = join(folder, "route.mjs");
	await build({
		entryPoints: [join(folder, "route.ts")],
		outfile,
		bundle: true,
		format: "esm",
		packages: "external",
	});
	const here = process.cwd();
	process.chdir(folder);
	t.after(() => process.chdir(here));
	const route = await import(pathToFileURL(outfile).href);
	t.after(async () => (await globalThis.mills)?.close());
	assert.equal(globalThis.mills, undefined, "next build must start nothing");
	await check((path, init = {}) => {
		const request = new Request(`http://own.example${path}`, init);
		return route[request.method](request, {
			params: Promise.resolve({ path: path.split("/").slice(2) }),
		});
	});
});
