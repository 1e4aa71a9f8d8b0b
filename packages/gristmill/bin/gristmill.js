#!/usr/bin/env node
// The command. npm links it at its install, so it is a file of the repository: in a fresh clone, nothing is compiled yet.
import { existsSync } from "node:fs";

const main = new URL("../dist/cli/main.js", import.meta.url);
/** Only a clone has it. */
const source = new URL("../src/cli/main.ts", import.meta.url);
const build = new URL("../../../scripts/build.mjs", import.meta.url);
/** The build writes it last, so a build that was killed is done again. */
const built = new URL("../../../dist/.built", import.meta.url);

async function start() {
	if (existsSync(source)) {
		// It says what is missing, and then ends the process.
		if (!existsSync(built) || !existsSync(main)) await import(build.href);
	} else if (!existsSync(main)) {
		console.error("The folder dist of the package gristmill is missing. Install the package again.");
		process.exit(1);
	}
	const { program } = await import(main.href);
	return program(process.argv.slice(2));
}

// Not awaited: if a mill file never finishes its import, Node would warn about a top-level await here.
void start();
