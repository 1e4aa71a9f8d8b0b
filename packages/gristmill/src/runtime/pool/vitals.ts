import { readdirSync, readFileSync } from "node:fs";
import { nextTurn } from "../../core/in-slices.js";

/** What the operating system reports about a process. */
interface Vitals {
	/** Resident memory in bytes. */
	readonly resident: number;
	/** Whether a signal such as SIGSTOP has stopped it. */
	readonly isStopped: boolean;
}

/**
 * The vitals of a process; undefined if the process is gone, or if there is no /proc. They are read at once: the kernel has them in
 * memory, and to wait for them takes the event loop longer.
 */
export function vitalsOf(pid: number | undefined): Vitals | undefined {
	if (pid === undefined) return undefined;
	try {
		const status = readFileSync(`/proc/${pid}/status`, "latin1");
		const [, kibibytes = "0"] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
		// A lower-case t means that a debugger has stopped the process.
		return { resident: Number(kibibytes) * 1024, isStopped: /^State:\s+T/m.test(status) };
	} catch {
		return undefined;
	}
}

/** More processes are not looked at: a mill that starts so many is stopped by its deadline. */
const MOST_PROCESSES = 256;

/** This many are looked at before the event loop goes on. */
const AT_ONCE = 8;

/** The resident memory of all processes that a process has started, and of those that they have started, in bytes. */
export async function residentOfChildren(pid: number | undefined): Promise<number> {
	let sum = 0;
	const found = pid === undefined ? [] : childrenOf(pid, [pid]);
	for (let i = 0; i < found.length && i < MOST_PROCESSES; i++) {
		if (i > 0 && i % AT_ONCE === 0) await nextTurn();
		const child = found[i] ?? 0;
		sum += vitalsOf(child)?.resident ?? 0;
		found.push(...childrenOf(child, threadsOf(child)));
	}
	return sum;
}

function threadsOf(pid: number): number[] {
	try {
		return readdirSync(`/proc/${pid}/task`).map(Number);
	} catch {
		return [];
	}
}

/** The processes that these threads of a process have started. Node starts processes in its main thread only. */
function childrenOf(pid: number, threads: readonly number[]): number[] {
	return threads.flatMap((thread) => {
		try {
			const names = readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1");
			return names.split(" ").filter(Boolean).map(Number);
		} catch {
			return [];
		}
	});
}
