import { readFileSync } from "node:fs";

/** What the operating system reports about a process. */
interface Vitals {
	/** Resident memory in bytes. */
	readonly resident: number;
	/** Whether a signal such as SIGSTOP has stopped it. */
	readonly isStopped: boolean;
}

/** The vitals of a process; undefined if the process is gone, or if there is no /proc. */
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
