import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, watch as watchFile } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.js";
import { UsageError } from "./command-error.js";

/** Editors write a file in several steps: wait until they are done. */
const SETTLE_MS = 100;

/**
 * `gristmill serve --watch`: a fresh process for each version of the files. A new process and not a new import,
 * because modules cannot be unloaded and a mill's state must not survive its code.
 */
export async function watch(
	words: readonly string[],
	files: readonly string[],
	others: readonly string[] = [],
): Promise<void> {
	if (files.length === 0)
		throw new UsageError("Name the mill files to watch: gristmill serve ./my-mill.ts --watch");
	const lost = files.find((file) => !existsSync(dirname(file)));
	if (lost !== undefined) throw new UsageError(`Name mill files in folders that are there: ${lost}.`);
	const rest = withoutWatch(words);
	const main = fileURLToPath(new URL("./main.js", import.meta.url));
	const watchers = new Map<string, { close(): void }>();
	let child: ChildProcess | undefined;
	let timer: NodeJS.Timeout | undefined;
	let isStale = false;
	let isStarting = false;

	const start = async () => {
		await lookAtSources();
		child = spawn(process.execPath, [main, "serve", ...rest], {
			stdio: "inherit",
			env: { ...process.env, GRISTMILL_WATCH: "false" },
		});
	};
	const restart = () => {
		clearTimeout(timer);
		timer = setTimeout(startAfresh, SETTLE_MS);
	};

	/** What changes while a server ends or starts is followed by one more start, and never by a second server. */
	async function startAfresh(): Promise<void> {
		isStale = true;
		if (isStarting) return;
		isStarting = true;
		while (isStale) {
			isStale = false;
			await stopped(child);
			process.stdout.write("Changed: starting afresh.\n");
			await start();
		}
		isStarting = false;
	}

	/** Watches the folders of all files that the mills are made of: a replaced file loses its own watcher. */
	async function lookAtSources(): Promise<void> {
		const sources = await Promise.all(
			files.map((file) =>
				bundle(file).then(
					(made) => made.sources,
					() => [],
				),
			),
		);
		const wanted = new Set([...files, ...others, ...sources.flat()].map((file) => resolve(file)));
		const folders = new Set([...wanted].map((file) => dirname(file)));
		for (const folder of folders) {
			watchers.get(folder)?.close();
			// Whoever removes a folder removes what could change in it.
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
		process.exit(0);
	};
	process.on("SIGTERM", end);
	process.on("SIGINT", end);
	await start();
}

function stopped(child: ChildProcess | undefined): Promise<void> {
	if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
	return new Promise((resolve) => {
		child.once("exit", () => resolve());
		child.kill("SIGTERM");
	});
}

/** The words for the process that serves; were it told to watch, it would start one more, and that one more. */
function withoutWatch(words: readonly string[]): string[] {
	const end = words.includes("--") ? words.indexOf("--") : words.length;
	return words.filter((word, i) => i >= end || !/^--watch(?:=|$)/.test(word));
}
