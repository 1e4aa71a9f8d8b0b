import { lstatSync, readFileSync, realpathSync, rmSync, type Stats, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { UsageError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";
import { printable } from "../command-line/terminal.js";
import { isDead, type LockOwner, ownerIn, thisProcess } from "./lock-owner.js";

/** The path of a file's lock: next to the file. A link has the lock of its target. */
export function lockOf(path: string): string {
	const isLink = looked(path, lstatSync)?.isSymbolicLink() && looked(path);
	return `${isLink ? realpathSync(path) : resolve(path)}.lock`;
}

/** Stats a path. Undefined if that fails; opening the file reports the reason. */
function looked(path: string, look: (path: string) => Stats = statSync): Stats | undefined {
	try {
		return look(path);
	} catch {
		return undefined;
	}
}

/**
 * Locks files against other runs, which would mix their lines with ours. Returns a function that releases the locks.
 * The lock of a dead process does not count, so that a run can be continued after a kill.
 */
export function holdFiles(paths: readonly string[], host: Pick<Host, "cwd" | "events">): () => void {
	const held: string[] = [];
	const release = () => {
		for (const lock of held.splice(0)) letGo(lock);
		host.events.off("exit", release);
	};
	host.events.once("exit", release);
	try {
		for (const path of paths) {
			const found = looked(pathOn(host, path));
			const lock = lockOf(pathOn(host, path));
			// Devices and pipes are not locked.
			if ((found && !found.isFile()) || held.includes(lock)) continue;
			const other = take(lock);
			if (other === "held") held.push(lock);
			else if (other !== "nowhere") throw refusal(path, lock, other);
		}
	} catch (error) {
		release();
		throw error;
	}
	return release;
}

/** Takes a lock, or returns its owner. "nowhere" if no lock file can be written; then the run works without one. */
function take(lock: string): "held" | "nowhere" | LockOwner | undefined {
	for (;;) {
		try {
			writeFileSync(lock, JSON.stringify(thisProcess()), { flag: "wx" });
			return "held";
		} catch (error) {
			const { code, syscall } = error as NodeJS.ErrnoException;
			// The file was created, but the disk is full.
			if (syscall === "write") rmSync(lock, { force: true });
			if (code !== "EEXIST") return "nowhere";
		}
		const found = contentOf(lock);
		if (found === undefined) continue;
		const owner = ownerIn(found);
		if (!owner || !isDead(owner)) return owner;
		// Only one process at a time removes a dead lock, and it checks again before: otherwise a second process would
		// remove the new lock of the first.
		const turn = take(`${lock}.next`);
		if (turn !== "held") return turn;
		if (contentOf(lock) === found) rmSync(lock, { force: true });
		letGo(`${lock}.next`);
	}
}

function letGo(lock: string): void {
	if (contentOf(lock) === JSON.stringify(thisProcess())) rmSync(lock, { force: true });
}

function contentOf(lock: string): string | undefined {
	try {
		return readFileSync(lock, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw new UsageError(`Name another file, or remove ${lock}: it cannot be read.`);
	}
}

function refusal(path: string, lock: string, owner: LockOwner | undefined): UsageError {
	const demand = "Wait until the other run ends, or name another file:";
	if (owner?.host === hostname()) return new UsageError(`${demand} process ${owner.pid} writes to ${path}.`);
	const who = owner ? `process ${owner.pid} on ${printable(owner.host)}` : "another process";
	return new UsageError(`${demand} ${who} writes to ${path}. If it has ended, remove ${lock}.`);
}
