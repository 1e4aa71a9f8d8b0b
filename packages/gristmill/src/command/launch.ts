import { type ChildProcess, spawn } from "node:child_process";
import type { LIMITS } from "./options.js";
import { Warden } from "./warden.js";

/**
 * Starts a program in its own process group. A shell runs these fixed lines and becomes the program; it never reads the
 * arguments. It does what Node cannot: it tells the warden its process group before the program starts, so that no moment is
 * left in which this process could be killed and the program not, and it sets the limits of the kernel.
 * Some versions of Node put the permissions of this process into NODE_OPTIONS; they are not meant for the program.
 */
const SCRIPT = `
trap '' PIPE
echo "+ -$$" >&3
trap - PIPE
exec 3>&-
ulimit -c 0
ulimit -f "$1"
ulimit -d "$2"
shift 2
unset NODE_OPTIONS PWD OLDPWD
exec "$@"
`;

/** The warden of the programs and folders of this process: it ends them when this process is killed. */
export const guard = new Warden({ stays: true });

/** Starts a program with pipes for input, output and errors. Throws or emits `error` if it cannot be started. */
export function launch(
	path: string,
	words: readonly string[],
	{ maxFolder, maxMemory }: typeof LIMITS,
	{ cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): ChildProcess {
	// ulimit counts blocks of 512 bytes, and memory in KiB.
	const limits = [Math.ceil(maxFolder / 512), Math.ceil(maxMemory / 1024)].map(String);
	return spawn("/bin/sh", ["-c", SCRIPT, "gristmill-launch", ...limits, path, ...words], {
		cwd,
		env: { ...env },
		detached: true,
		stdio: ["pipe", "pipe", "pipe", guard.channel() ?? "ignore"],
	});
}

/** Kills a program with its whole process group. */
export function killGroup(pid: number): void {
	try {
		process.kill(-pid, "SIGKILL");
	} catch {
		// It has ended already.
	}
}
