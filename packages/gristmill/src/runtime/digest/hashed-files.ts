import { createHash } from "node:crypto";
import { type FileHandle, open, stat } from "node:fs/promises";
import { stampOf } from "../../command/stamp.js";
import { MiB } from "../../core/definition/limits.js";

/** A file that a mill's digest depends on, and its hash when the digest was computed. */
export interface HashedFile {
	readonly path: string;
	readonly sha256: string;
}

/** A file of a mill has changed since the digest was computed. The message is for the log. */
export class ChangedFile extends Error {
	override name = "ChangedFile";
}

/** The SHA-256 of a file as base64url. It reads in chunks, because an asset may be larger than the memory of a worker. */
export async function hashFile(path: string): Promise<string> {
	return withFile(path, hashHandle);
}

/**
 * Throws a ChangedFile unless every file still has its hash. The returned function throws one if a file has changed since then:
 * call it after the files were loaded, so that the loaded files are the compared ones.
 */
export async function demandUnchanged(files: readonly HashedFile[]): Promise<() => Promise<void>> {
	const stamps = new Map<string, string>();
	for (const { path, sha256 } of files) {
		const found = await lookAt(path);
		if (found === undefined) continue;
		if (found.sha256 !== sha256)
			throw new ChangedFile(
				`${path} has changed since the digest was computed. Restart the server to serve the new file, or put the old one back.`,
			);
		stamps.set(path, found.stamp);
	}
	return async () => {
		for (const [path, stamp] of stamps)
			if (stampOf(await stat(path, { bigint: true })) !== stamp)
				throw new ChangedFile(`${path} has changed while its mill was loading.`);
	};
}

async function lookAt(path: string): Promise<{ sha256: string; stamp: string } | undefined> {
	try {
		return await withFile(path, async (handle) => ({
			stamp: stampOf(await handle.stat({ bigint: true })),
			sha256: await hashHandle(handle),
		}));
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		// Node's permissions: a worker cannot use code that it may not read.
		if (code === "ERR_ACCESS_DENIED") return undefined;
		throw new ChangedFile(`${path} cannot be read (${code}). Put the file of the mill back.`);
	}
}

async function withFile<T>(path: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
	const handle = await open(path);
	try {
		return await use(handle);
	} finally {
		await handle.close();
	}
}

async function hashHandle(handle: FileHandle): Promise<string> {
	const hash = createHash("sha256");
	const buffer = new Uint8Array(MiB);
	for (;;) {
		const { bytesRead } = await handle.read(buffer, 0, buffer.length);
		if (bytesRead === 0) return hash.digest("base64url");
		hash.update(buffer.subarray(0, bytesRead));
	}
}
