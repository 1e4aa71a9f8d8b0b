import { randomBytes } from "node:crypto";
import {
	accessSync,
	constants,
	lstatSync,
	mkdirSync,
	readdirSync,
	readlinkSync,
	realpathSync,
	statfsSync,
} from "node:fs";
import { rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLOCK, type Clock } from "../core/clock.js";
import { keepFiles } from "./keep-files.js";
import { warden } from "./warden.js";

/** How often a workplace is marked as used, and after which time without a mark it is left over, in milliseconds. */
const MARK_MS = 60_000;
const LEFT_OVER_MS = 10 * MARK_MS;
/** After this time it is looked at again. If the time of day stepped forward, an old mark says nothing, and a new one comes meanwhile. */
const LOOK_AGAIN_MS = 3 * MARK_MS;

/** A file system in memory, on Linux. */
const MEMORY = "/dev/shm";

/** A folder of this server alone, such as the one in which the calls of programs get theirs. */
export interface Workplace {
	readonly path: string;
	/** Removes it with everything in it. */
	remove(): Promise<void>;
}

/**
 * Makes a workplace with room for a folder of this many bytes: in memory if there is room, or in the temporary folder. Without a
 * number, it is in the temporary folder.
 */
export function makeWorkplace(maxFolder = Number.POSITIVE_INFINITY, clock: Clock = CLOCK): Workplace {
	const parent = hasRoom(MEMORY, maxFolder) ? MEMORY : realpathSync(tmpdir());
	const endSweep = sweep(parent, clock);
	const path = join(parent, `${prefixOf(process.pid)}${randomBytes(6).toString("hex")}`);
	// Removed by the warden if this process is killed, and by the next server if the warden is killed too.
	warden.guard(path);
	try {
		mkdirSync(path, { mode: 0o700 });
	} catch (error) {
		warden.release(path);
		const { code } = error as NodeJS.ErrnoException;
		throw new RangeError(
			`The folder of the server in ${parent} could not be made (${code}). Let the server write there.`,
		);
	}
	const mark = setInterval(() => utimes(path, new Date(), new Date()).catch(() => {}), MARK_MS).unref();
	made.add(path);
	const endKeeping = keepFiles(path);
	const remove = async () => {
		clearInterval(mark);
		endSweep();
		endKeeping();
		made.delete(path);
		// Workers that have just been killed may still write for a moment.
		await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }).catch(() => {});
		warden.release(path);
	};
	return { path, remove };
}

function hasRoom(folder: string, bytes: number): boolean {
	try {
		accessSync(folder, constants.W_OK);
		const { bavail, bsize } = statfsSync(folder);
		return bavail * bsize >= bytes;
	} catch {
		return false;
	}
}

/** The start of a workplace's name. Process ids are unique only within their namespace, which a container may have. */
function prefixOf(pid: number): string {
	return `gristmill-${namespace()}-${pid}-`;
}

function namespace(): string {
	try {
		return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "0";
	} catch {
		return "0";
	}
}

/** The workplaces of this process: after a pause, they may not be marked. */
const made = new Set<string>();

/**
 * Removes the workplaces of servers that were killed together with their wardens, at once or when they have been looked at again.
 * Returns a function that ends this.
 */
function sweep(parent: string, clock: Clock): () => void {
	const pattern = /^gristmill-(\d+)-(\d+)-[0-9a-f]{12}$/;
	/** When those that seem to be left over were marked. */
	const unmarked = new Map<string, number>();
	for (const name of readdirSync(parent)) {
		const [, space, pid] = pattern.exec(name) ?? [];
		const path = join(parent, name);
		if (space === undefined || made.has(path)) continue;
		const found = lstatSync(path, { throwIfNoEntry: false });
		if (found?.uid !== process.getuid?.()) continue;
		// The server of a container that has started again has another namespace or the same process id. Only the mark tells whether a
		// workplace is in use then.
		if (space !== namespace() || Number(pid) === process.pid) {
			const marked = found?.mtimeMs ?? 0;
			if (Date.now() - marked >= LEFT_OVER_MS) unmarked.set(path, marked);
		} else if (!isAlive(Number(pid))) discard(path);
	}
	if (unmarked.size === 0) return () => {};
	const timer = clock.setTimeout(() => {
		for (const [path, marked] of unmarked)
			if (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs === marked) discard(path);
	}, LOOK_AGAIN_MS);
	clock.unref(timer);
	return () => clock.clearTimeout(timer);
}

function discard(path: string): void {
	void rm(path, { recursive: true, force: true }).catch(() => {});
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
