import { type FSWatcher, statSync, unwatchFile, watch, watchFile } from "node:fs";
import { dirname, resolve } from "node:path";
import { describeError } from "../core/describe-error.js";

/** Files are written in several steps, and a certificate comes with its key: wait until it is quiet. */
const SETTLE_MS = 100;
/** How often the files are looked at whatever the watchers say. */
const ROUND_MS = 5_000;

/**
 * Calls `changed` when one of the files is another one than before; gives what ends the watching. The folders are
 * watched: a file that is replaced loses its own watcher, and where a folder is swapped by a link (as Kubernetes
 * does) only the link changes. What no watcher of a folder tells (a change behind a link, a folder that was itself
 * replaced, a network drive) is seen on the next round: a token that was taken back must not stay good.
 */
export function watchFiles(
	files: readonly string[],
	changed: () => unknown,
	roundMs: number = ROUND_MS,
): () => void {
	const look = () => files.map(mark).join();
	let known = look();
	let timer: NodeJS.Timeout | undefined;
	const settle = () => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			const now = look();
			if (now === known) return;
			known = now;
			changed();
		}, SETTLE_MS).unref();
	};
	const watchers: FSWatcher[] = [];
	for (const folder of new Set(files.map((file) => dirname(resolve(file))))) {
		try {
			// A folder that goes away, or a system without watching: the rounds remain.
			watchers.push(watch(folder, { persistent: false }, settle).on("error", () => {}));
		} catch {}
	}
	for (const file of files) watchFile(file, { persistent: false, interval: roundMs }, settle);
	return () => {
		clearTimeout(timer);
		for (const file of files) unwatchFile(file, settle);
		for (const watcher of watchers) watcher.close();
	};
}

function mark(file: string): string {
	try {
		const { ino, size, mtimeMs, ctimeMs } = statSync(file);
		return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
	} catch {
		return "none";
	}
}

/** Why a file was not taken over: the sentence that says what to do, or a mistake of ours with its stack. */
export function reasonFor(error: unknown): string {
	return error instanceof RangeError ? error.message : describeError(error);
}
