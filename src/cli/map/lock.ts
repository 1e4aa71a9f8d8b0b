import { lstatSync, readFileSync, realpathSync, rmSync, type Stats, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { UsageError } from "../command-error.js";
import { printable } from "../terminal.js";
import { type Holder, holderIn, isDead, ourselves } from "./holder.js";

/** Where the lock of a file lies: beside it, or beside what a link leads to, so that two names of it have one. */
export function lockOf(path: string): string {
	const isLink = looked(path, lstatSync)?.isSymbolicLink() && looked(path);
	return `${isLink ? realpathSync(path) : resolve(path)}.lock`;
}

/** What lies at a path; why nothing can be seen there is told by whoever opens it. */
function looked(path: string, look: (path: string) => Stats = statSync): Stats | undefined {
	try {
		return look(path);
	} catch {
		return undefined;
	}
}

/**
 * Holds files against other runs, whose lines would come between ours; gives what lets them go. The lock of a process
 * that is dead holds nobody, so that a run can be continued after a kill.
 */
export function holdFiles(paths: readonly string[]): () => void {
	const held: string[] = [];
	const release = () => {
		for (const lock of held.splice(0)) letGo(lock);
		process.off("exit", release);
	};
	process.once("exit", release);
	try {
		for (const path of paths) {
			const found = looked(path);
			const lock = lockOf(path);
			// Devices and pipes take lines from anybody.
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

/** Takes a lock, or tells who has it; `nowhere` where none can be written, which is no reason to refuse the work. */
function take(lock: string): "held" | "nowhere" | Holder | undefined {
	for (;;) {
		try {
			writeFileSync(lock, JSON.stringify(ourselves()), { flag: "wx" });
			return "held";
		} catch (error) {
			const { code, syscall } = error as NodeJS.ErrnoException;
			// Made, but there was no room for a word in it.
			if (syscall === "write") rmSync(lock, { force: true });
			if (code !== "EEXIST") return "nowhere";
		}
		const found = contentOf(lock);
		if (found === undefined) continue;
		const holder = holderIn(found);
		if (!holder || !isDead(holder)) return holder;
		// One at a time removes the lock of a dead process, and looks again before: else the second one would remove the
		// lock of the first.
		const turn = take(`${lock}.next`);
		if (turn !== "held") return turn;
		if (contentOf(lock) === found) rmSync(lock, { force: true });
		letGo(`${lock}.next`);
	}
}

function letGo(lock: string): void {
	if (contentOf(lock) === JSON.stringify(ourselves())) rmSync(lock, { force: true });
}

function contentOf(lock: string): string | undefined {
	try {
		return readFileSync(lock, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw new UsageError(`Name another file, or remove ${lock}: it cannot be read.`);
	}
}

function refusal(path: string, lock: string, holder: Holder | undefined): UsageError {
	const demand = "Wait until the other run has ended, or name another file:";
	if (holder?.host === hostname())
		return new UsageError(`${demand} process ${holder.pid} writes to ${path}.`);
	const who = holder ? `process ${holder.pid} on ${printable(holder.host)}` : "another process";
	return new UsageError(`${demand} ${who} writes to ${path}. If it is gone, remove ${lock}.`);
}
