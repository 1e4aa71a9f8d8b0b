import {
	closeSync,
	lstatSync,
	openSync,
	readFileSync,
	realpathSync,
	rmSync,
	type Stats,
	statSync,
	writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { CLOCK, type Clock } from "../../core/clock.js";
import { InUseError, UsageError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";
import { printable } from "../command-line/terminal.js";
import { isDead, type LockOwner, ownerIn, thisProcess } from "./lock-owner.js";

/** The path of a file, or of the target of a link. */
export function targetOf(path: string): string {
	const isLink = looked(path, lstatSync)?.isSymbolicLink() && looked(path);
	return isLink ? realpathSync(path) : resolve(path);
}

/** The path of a file's lock: next to the file. A link has the lock of its target. */
export function lockOf(path: string): string {
	return `${targetOf(path)}.lock`;
}

/** Stats a path. Undefined if that fails; opening the file reports the reason. */
function looked(path: string, look: (path: string) => Stats = statSync): Stats | undefined {
	try {
		return look(path);
	} catch {
		return undefined;
	}
}

/** How often a run shows that it is alive, in milliseconds. */
export const HEARTBEAT_MS = 5_000;
/** A lock of another machine whose run has not shown itself for this long is free. */
export const LEASE_MS = 30_000;

/** Files that belong to this run. */
interface HeldFiles {
	/** Aborted when another run has taken one over. */
	readonly lost: AbortSignal;
	release(): void;
}

/** A lock of this process. It is written through its descriptor, so that the lock of another run is never touched. */
interface OwnLock {
	readonly path: string;
	readonly descriptor: number;
}

/**
 * Locks files against other runs, which would mix their lines with ours. The lock of a dead process does not count, so that a run can be
 * continued after a kill; on another machine, a process is dead that has not touched its lock for a while. With `takeOver`, no lock
 * counts.
 */
export async function holdFiles(
	paths: readonly string[],
	host: Pick<Host, "cwd" | "events">,
	{ takeOver = false, clock = CLOCK }: { readonly takeOver?: boolean; readonly clock?: Clock } = {},
): Promise<HeldFiles> {
	const held: OwnLock[] = [];
	const lost = new AbortController();
	let beating: unknown;
	const release = () => {
		clock.clearTimeout(beating);
		for (const lock of held.splice(0)) letGo(lock);
		host.events.off("exit", release);
	};
	const beat = () => {
		for (const lock of held)
			if (!touch(lock)) return lost.abort(new InUseError("Another run has taken over: this one stops."));
		beating = clock.setTimeout(beat, HEARTBEAT_MS);
		clock.unref(beating);
	};
	host.events.once("exit", release);
	try {
		let robbed = false;
		for (const path of paths) {
			const found = looked(pathOn(host, path));
			const lock = lockOf(pathOn(host, path));
			// Devices and pipes are not locked.
			if ((found && !found.isFile()) || held.some((one) => one.path === lock)) continue;
			const taken = take(lock, takeOver);
			if (taken === "nowhere") continue;
			if (!("descriptor" in taken)) throw refusal(path, taken.owner);
			held.push(taken);
			robbed ||= taken.robbed;
		}
		beat();
		// The other run notices it at its next heartbeat.
		if (robbed) await new Promise<void>((resolve) => void clock.setTimeout(resolve, 2 * HEARTBEAT_MS));
	} catch (error) {
		release();
		throw error;
	}
	return { lost: lost.signal, release };
}

/** Shows that this run is alive. False if the lock is not its own any more. */
function touch({ path, descriptor }: OwnLock): boolean {
	const own = JSON.stringify(thisProcess());
	try {
		if (contentOf(path) !== own) return false;
		// The time of the file is that of its file system, whatever the clocks of the machines say.
		writeSync(descriptor, own, 0);
		return true;
	} catch {
		return false;
	}
}

/** Takes a lock, or tells its owner. "nowhere" if no lock file can be written; then the run works without one. */
function take(
	lock: string,
	takeOver: boolean,
): (OwnLock & { readonly robbed: boolean }) | "nowhere" | { readonly owner: LockOwner | undefined } {
	let robbed = false;
	for (;;) {
		const descriptor = created(lock);
		if (typeof descriptor === "number") return { path: lock, descriptor, robbed };
		if (descriptor === "nowhere") return "nowhere";
		const found = contentOf(lock);
		if (found === undefined) continue;
		const owner = ownerIn(found);
		const isFree = (owner && isDead(owner)) || (owner?.host !== hostname() && isExpired(lock));
		if (!isFree && !takeOver) return { owner };
		// Only one process at a time removes a lock, and it checks again before: otherwise a second process would remove the new lock
		// of the first.
		const turn = take(`${lock}.next`, false);
		if (turn === "nowhere" || !("descriptor" in turn)) return turn;
		if (contentOf(lock) === found) {
			rmSync(lock, { force: true });
			robbed ||= !isFree;
		}
		letGo(turn);
	}
}

/** Creates a lock file of this process and gives its descriptor. */
function created(lock: string): number | "there" | "nowhere" {
	let descriptor: number;
	try {
		descriptor = openSync(lock, "wx");
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EEXIST" ? "there" : "nowhere";
	}
	try {
		writeSync(descriptor, JSON.stringify(thisProcess()));
		return descriptor;
	} catch {
		// The file was created, but the disk is full.
		closeSync(descriptor);
		rmSync(lock, { force: true });
		return "nowhere";
	}
}

/** Whether a lock was not touched for longer than its lease. A new file beside it tells the time. */
function isExpired(lock: string): boolean {
	const now = `${lock}.${process.pid}`;
	try {
		closeSync(openSync(now, "w"));
		return statSync(now).mtimeMs - statSync(lock).mtimeMs > LEASE_MS;
	} catch {
		return false;
	} finally {
		rmSync(now, { force: true });
	}
}

function letGo({ path, descriptor }: OwnLock): void {
	closeSync(descriptor);
	if (contentOf(path) === JSON.stringify(thisProcess())) rmSync(path, { force: true });
}

function contentOf(lock: string): string | undefined {
	try {
		return readFileSync(lock, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw new UsageError(`The lock ${lock} cannot be read. Name another file, or remove the lock.`);
	}
}

function refusal(path: string, owner: LockOwner | undefined): InUseError {
	const where = owner && owner.host !== hostname() ? ` on ${printable(owner.host)}` : "";
	const who = owner ? `Process ${owner.pid}${where}` : "Another process";
	return new InUseError(
		`${who} writes to ${path}. Wait until it has ended, name another file, or take over with --take-over.`,
	);
}
