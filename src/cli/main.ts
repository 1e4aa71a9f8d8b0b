#!/usr/bin/env node
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { closest } from "../core/closest.js";
import { VERSION } from "../http/version.js";
import { CommandError, UsageError } from "./command-error.js";
import { COMMANDS } from "./commands.js";
import { leaveGuests } from "./guests.js";

/** Runs a command line, without the name of the program. */
export async function main(words: readonly string[]): Promise<void> {
	process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
		// Whoever reads only the first lines of our output (`| head`) has not made a mistake.
		if (code === "EPIPE") process.exit();
		process.stderr.write(`gristmill: Make room for the output, or send it elsewhere: ${code}.\n`);
		process.exit(1);
	});
	// Where nobody hears of it any more, the work itself goes on.
	process.stderr.on("error", () => {});
	try {
		await run(words);
		// What serves goes on until a signal ends it.
		if (words[0] !== "serve") leaveGuests();
	} catch (error) {
		// A mistake of the caller is a sentence; a mistake of ours keeps its stack.
		if (!(error instanceof CommandError)) throw error;
		process.stderr.write(`gristmill: ${error.message}\n`);
		process.exitCode = error.exitCode;
		leaveGuests();
	}
}

async function run([command = "help", ...rest]: readonly string[]): Promise<void> {
	switch (command) {
		case "help":
		case "--help":
		case "-h":
			process.stdout.write(rest[0] === undefined ? help() : (await loaded(rest[0])).help());
			return;
		case "version":
		case "--version":
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

async function loaded(name: string) {
	const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
	if (entry) return entry.load();
	const hint = closest(name, [...Object.keys(COMMANDS), "help", "version"]);
	throw new UsageError(
		`There is no command "${name}".${hint ? ` Did you mean "${hint}"?` : ""} See gristmill help.`,
	);
}

function help(): string {
	const all = [
		...Object.entries(COMMANDS),
		["help", { words: "[COMMAND]", summary: "show this, or the flags of a command" }] as const,
		["version", { words: "", summary: "print the version" }] as const,
	];
	const rows = all.map(
		([name, { words, summary }]) => `  gristmill ${`${name} ${words}`.padEnd(17)} ${summary}`,
	);
	return `gristmill: serve algorithms as mills, and call mills anywhere

${rows.join("\n")}

Examples
  gristmill new vowel-counter
  gristmill serve ./vowel-counter.ts --port 9000
  echo 'some text' | gristmill call http://127.0.0.1:9000/vowel-counter
  gristmill help call
`;
}

// Run only as a program: `npm start` imports this file. Not awaited: of a mill file that waits for what never comes Node would
// say that this line waits.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
	void main(process.argv.slice(2));
