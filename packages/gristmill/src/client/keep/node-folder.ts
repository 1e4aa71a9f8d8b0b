import { UsageError } from "../errors/errors.js";
import { builtIn } from "../errors/node-built-in.js";
import type { Keep, KeptAnswer } from "./keep.js";

const WANTED = "Keep answers with memory(…) instead of folder(…)";
const { access, constants, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } = builtIn<
	typeof import("node:fs/promises")
>("node:fs/promises", WANTED);
const { dirname, join } = builtIn<typeof import("node:path")>("node:path", WANTED);
const { createHash, randomUUID } = builtIn<typeof import("node:crypto")>("node:crypto", WANTED);

const KEY = /^[0-9a-f]{64}$/;
const SHELF = /^[0-9a-f]{2}$/;
/** A file that is being written. */
const PART = /^[0-9a-f-]{36}\.part$/;
/** A file that is being written for longer has no writer any more. */
const LONGEST_WRITING = 3_600_000;
/** After this share of its size was written, a folder is searched for what is too much. */
const SHARE = 1 / 8;
const NEWLINE = 10;

/** Opens a folder, and makes it if it is not there. Throws a UsageError if it cannot be used. */
export async function openFolder(path: string, maxBytes: number): Promise<Keep> {
	try {
		await mkdir(path, { recursive: true, mode: 0o700 });
		await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
	} catch (cause) {
		const { code } = cause as NodeJS.ErrnoException;
		throw new UsageError(
			`Answers cannot be kept in ${path} (${code}). Name a folder that this user may write to.`,
			{
				cause,
			},
		);
	}
	return new Folder(path, maxBytes);
}

/**
 * A folder with a file for each answer, which has the key as its name. A file is written beside its place and then renamed, so each process
 * sees it as a whole or not at all. What a power failure or another program has damaged is found by the hash in its first line.
 */
class Folder implements Keep {
	readonly #path: string;
	readonly #maxBytes: number;
	/** Since it was searched. The first answer has it searched: earlier programs may have left too much. */
	#written = Number.POSITIVE_INFINITY;
	#searching: Promise<void> | undefined;

	constructor(path: string, maxBytes: number) {
		this.#path = path;
		this.#maxBytes = maxBytes;
	}

	async get(key: string): Promise<KeptAnswer | undefined> {
		const path = this.#pathOf(key);
		try {
			const answer = readAnswer(key, await readFile(path));
			if (!answer) return undefined;
			const now = new Date();
			// Another process may remove it now. Then it is still an answer.
			await utimes(path, now, now).catch(() => {});
			return answer;
		} catch {
			return undefined;
		}
	}

	async set(key: string, answer: KeptAnswer): Promise<void> {
		const { type, digest, bytes } = answer;
		const head = `${JSON.stringify({ type, digest, sha256: hashOf(key, answer) })}\n`;
		const size = head.length + bytes.byteLength;
		// A search would remove it at once.
		if (size > this.#maxBytes * (1 - SHARE)) return;
		const path = this.#pathOf(key);
		const part = join(this.#path, `${randomUUID()}.part`);
		try {
			await mkdir(dirname(path), { recursive: true, mode: 0o700 });
			await writeFile(part, [new TextEncoder().encode(head), bytes], { flag: "wx", mode: 0o600 });
			await rename(part, path);
		} catch {
			await rm(part, { force: true }).catch(() => {});
			return;
		}
		this.#written += size;
		if (this.#written > this.#maxBytes * SHARE) await this.#search();
	}

	#pathOf(key: string): string {
		return join(this.#path, key.slice(0, 2), key);
	}

	/** Removes what is too much. It leaves room for what this process writes until the next search. */
	#search(): Promise<void> {
		this.#searching ??= this.#removeOldest().finally(() => {
			this.#searching = undefined;
		});
		return this.#searching;
	}

	async #removeOldest(): Promise<void> {
		this.#written = 0;
		const files: { path: string; size: number; used: number }[] = [];
		for (const { path, isPart } of await this.#files()) {
			const found = await stat(path).catch(() => undefined);
			if (!found) continue;
			if (!isPart) files.push({ path, size: found.size, used: found.mtimeMs });
			else if (Date.now() - found.mtimeMs > LONGEST_WRITING) await rm(path, { force: true }).catch(() => {});
		}
		let size = files.reduce((sum, file) => sum + file.size, 0);
		for (const file of files.sort((a, b) => a.used - b.used)) {
			if (size <= this.#maxBytes * (1 - SHARE)) break;
			await rm(file.path, { force: true }).catch(() => {});
			size -= file.size;
		}
	}

	/** The files that are ours: the folder may have others. */
	async #files(): Promise<{ path: string; isPart: boolean }[]> {
		const files: { path: string; isPart: boolean }[] = [];
		for (const name of await namesIn(this.#path)) {
			const path = join(this.#path, name);
			if (PART.test(name)) files.push({ path, isPart: true });
			if (!SHELF.test(name)) continue;
			for (const key of await namesIn(path))
				if (KEY.test(key) && key.startsWith(name)) files.push({ path: join(path, key), isPart: false });
		}
		return files;
	}
}

function namesIn(path: string): Promise<string[]> {
	return readdir(path).catch(() => []);
}

/** The answer in a file; undefined if the file is damaged. */
function readAnswer(key: string, content: Uint8Array): KeptAnswer | undefined {
	const end = content.indexOf(NEWLINE);
	const { type, digest, sha256 } = JSON.parse(new TextDecoder().decode(content.subarray(0, end)));
	const answer = { type, digest, bytes: content.subarray(end + 1) };
	return sha256 === hashOf(key, answer) ? answer : undefined;
}

/** The hash of all that belongs to an answer. */
function hashOf(key: string, { type, digest, bytes }: KeptAnswer): string {
	return createHash("sha256")
		.update(JSON.stringify([key, type, digest]))
		.update(bytes)
		.digest("hex");
}
