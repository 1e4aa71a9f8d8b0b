import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/** Sends a signal. Not `process.kill(pid ?? 0)`: 0 is the process group of whoever asks, here of all tests. */
export function signal(pid: number | undefined, name: NodeJS.Signals): void {
	if (!pid) throw new RangeError("There is no such process.");
	process.kill(pid, name);
}

/** Returns the processes whose command line contains a text. Zombie processes are not included. */
export function processesWith(text: string): number[] {
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name) && commandLine(name).includes(text))
		.map(Number);
}

function commandLine(pid: string): string {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, "utf8");
	} catch {
		return "";
	}
}

/** Kills the processes whose command line contains a text. One that ends meanwhile is no failure. */
export function killProcesses(text: string): void {
	for (const pid of processesWith(text))
		try {
			process.kill(pid, "SIGKILL");
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
		}
}

/** Waits until this number of processes have a text in their command line. */
export async function untilProcesses(text: string, count: number): Promise<void> {
	while (processesWith(text).length !== count) await setTimeout(20);
}
