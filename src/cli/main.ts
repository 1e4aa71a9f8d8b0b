#!/usr/bin/env node
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { closest } from "../core/closest.js";
import { VERSION } from "../http/version.js";
import { CHECK_HELP, check } from "./check.js";
import { CommandError, UsageError } from "./command-error.js";
import { HELP, serveHelp } from "./help.js";
import { serve } from "./serve.js";
import { TEST_HELP, test } from "./test.js";

const COMMANDS = ["serve", "test", "check", "help", "version"];

/** Runs a command line, without the name of the program. */
export async function main(words: readonly string[]): Promise<void> {
	try {
		await run(words);
	} catch (error) {
		// A mistake of the caller is a sentence; a mistake of ours keeps its stack.
		if (!(error instanceof CommandError)) throw error;
		process.stderr.write(`gristmill: ${error.message}\n`);
		process.exitCode = error.exitCode;
	}
}

async function run([command = "help", ...rest]: readonly string[]): Promise<void> {
	const wantsHelp = rest.some((word) => word === "--help" || word === "-h");
	switch (command) {
		case "serve":
			if (wantsHelp) process.stdout.write(serveHelp());
			else await serve(rest);
			return;
		case "test":
			if (wantsHelp) process.stdout.write(TEST_HELP);
			else await test(rest);
			return;
		case "check":
			if (wantsHelp) process.stdout.write(CHECK_HELP);
			else await check(rest);
			return;
		case "help":
		case "--help":
		case "-h":
			process.stdout.write(helpFor(rest[0]));
			return;
		case "version":
		case "--version":
			process.stdout.write(`${VERSION}\n`);
			return;
		default: {
			const hint = closest(command, COMMANDS);
			throw new UsageError(
				`There is no command "${command}".${hint ? ` Did you mean "${hint}"?` : ""} See gristmill help.`,
			);
		}
	}
}

function helpFor(command: string | undefined): string {
	if (command === "serve") return serveHelp();
	if (command === "test") return TEST_HELP;
	return command === "check" ? CHECK_HELP : HELP;
}

// Run only as a program: `npm start` imports this file.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
	await main(process.argv.slice(2));
