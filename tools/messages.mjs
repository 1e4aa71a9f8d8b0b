// Writes the table of messages of docs/problems.md from the sources: node tools/messages.mjs
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const SOURCES = new URL("../packages/gristmill/src/", import.meta.url);
const PAGE = new URL("../docs/problems.md", import.meta.url);
const HEADING = "\n## Details\n";

/** The folders whose problems reach a caller. */
const FOLDERS = /^(codecs|command|core|http|library|mcp|python|runtime)\//;

/** A problem with its detail: a string, or a template that may hold templates. */
const MADE =
	/new (?:Problem|Refusal)\(\s*"([a-z-]+)",\s*("(?:[^"\\]|\\.)*"|`(?:[^`$]|\$\{(?:[^{}`]|`[^`]*`)*\})*`)/g;

/** The page with its table renewed. */
export function withMessages(page) {
	const rows = new Set();
	for (const file of readdirSync(SOURCES, { recursive: true }).sort())
		if (FOLDERS.test(file) && file.endsWith(".ts") && !file.endsWith(".test.ts"))
			for (const [, code, detail] of codeOf(file).matchAll(MADE))
				rows.add(`| \`${code}\` | ${shown(detail)} |`);
	const end = page.indexOf("| code | detail |", page.indexOf(HEADING));
	return `${page.slice(0, end)}| code | detail |\n| --- | --- |\n${[...rows].sort().join("\n")}\n`;
}

const codeOf = (file) => readFileSync(new URL(file, SOURCES), "utf8").replace(/\/\*\*[\s\S]*?\*\//g, "");

/** A literal as people read it: what is filled in becomes "…". */
const shown = (literal) =>
	literal
		.slice(1, -1)
		.replace(/\$\{(?:[^{}`]|`[^`]*`)*\}/g, "…")
		.replace(/\\(.)/g, "$1")
		.replace(/[|<>]/g, "\\$&");

if (process.argv[1] === new URL(import.meta.url).pathname)
	writeFileSync(PAGE, withMessages(readFileSync(PAGE, "utf8")));
