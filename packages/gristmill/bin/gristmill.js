#!/usr/bin/env node
// The command. npm links it at its install, so it is a file of the repository: in a fresh clone, nothing is compiled yet.
import { existsSync } from "node:fs";

const main = new URL("../dist/cli/main.js", import.meta.url);
const build = new URL("../../../scripts/build.mjs", import.meta.url);

async function start() {
	if (!existsSync(main)) {
		if (!existsSync(build)) {
			console.error("The folder dist of the package gristmill is missing. Install the package again.");
			process.exit(1);
		}
		// It says what is missing, and then ends the process.
		await import(build.href);
	}
	const { program } = await import(main.href);
	return program(process.argv.slice(2));
}

// Not awaited: if a mill file never finishes its import, Node would warn about a top-level await here.
void start();
