import { CommandError } from "./command-error.js";
import { type Host, processHost } from "./host.js";
import { complain } from "./terminal.js";

/** Does the work of a command: says what went wrong, and resolves to the exit code. */
export async function reporting(
	host: Host,
	work: () => Promise<number | undefined>,
): Promise<number | undefined> {
	host.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
		// `| head` closes the pipe early. That is not a mistake.
		if (code === "EPIPE") return host.exit();
		complain(host, `The output cannot be written (${code}). Free some disk space, or write it elsewhere.`);
		host.exit(1);
	});
	// The work goes on if standard error is closed.
	host.stderr.on("error", () => {});
	try {
		return await work();
	} catch (error) {
		if (isOutOfFiles(error)) {
			complain(host, TOO_FEW_FILES);
			return 1;
		}
		// A mistake of the user is one sentence. A mistake of this program keeps its stack.
		if (!(error instanceof CommandError)) throw error;
		complain(host, error.message);
		return error.exitCode;
	}
}

const TOO_FEW_FILES =
	"This process or system has too many open files. Raise the limit, for example with ulimit -n 4096, and start again.";

/** Whether a file or module could not be opened because too many are open. */
function isOutOfFiles(error: unknown): boolean {
	const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
	return code === "EMFILE" || code === "ENFILE";
}

/** Does the work of this process, and ends the process with the exit code, unless there is none. */
export async function asProgram(work: (host: Host) => Promise<number | undefined>): Promise<void> {
	const host = processHost();
	const code = await reporting(host, () => work(host));
	if (code === undefined) return;
	process.exitCode = code;
	// Timers of mill files, which this process imports for their definitions, would keep it alive.
	// A failed write is told before.
	host.stdout.write("", () => host.stderr.write("", () => setImmediate(() => process.exit())));
}
