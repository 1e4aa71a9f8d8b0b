import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { folderWith, ROOT, start } from "../../packages/gristmill/dist/testing/command.js";
import { type Block, blocksOf, looksLike, stepsOf } from "../../packages/gristmill/dist/testing/markdown.js";
import { NO_PYTHON } from "../../packages/gristmill/dist/testing/python.js";
import { modules } from "../../packages/mills/dist/index.js";

/** Where the documents say that a server is, by http or https; the tests put theirs in its place. */
const WRITTEN = "//127.0.0.1:8080";
/** Printed only if a command takes longer than five seconds. */
const PROGRESS = /^[\d,]+ of [\d,]+, .*\n/gm;
const SERVE = /^(?:npx )?gristmill (?:serve|dev)|^npm start/;
/** What asks a server, which is the default one if the page has started none. */
const ASKS = /\/\/127\.0\.0\.1:8080|^(?:npx )?gristmill call/;

const pages = ["README.md", "CONTRIBUTING.md", ...readdirSync(`${ROOT}docs`).map((name) => `docs/${name}`)];
const runnable = pages
	.filter((page) => page.endsWith(".md"))
	.map((page) => ({ page, blocks: blocksOf(readFileSync(ROOT + page, "utf8")) }))
	.filter(({ blocks }) => blocks.some(({ language }) => language === "console"));
/** What pages need and not every machine has. */
const PACKAGES = ["sklearn", "httpx"].map((name) => ({
	name,
	missing:
		spawnSync("/usr/bin/python3", ["-c", `import ${name}`]).status !== 0 &&
		`the Python package ${name} is not installed for /usr/bin/python3`,
}));
const missing = ["curl", "openssl"].filter((tool) => spawnSync(tool, ["version"]).error !== undefined);

test("the README has commands to run", () => {
	assert.ok(runnable.some(({ page }) => page === "README.md"));
});

// Pages wait for their servers and commands most of the time, and know nothing of each other.
describe("the commands of each page", { concurrency: 3 }, () => {
	for (const { page, blocks } of runnable)
		test(`${page}: every command prints what the page shows`, {
			skip: missingFor(blocks),
		}, async (t) => {
			const cwd = await folderWith(t, {});
			await cp(`${ROOT}examples`, join(cwd, "examples"), { recursive: true });
			const base = await environment(cwd);
			const env = { ...base, ...namedIn(blocks.map(({ text }) => text).join()) };
			const parts = partsOf(blocks);
			const serveNext = (words: string) => serve(t, words, cwd, { ...base, ...namedIn(parts.shift() ?? "") });
			let server: string | undefined;
			for (const block of blocks) {
				const name = /^(?:\/\/|#) (\S+\.(?:[cm]?[jt]s|py))\n/.exec(block.text)?.[1];
				if (name) await writeFile(join(cwd, name), block.text);
				if (block.language !== "console") continue;
				for (const { command, expected } of stepsOf(block)) {
					const where = `${page}:${block.line}: ${command}`;
					// A server that is meant to run on prints nothing that a page shows.
					if (isServer(command, expected)) {
						server = await serveNext(
							command.replace(/^npm start/, "serve").replace(/^(?:npx )?gristmill /, ""),
						);
						continue;
					}
					if (ASKS.test(command)) server ??= await serveNext("serve");
					// By default a check asks slowly, to spare other people's servers. This one is ours.
					const own = server ?? WRITTEN;
					const run = command.replaceAll(WRITTEN, own).replace(/gristmill check \S+/, "$& --rate 200");
					// Pages call the mills of the default server by name.
					const running = start(t, "sh", ["-c", run], {
						cwd,
						env: { ...env, GRISTMILL_URL: server && `http:${server}` },
					});
					await running.ended;
					const printed = `${running.stdout()}${running.stderr()}`
						.replaceAll("\r", "")
						.replaceAll(own, WRITTEN);
					const actual = printed.replace(PROGRESS, "").trim();
					assert.ok(looksLike(actual, expected), `${where}\nshows:\n${expected}\nprints:\n${actual}`);
				}
			}
		});
});

function isServer(command: string, expected: string): boolean {
	return SERVE.test(command) && expected === "";
}

/** What each server of a page is asked, in their order: from the command that starts it to the next. */
function partsOf(blocks: readonly Block[]): string[] {
	const parts: string[] = [];
	let before = "";
	for (const block of blocks) {
		// A program that a page shows is run by one of its commands.
		if (block.language !== "console") before += block.text;
		else
			for (const { command, expected } of stepsOf(block)) {
				if (isServer(command, expected) || (parts.length === 0 && ASKS.test(command))) parts.push("");
				if (parts.length > 0) parts.push(`${parts.pop()} ${before} ${command} ${expected}`);
				before = "";
			}
	}
	return parts;
}

function missingFor(blocks: readonly Block[]): string | false {
	const commands = blocks.filter(({ language }) => language === "console").map(({ text }) => text);
	const tool = missing.find(
		(name) => name === "curl" || commands.some((text) => text.includes(`$ ${name} `)),
	);
	if (tool !== undefined) return `${tool} is not installed`;
	const shown = blocks.map(({ text }) => text).join("\n");
	const needed = PACKAGES.find(
		({ name }) => shown.includes(`import ${name}`) || shown.includes(`from ${name}`),
	);
	if (needed) return needed.missing;
	if (shown.includes("onnxruntime-node") && !existsSync(`${ROOT}node_modules/onnxruntime-node`))
		return "onnxruntime-node is not installed";
	return blocks.some(({ language }) => language === "python") ? NO_PYTHON : false;
}

/** The installed mills that a page names: loading the models of the others would only cost time. */
function namedIn(text: string): NodeJS.ProcessEnv {
	const named = Object.keys(modules).filter((name) => text.includes(name));
	return named.length > 0 ? { GRISTMILL_MILLS: named.join() } : {};
}

/** A PATH on which `gristmill` and `npx gristmill` are this package, and packages that import it find it. */
async function environment(cwd: string): Promise<NodeJS.ProcessEnv> {
	const bin = join(cwd, ".bin");
	await mkdir(bin);
	await writeFile(
		join(bin, "gristmill"),
		`#!/bin/sh\nexec '${process.execPath}' '${ROOT}packages/gristmill/dist/cli/main.js' "$@"\n`,
	);
	await writeFile(join(bin, "npx"), '#!/bin/sh\nexec "$@"\n');
	for (const name of ["gristmill", "npx"]) await chmod(join(bin, name), 0o755);
	await mkdir(join(cwd, "node_modules"));
	spawnSync("ln", ["-s", `${ROOT}packages/gristmill`, join(cwd, "node_modules/gristmill")]);
	for (const name of ["sharp", "@gristmill", "csv-parse", "onnxruntime-node", "onnxruntime-common"])
		spawnSync("ln", ["-s", `${ROOT}node_modules/${name}`, join(cwd, "node_modules", name)]);
	return {
		...process.env,
		PATH: `${bin}:${process.env.PATH}`,
		NO_COLOR: "1",
		FORCE_COLOR: undefined,
		GRISTMILL_URL: undefined,
	};
}

/** Starts the server that a page starts, on a free port. */
async function serve(t: TestContext, words: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
	const command = `exec gristmill ${words.replace(/--port \d+/, "").replace(/ &$/, "")} --port 0`;
	const running = start(t, "sh", ["-c", command], { cwd, env });
	const [, host = ""] = await running.printed(/https?:(\/\/[^\s/]+)\S*\s[\s\S]*Documentation: /);
	return host;
}
