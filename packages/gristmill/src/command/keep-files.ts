import { lstat, lutimes, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Systems clean temporary folders of files that nothing has used for days: systemd of those of ten days, others of three. */
const MARK_MS = 6 * 60 * 60_000;

/**
 * Marks every file below a folder as used from time to time. A server may run for weeks before another worker reads them. Returns a
 * function that ends this.
 */
export function keepFiles(folder: string, every: number = MARK_MS): () => void {
	const timer = setInterval(() => void markFiles(folder), every).unref();
	return () => clearInterval(timer);
}

async function markFiles(folder: string): Promise<void> {
	const now = new Date();
	for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
		const path = join(folder, name);
		// It may be gone meanwhile. When its content was changed stays as it is.
		await lstat(path)
			.then(({ mtime }) => lutimes(path, now, mtime))
			.catch(() => {});
	}
}
