import { once } from "node:events";
import { warden } from "../command/warden.js";
import { isObject } from "../core/schema/is-object.js";
import { Wire } from "../runtime/pool/wire.js";
import type { ToldMill } from "./python-mill.js";
import { startPython, TOO_OLD } from "./start-python.js";

/** A mill file that takes longer to import hangs. Large packages take many seconds. */
const MOST_MS = 120_000;
/** How long we wait for the message of a process that has ended. */
const LAST_MESSAGE_MS = 1_000;

/** What is wrong with a mill file, and where. */
export interface FileMistake {
	readonly message: string;
	readonly file: string;
	readonly line?: number;
	readonly column?: number;
}

/** What Python tells of a mill file: its mill and its source files, or what is wrong with it. */
type FileDescription =
	| { readonly told: ToldMill & { readonly sources: readonly string[]; readonly executable: string } }
	| { readonly failure: FileMistake };

/** Imports a mill file in a Python process of its own, and returns what it tells. */
export async function describeFile(
	interpreter: string,
	script: string,
	mostMs = MOST_MS,
): Promise<FileDescription> {
	const answer = await askOnce(interpreter, script, "describe", mostMs);
	if (typeof answer === "string") return { failure: { message: answer, file: script } };
	return answer as unknown as FileDescription;
}

/** The script and the modules beside it that it imports, also those that are missing, without running them. */
export async function sourcesOf(
	interpreter: string,
	script: string,
): Promise<{ readonly files: readonly string[]; readonly isComplete: boolean }> {
	const answer = await askOnce(interpreter, script, "sources", MOST_MS);
	if (typeof answer === "string" || !Array.isArray(answer.sources))
		return { files: [script], isComplete: false };
	return { files: answer.sources, isComplete: answer.complete === true };
}

/** The one message that the process sends; or why there is none, as a sentence. */
async function askOnce(
	interpreter: string,
	script: string,
	command: "describe" | "sources",
	mostMs: number,
): Promise<Readonly<Record<string, unknown>> | string> {
	const { child, pipe } = startPython({ interpreter, script }, command, { output: 2, detached: true });
	const { pid } = child;
	if (pid === undefined) {
		const [error] = (await once(child, "error")) as [Error];
		return `Python could not be started: ${error.message}.`;
	}
	// In a group of its own, so that everything that the file starts ends with it.
	warden.guard(-pid);
	let timer: NodeJS.Timeout | undefined;
	const message = new Promise<unknown>((resolve) => {
		new Wire(pipe, pipe, resolve, (isUnreadable) => {
			if (isUnreadable)
				resolve(
					"The mill file wrote to a file descriptor that it has not opened. Use only those that it opens.",
				);
		});
		child.on("exit", (code, signal) => {
			const how = signal ? `signal ${signal}` : `exit code ${code}`;
			// The message may still be in the pipe.
			const why =
				code === TOO_OLD
					? `${interpreter} is older than Python 3.9. Use Python 3.9 or newer.`
					: `The import of the mill file ended its process with ${how}. Do not end the process there.`;
			const told = () => resolve(why);
			if (pipe.closed) told();
			else pipe.once("close", told);
			clearTimeout(timer);
			timer = setTimeout(told, LAST_MESSAGE_MS);
		});
		timer = setTimeout(
			() => resolve(`The import of the mill file took longer than ${mostMs / 1_000} s. Do not wait in it.`),
			mostMs,
		);
	});
	const answer = await message;
	clearTimeout(timer);
	try {
		process.kill(-pid, "SIGKILL");
	} catch {
		// It has ended already.
	}
	if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
	warden.release(-pid);
	if (typeof answer === "string") return answer;
	return isObject(answer) ? answer : "The Python process answered with something else than a description.";
}
