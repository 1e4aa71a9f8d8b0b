import { existsSync, watch } from "node:fs";
import { dirname, resolve } from "node:path";
import { findSources } from "./find-sources.js";

/** Editors write a file in several steps. */
const SETTLE_MS = 50;

/** Watches mill files and the files that they import. */
interface SourceWatcher {
	/** Finds the source files again, as an import may have been added. Call it before they are read. */
	look(): Promise<void>;
	close(): void;
}

/** Calls `changed` after a source file of these mill files, or one of the `others`, has changed. */
export function watchSources(
	files: readonly string[],
	others: readonly string[],
	python: string | undefined,
	changed: () => void,
): SourceWatcher {
	const watchers = new Map<string, { close(): void }>();
	/** The source files of each mill file. */
	const sources = new Map<string, readonly string[]>();
	let timer: NodeJS.Timeout | undefined;
	const settle = () => {
		clearTimeout(timer);
		timer = setTimeout(changed, SETTLE_MS);
	};

	/** Watches the folders. A watcher of a single file ends when the file is replaced. */
	async function look(): Promise<void> {
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
		for (const folder of new Set([...wanted].map((file) => dirname(file)))) {
			watchers.get(folder)?.close();
			if (!existsSync(folder)) continue;
			const watcher = watch(folder, (_, name) => {
				if (name === null || wanted.has(resolve(folder, name))) settle();
			});
			watchers.set(folder, watcher);
		}
	}

	return {
		look,
		close: () => {
			clearTimeout(timer);
			for (const watcher of watchers.values()) watcher.close();
		},
	};
}
