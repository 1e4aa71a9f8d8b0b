#!/usr/bin/env node
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { closest } from "../core/closest.js";
import { VERSION } from "../http/service/package-version.js";
import type { Command } from "./command-line/command.js";
import { UsageError } from "./command-line/command-error.js";
import type { Host } from "./command-line/host.js";
import { asProgram, reporting } from "./command-line/program.js";
import { COMMANDS } from "./commands.js";
import { programHelp } from "./help.js";

/**
 * Runs a command line, without the name of the program. Resolves to the exit code, or to undefined if a server goes on until a
 * signal ends it.
 */
export function main(words: readonly string[], host: Host): Promise<number | undefined> {
	return reporting(host, () => run(words, host));
}

/** Runs a command line as the program of this process. */
export function program(words: readonly string[]): Promise<void> {
	return asProgram((host) => run(words, host));
}

async function run([command = "help", ...rest]: readonly string[], host: Host): Promise<number | undefined> {
	switch (command) {
		case "help":
		case "--help":
		case "-h":
			host.stdout.write(rest[0] === undefined ? programHelp() : (await loaded(rest[0])).help());
			return 0;
		case "version":
		case "--version":
		case "-v":
			host.stdout.write(`${VERSION}\n`);
			return 0;
		default: {
			const { help, run } = await loaded(command);
			const end = rest.indexOf("--");
			const flags = end < 0 ? rest : rest.slice(0, end);
			if (!flags.includes("--help") && !flags.includes("-h")) return run(rest, host);
			host.stdout.write(help());
			return 0;
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
	void program(process.argv.slice(2));
