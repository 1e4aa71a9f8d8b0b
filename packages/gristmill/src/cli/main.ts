#!/usr/bin/env node
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { closest } from "../core/closest.js";
import { VERSION } from "../http/service/package-version.js";
import type { Command } from "./command.js";
import { CommandError, UsageError } from "./command-error.js";
import { COMMANDS } from "./commands.js";
import { programHelp } from "./help.js";
import { exitIfImported } from "./serve/imported-mill-files.js";
import { complain } from "./terminal.js";

/** Runs a command line, without the name of the program. */
export function main(words: readonly string[]): Promise<void> {
	return asProgram(async () => {
		await run(words);
		// A server runs until a signal ends it.
		if (words[0] !== "serve") exitIfImported();
	});
}

/** Does the work of a program: says what went wrong, and sets the exit code. */
export async function asProgram(work: () => Promise<void>): Promise<void> {
	process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
		// `| head` closes the pipe early. That is not a mistake.
		if (code === "EPIPE") process.exit();
		complain(`Free some disk space, or write the output elsewhere: ${code}.`);
		process.exit(1);
	});
	// The work goes on if standard error is closed.
	process.stderr.on("error", () => {});
	try {
		await work();
	} catch (error) {
		// A mistake of the user is one sentence. A mistake of this program keeps its stack.
		if (!(error instanceof CommandError)) throw error;
		complain(error.message);
		process.exitCode = error.exitCode;
		exitIfImported();
	}
}

async function run([command = "help", ...rest]: readonly string[]): Promise<void> {
	switch (command) {
		case "help":
		case "--help":
		case "-h":
			process.stdout.write(rest[0] === undefined ? programHelp() : (await loaded(rest[0])).help());
			return;
		case "version":
		case "--version":
		case "-v":
			process.stdout.write(`${VERSION}\n`);
			return;
		default: {
			const { help, run } = await loaded(command);
			const end = rest.indexOf("--");
			const flags = end < 0 ? rest : rest.slice(0, end);
			if (flags.includes("--help") || flags.includes("-h")) process.stdout.write(help());
			else await run(rest);
		}
	}
}

async function loaded(name: string): Promise<Command> {
	const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
	if (entry) return entry.load();
	const hint = closest(name, [...Object.keys(COMMANDS), "help", "version"]);
	throw new UsageError(
		`There is no command "${name}".${hint ? ` Did you mean "${hint}"?` : ""} See gristmill help.`,
	);
}

// Runs only as a program, because `npm start` imports this file. Not awaited: if a mill file never finishes its import,
// Node would warn about a top-level await here.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
	void main(process.argv.slice(2));
