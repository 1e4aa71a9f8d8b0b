import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";
import { blocksOf } from "../../packages/gristmill/dist/testing/markdown.js";

/** Where the lines of a block of this language come from. */
const SOURCES: Readonly<Record<string, string>> = {
	nginx: "deploy/nginx",
	haproxy: "deploy/haproxy",
	yaml: "deploy/kubernetes",
	ini: "deploy/systemd",
};

test("every line that docs/deploy.md quotes stands in the file that it is quoted from", () => {
	const blocks = blocksOf(readFileSync(`${ROOT}docs/deploy.md`, "utf8"));
	const quoted = blocks.filter(({ language }) => Object.hasOwn(SOURCES, language));
	assert.equal(new Set(quoted.map(({ language }) => language)).size, Object.keys(SOURCES).length);
	for (const { language, text, line } of quoted) {
		const folder = `${ROOT}${SOURCES[language]}`;
		const files = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, "utf8"));
		const lines = new Set(files.flatMap((file) => file.split("\n").map((one) => one.trim())));
		for (const one of text.split("\n")) assert.ok(lines.has(one.trim()), `docs/deploy.md:${line}: ${one}`);
	}
});
