import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const DIST = new URL("../", import.meta.url);
const STATIC = /^(?:import|export)\b[^;]*?\sfrom "([^"]+)"|^import "([^"]+)"/gm;
const DYNAMIC = /\bimport\("([^"]+)"\)/g;

const COMMENT = /^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*$)/gm;

/** The modules of this package that an entry imports, itself included, with their sizes in bytes without comments. */
function imported(entry: string, patterns: readonly RegExp[]): Map<string, number> {
	const sizes = new Map<string, number>();
	const visit = (url: URL) => {
		const name = url.href.slice(DIST.href.length);
		if (sizes.has(name)) return;
		const code = readFileSync(fileURLToPath(url), "utf8");
		sizes.set(name, Buffer.byteLength(code.replace(COMMENT, "")));
		for (const pattern of patterns)
			for (const [, from, alone] of code.matchAll(pattern)) {
				const to = from ?? alone ?? "";
				if (to.startsWith(".")) visit(new URL(to, url));
			}
	};
	visit(new URL(entry, DIST));
	return sizes;
}

test("the library never loads HTTP, whatever it opens", () => {
	const modules = [...imported("library/index.js", [STATIC, DYNAMIC]).keys()];
	assert.ok(modules.includes("runtime/pool/pool.js"), "what workers need is reached");
	assert.ok(modules.includes("mill-files/bundle.js"), "what files need is reached");
	assert.deepEqual(
		modules.filter((name) => /^(?:http|cli|mcp|client|checker)\//.test(name)),
		[],
	);
});

test("a mill object without workers loads neither the pool nor the bundler, and little code", () => {
	const sizes = imported("library/index.js", [STATIC]);
	const later =
		/^(?:runtime\/(?:worker|pool\/(?!arriving|free-bytes))|mill-files|python|command\/(?!program-failure|stamp))/;
	assert.deepEqual(
		[...sizes.keys()].filter((name) => later.test(name)),
		[],
	);
	// A mill object needs what defineMill needs, the validator among it.
	const all = new Map([...sizes, ...imported("index.js", [STATIC])]);
	const bytes = [...all.values()].reduce((sum, size) => sum + size, 0);
	assert.ok(bytes <= LARGEST, `${bytes} bytes`);
});

/** In bytes, without comments. 75 KB of it is the validator. */
const LARGEST = 340_000;
