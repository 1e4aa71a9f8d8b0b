import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { SETTINGS } from "../../settings/table.js";
import type { Command } from "../command-line/command.js";
import { UsageError } from "../command-line/command-error.js";
import { describeFlags } from "../command-line/flags.js";
import { type Host, pathOn } from "../command-line/host.js";
import { complain } from "../command-line/terminal.js";
import { readConfiguration } from "../config/read-settings.js";
import { endOnSignal } from "../serve/signals.js";
import { millFilesIn, versionOf } from "../serve/versions.js";
import { millFilesHere } from "./mill-files-here.js";
import { VersionsInTurn } from "./versions-in-turn.js";
import { watchSources } from "./watch-sources.js";

const PROCESS = fileURLToPath(new URL("./dev-process.js", import.meta.url));
/** What matters while a mill is written. */
const { port, host, python, set, limit, deadline, inspect } = SETTINGS;

const help = () => `gristmill dev [FILES…]: serve mill files, and load them again after each change

Without files, it serves the mill files of this folder. It prints the address of the page, and one line for each call, with the
messages of errors. A mill that fails its examples can be called all the same. If a file has a mistake, the version before goes on
serving. Every flag of gristmill serve works here too, except --processes.

${describeFlags({ port, host, python, set, limit, deadline, inspect })}

Examples
  gristmill dev
  gristmill dev ./my-mill.ts --port 9000
  gristmill dev ./my_mill.py --python .venv/bin/python

Exit codes: 0 after SIGTERM or SIGINT, 1 the server cannot start, 2 wrong usage.
`;

/** `gristmill dev`: serves while the mill is being written. */
export const DEV: Command = { flags: SETTINGS, help, run: dev };

async function dev(words: readonly string[], host: Host): Promise<undefined> {
	const configuration = await readConfiguration(words, host, { isShared: true });
	const { settings, files: given, watched } = configuration;
	if ((settings.processes ?? 1) > 1)
		throw new UsageError("dev serves with one process. Leave out --processes.");
	const isNamed = given.length > 0;
	const own = isNamed ? given : millFilesHere(host);
	const files = millFilesIn(own).map((word) => pathOn(host, versionOf(word).file));
	const lost = files.find((file) => !existsSync(dirname(file)));
	if (lost !== undefined) throw new UsageError(`The folder of ${lost} does not exist. Check the path.`);
	const versions = new VersionsInTurn(PROCESS, [...words, ...(isNamed ? [] : own)]);
	const sources = watchSources(files, watched, settings.python, change);
	let isStale = false;
	let isStarting = false;
	let ending = false;

	function change(): void {
		isStale = true;
		if (isStarting) void versions.giveUpStart();
		else void startAll();
	}

	/** A change during a start causes one more start, and never a second server. */
	async function startAll(): Promise<void> {
		isStarting = true;
		do {
			isStale = false;
			await startOne();
		} while (isStale && !ending);
		isStarting = false;
	}

	async function startOne(): Promise<void> {
		const hadOne = versions.isServing;
		await sources.look();
		if (isStale || ending) return;
		const start = await versions.start();
		if (ending || start.state === "replaced") return;
		if (start.state === "serves")
			host.stdout.write(hadOne ? `Loaded again: ${own.join(", ")}\n` : `${start.greeting}${FOOT}`);
		else if (versions.isServing) complain(host, "The version before this change goes on serving.", "warning");
		else if (start.isMade) {
			sources.close();
			host.exit(start.exitCode);
		} else complain(host, `Waiting for a change of ${own.join(", ")}.`, "warning");
	}

	endOnSignal(host, () => {
		ending = true;
		sources.close();
		return versions.close();
	});
	await startAll();
}

const FOOT = "\nEach change of a file is loaded at once. Ctrl+C ends this.\n\n";
