import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { isObject } from "../../core/is-object.js";

/** The process that writes to a file. */
export interface Holder {
	readonly pid: number;
	readonly host: string;
	/** When it was born, where the system says it: process ids are used again. */
	readonly birth?: string;
}

/** Who has written a lock; undefined where it is not written to its end, or by somebody else. */
export function holderIn(content: string): Holder | undefined {
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
export function ourselves(): Holder {
	const { birth } = lifeOf(process.pid);
	return { pid: process.pid, host: hostname(), ...(birth !== undefined && { birth }) };
}

/** Whether a process has surely ended; of another machine nobody knows. */
export function isDead({ pid, host, birth }: Holder): boolean {
	if (host !== hostname()) return false;
	try {
		process.kill(pid, 0);
	} catch (error) {
		// Another user's process may not be signalled, but it lives.
		if ((error as NodeJS.ErrnoException).code === "ESRCH") return true;
	}
	const life = lifeOf(pid);
	return life.ended || (birth !== undefined && life.birth !== undefined && birth !== life.birth);
}

/** What Linux says of a process: its state and the 22nd field, its birth; nothing elsewhere. */
function lifeOf(pid: number): { readonly ended: boolean; readonly birth?: string } {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		// Behind the name, which may hold spaces and brackets itself.
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		return { ended: fields[0] === "Z", ...(fields[19] !== undefined && { birth: fields[19] }) };
	} catch {
		return { ended: false };
	}
}
