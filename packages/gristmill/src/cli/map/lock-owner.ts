import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { isObject } from "../../core/schema/is-object.js";

/** The process that holds a lock. */
export interface LockOwner {
	readonly pid: number;
	readonly host: string;
	/** Its start time, if the system tells it: process ids are reused. */
	readonly birth?: string;
}

/** Reads the owner of a lock. Undefined if the content is incomplete or foreign. */
export function ownerIn(content: string): LockOwner | undefined {
	try {
		const value: unknown = JSON.parse(content);
		if (!isObject(value)) return undefined;
		const { pid, host, birth } = value;
		if (!Number.isSafeInteger(pid) || (pid as number) <= 0 || typeof host !== "string") return undefined;
		return { pid: pid as number, host, ...(typeof birth === "string" && { birth }) };
	} catch {
		return undefined;
	}
}

/** This process. */
export function thisProcess(): LockOwner {
	const { birth } = lifeOf(process.pid);
	return { pid: process.pid, host: hostname(), ...(birth !== undefined && { birth }) };
}

/** Whether a process has ended. False for processes of other machines, because that cannot be known here. */
export function isDead({ pid, host, birth }: LockOwner): boolean {
	if (host !== hostname()) return false;
	try {
		process.kill(pid, 0);
	} catch (error) {
		// EPERM: the process of another user is alive.
		if ((error as NodeJS.ErrnoException).code === "ESRCH") return true;
	}
	const life = lifeOf(pid);
	return life.ended || (birth !== undefined && life.birth !== undefined && birth !== life.birth);
}

/** Reads the state and the start time (field 22) of a process on Linux. Empty on other systems. */
function lifeOf(pid: number): { readonly ended: boolean; readonly birth?: string } {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		// After the name, which may contain spaces and brackets.
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		return { ended: fields[0] === "Z", ...(fields[19] !== undefined && { birth: fields[19] }) };
	} catch {
		return { ended: false };
	}
}
