import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, watch as watchFile } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { warden } from "../../command/warden.js";
import { UsageError } from "../command-line/command-error.js";
import type { Host } from "../command-line/host.js";
import type { Configuration } from "../config/read-settings.js";
import { findSources } from "./find-sources.js";
import { millFilesIn, versionOf } from "./versions.js";

/** Editors write a file in several steps. */
const SETTLE_MS = 100;

/**
 * `gristmill serve --watch`: starts a new process after each change. A new import would not be enough, because modules
 * cannot be unloaded.
 */
export async function watch(
	words: readonly string[],
	{ settings: { python }, files: given, watched: others }: Configuration,
	host: Host,
): Promise<undefined> {
	const files = millFilesIn(given).map((word) => versionOf(word).file);
	if (files.length === 0)
		throw new UsageError("Name the mill files to watch: gristmill serve ./my-mill.ts --watch");
	const lost = files.find((file) => !existsSync(dirname(file)));
	if (lost !== undefined) throw new UsageError(`Name mill files in folders that exist: ${lost}.`);
	const rest = withoutWatch(words);
	const main = fileURLToPath(new URL("../main.js", import.meta.url));
	const watchers = new Map<string, { close(): void }>();
	/** The source files of each mill file. */
	const sources = new Map<string, readonly string[]>();
	let child: ChildProcess | undefined;
	let timer: NodeJS.Timeout | undefined;
	let isStale = false;
	let isStarting = false;

	const start = async () => {
		await lookAtSources();
		child = spawn(process.execPath, [main, "serve", ...rest], {
			stdio: "inherit",
			env: { ...host.env, GRISTMILL_WATCH: "false" },
		});
		guard(child);
	};
	const restart = () => {
		clearTimeout(timer);
		timer = setTimeout(startAgain, SETTLE_MS);
	};

	/** A change during a restart causes one more restart, and never a second server. */
	async function startAgain(): Promise<void> {
		isStale = true;
		if (isStarting) return;
		isStarting = true;
		while (isStale) {
			isStale = false;
			await stopped(child);
			host.stdout.write("Files changed: restarting.\n");
			await start();
		}
		isStarting = false;
	}

	/** Watches the folders of all source files. A watcher of a single file ends when the file is replaced. */
	async function lookAtSources(): Promise<void> {
		await Promise.all(
			files.map(async (file) => {
				const found = await findSources(file, python);
				// Keeps the files of the last good version: otherwise a fix in an imported file would not be noticed.
				const before = found.isComplete ? [] : (sources.get(file) ?? []);
				sources.set(file, [...before, ...found.files]);
			}),
		);
		const wanted = new Set(
			[...files, ...others, ...[...sources.values()].flat()].map((file) => resolve(file)),
		);
		const folders = new Set([...wanted].map((file) => dirname(file)));
		for (const folder of folders) {
			watchers.get(folder)?.close();
			if (!existsSync(folder)) continue;
			const watcher = watchFile(folder, (_, name) => {
				if (name === null || wanted.has(resolve(folder, name))) restart();
			});
			watchers.set(folder, watcher);
		}
	}

	const end = async () => {
		clearTimeout(timer);
		for (const watcher of watchers.values()) watcher.close();
		await stopped(child);
		host.exit(0);
	};
	host.events.on("SIGTERM", end);
	host.events.on("SIGINT", end);
	await start();
}

/** A watcher that is killed must not leave a server behind. */
function guard(child: ChildProcess): void {
	const { pid } = child;
	if (pid === undefined) return;
	warden.guard(pid);
	child.once("exit", () => warden.release(pid));
}

function stopped(child: ChildProcess | undefined): Promise<void> {
	if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
	return new Promise((resolve) => {
		child.once("exit", () => resolve());
		child.kill("SIGTERM");
	});
}

/** The words for the process that serves, without `--watch`. */
function withoutWatch(words: readonly string[]): string[] {
	const end = words.includes("--") ? words.indexOf("--") : words.length;
	return words.filter((word, i) => i >= end || !/^--watch(?:=|$)/.test(word));
}
