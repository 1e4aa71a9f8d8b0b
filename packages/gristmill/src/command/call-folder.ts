import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ProgramFailure } from "./program-failure.js";
import type { Warden } from "./warden.js";

/** How often the size of a folder is measured. */
const MEASURE_MS = 100;
/** More files, or deeper folders, are as bad as too many bytes: they fill a file system too, and take long to remove. */
const MOST_FILES = 10_000;
const DEEPEST = 32;

/** The folder of one call. It is removed after the call, and by the warden if this process is killed. */
export class CallFolder {
	readonly path: string;
	readonly #warden: Warden;

	private constructor(path: string, warden: Warden) {
		this.path = path;
		this.#warden = warden;
	}

	/** Makes a folder that only this user can open, or one that stays empty: its owner may not write there either. */
	static async make(workplace: string, warden: Warden, isWritable: boolean): Promise<CallFolder> {
		const path = join(workplace, randomBytes(12).toString("hex"));
		// Before it exists: from here on it is removed in any case.
		warden.guard(path);
		await mkdir(path, { mode: isWritable ? 0o700 : 0o500 }).catch(({ code }: NodeJS.ErrnoException) => {
			warden.release(path);
			throw new ProgramFailure(`no folder could be made for the call in ${workplace} (${code})`);
		});
		return new CallFolder(path, warden);
	}

	/** Writes the input of the call. */
	async write(file: string, bytes: Uint8Array): Promise<void> {
		try {
			await writeFile(join(this.path, file), bytes, { flag: "wx" });
		} catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			throw new ProgramFailure(`the input could not be written to the folder of the call (${code})`);
		}
	}

	/** Reads the result of the call. It follows no link: a program that unpacks an archive may have made one. */
	async read(file: string, name: string, maxOutput: number): Promise<Uint8Array> {
		const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
		const handle = await open(join(this.path, file), flags).catch((error: NodeJS.ErrnoException) => {
			const why = error.code === "ENOENT" ? "" : ` that can be read (${error.code})`;
			throw new ProgramFailure(`${name} succeeded, but wrote no file ${file}${why}`);
		});
		try {
			const found = await handle.stat();
			if (!found.isFile()) throw new ProgramFailure(`${name} made ${file}, but it is not a file`);
			if (found.size > maxOutput)
				throw new ProgramFailure(`${name} wrote more to ${file} than maxOutput allows, ${maxOutput} bytes`);
			return await handle.readFile();
		} finally {
			await handle.close();
		}
	}

	/** Whether the folder holds more than this many bytes or too many files. */
	async isFull(maxFolder: number): Promise<boolean> {
		return (await sizeOf(this.path, maxFolder)) > maxFolder;
	}

	/** Calls `onFull` when the folder is full. Returns a function that stops it. */
	watch(maxFolder: number, onFull: () => void): () => void {
		let timer: NodeJS.Timeout | undefined;
		let stopped = false;
		const measure = async () => {
			const isFull = await this.isFull(maxFolder);
			if (stopped) return;
			if (isFull) onFull();
			else timer = setTimeout(measure, MEASURE_MS);
		};
		timer = setTimeout(measure, MEASURE_MS);
		return () => {
			stopped = true;
			clearTimeout(timer);
		};
	}

	/** Removes the folder. Its processes must have ended. */
	async remove(): Promise<void> {
		try {
			await rm(this.path, { recursive: true, force: true });
		} catch {
			// A program may have closed a folder to its owner, or nested folders deeper than a path can be.
			const script = 'chmod -R u+rwX -- "$1"; rm -rf -- "$1"';
			await promisify(execFile)("/bin/sh", ["-c", script, "sh", this.path], { env: {} }).catch(() => {});
		}
		this.#warden.release(this.path);
	}
}

/** The bytes below a folder. It stops counting above `most`. */
async function sizeOf(path: string, most: number): Promise<number> {
	let bytes = 0;
	let files = 0;
	const visit = async (folder: string, depth: number): Promise<void> => {
		if (depth > DEEPEST) files = MOST_FILES + 1;
		for (const entry of await readdir(folder, { withFileTypes: true })) {
			if (bytes > most || ++files > MOST_FILES) return;
			const child = join(folder, entry.name);
			// Files come and go while the program runs.
			if (entry.isDirectory()) await visit(child, depth + 1).catch(() => {});
			else if (entry.isFile())
				bytes += await stat(child).then(
					({ size }) => size,
					() => 0,
				);
		}
	};
	await visit(path, 0).catch(() => {});
	return files > MOST_FILES ? Number.POSITIVE_INFINITY : bytes;
}
