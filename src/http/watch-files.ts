import { type FSWatcher, statSync, watch } from "node:fs";
import { dirname, resolve } from "node:path";
import { describeError } from "../core/describe-error.js";

/** Files are written in several steps, and a certificate comes with its key: wait until it is quiet. */
const SETTLE_MS = 100;

/**
 * Calls `changed` when one of the files is another one than before; gives what ends the watching. The folders are
 * watched: a file that is replaced loses its own watcher, and where a folder is swapped by a link (as Kubernetes
 * does) only the link changes.
 */
export function watchFiles(files: readonly string[], changed: () => unknown): () => void {
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
			// A folder that goes away, or a system without watching: the signal to reload remains.
			watchers.push(watch(folder, { persistent: false }, settle).on("error", () => {}));
		} catch {}
	}
	return () => {
		clearTimeout(timer);
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
