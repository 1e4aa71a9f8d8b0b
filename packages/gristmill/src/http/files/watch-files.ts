import { type FSWatcher, statSync, unwatchFile, watch, watchFile } from "node:fs";
import { dirname, resolve } from "node:path";
import { describeError } from "../../core/describe-error.js";

/** Files are written in several steps, and a certificate changes with its key: wait for the last change. */
const SETTLE_MS = 100;
/** How often the files are polled, in case a watcher misses a change. */
const ROUND_MS = 5_000;

/**
 * Calls `changed` when one of the files has changed. Returns a function that stops the watching. The folders are
 * watched, because a replaced file loses its own watcher, and if a folder is swapped by a link (as in Kubernetes), only the
 * link changes. Polling finds what no folder watcher reports (a change behind a link, a replaced folder, a network
 * drive): a revoked token must not stay valid.
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
			// If the folder disappears or the system cannot watch, polling remains.
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

/** Why a file was not loaded: what the operator must do, or the stack of an unexpected error. */
export function reasonFor(error: unknown): string {
	return error instanceof RangeError ? error.message : describeError(error);
}
