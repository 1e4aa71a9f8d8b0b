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
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { warden } from "./warden.js";

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
export function makeWorkplace(maxFolder = Number.POSITIVE_INFINITY): Workplace {
	const parent = hasRoom(MEMORY, maxFolder) ? MEMORY : realpathSync(tmpdir());
	sweep(parent);
	const path = join(parent, `${prefixOf(process.pid)}${randomBytes(6).toString("hex")}`);
	// Removed by the warden if this process is killed, and by the next server if the warden is killed too.
	warden.guard(path);
	try {
		mkdirSync(path, { mode: 0o700 });
	} catch (error) {
		warden.release(path);
		const { code } = error as NodeJS.ErrnoException;
		throw new RangeError(`Let the server write to ${parent}: its folder there could not be made (${code}).`);
	}
	const remove = async () => {
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

/** Removes the workplaces of servers that were killed together with their wardens. */
function sweep(parent: string): void {
	const pattern = new RegExp(`^gristmill-${namespace()}-(\\d+)-[0-9a-f]{12}$`);
	for (const name of readdirSync(parent)) {
		const pid = Number(pattern.exec(name)?.[1] ?? 0);
		const path = join(parent, name);
		if (pid === 0 || isAlive(pid) || lstatSync(path, { throwIfNoEntry: false })?.uid !== process.getuid?.())
			continue;
		void rm(path, { recursive: true, force: true }).catch(() => {});
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
