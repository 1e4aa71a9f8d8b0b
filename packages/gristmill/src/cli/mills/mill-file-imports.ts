import { isA } from "../../core/is-a.js";
import type { Bundle } from "../../mill-files/bundle.js";
import { describeImportError, placeIn } from "../../mill-files/import-error.js";
import type { Host } from "../command-line/host.js";
import { complain } from "../command-line/terminal.js";

interface ImportedFile {
	/** Its path, as given. */
	readonly file: string;
	readonly made: Bundle;
}

/**
 * The mill files that a command imports to read their definitions; their algorithms run in workers. A timer or a promise that a
 * mill file leaves behind must neither end the process nor keep it alive.
 */
export class MillFileImports {
	readonly host: Host;
	readonly #files: ImportedFile[] = [];
	/** Files whose import has not finished. */
	readonly #unfinished = new Set<ImportedFile>();
	#isOver = false;
	/** Until a server listens, an error of a mill file ends the program with a message. */
	#report = (error: unknown, found: ImportedFile | undefined): void => {
		this.giveUp();
		if (!found) throw error;
		complain(this.host, describeImportError(error, found.file, found.made));
		this.host.exit(1);
	};

	constructor(host: Host) {
		this.host = host;
	}

	/** Notes a mill file before its import. Call the returned function when the import has finished. */
	note(file: ImportedFile): () => void {
		const { events } = this.host;
		// One listener for all files: Node warns of a leak if an event has more than ten.
		if (this.#files.length === 0) {
			events.on("uncaughtException", (error) => this.#onError(error));
			events.once("exit", () => this.#reportUnfinished());
		}
		this.#files.push(file);
		this.#unfinished.add(file);
		return () => this.#unfinished.delete(file);
	}

	/** The command fails for another reason. Unfinished imports are not worth a message any more. */
	giveUp(): void {
		this.#isOver = true;
	}

	/** From now on, uncaught errors of mill files are reported and do not end the process. */
	survive(onFailure: (error: unknown, file: string | undefined) => void): void {
		this.#report = (error, found) => onFailure(error, found?.file);
	}

	/** Node silently ends a process that only waits for a promise. */
	#reportUnfinished(): void {
		if (this.#isOver) return;
		const advice =
			"The import of the mill file ended the process. Do not call process.exit in it, and do not await an event that never happens.";
		for (const { file } of this.#unfinished) {
			complain(this.host, `${file}: ${advice}`);
			process.exitCode = 1;
		}
	}

	#onError(error: unknown): void {
		const file = this.#files.find(({ made }) => placeIn(error, made) !== undefined);
		// Other errors are mistakes of this program and keep their stack. What is no error is not ours: only a mill throws it.
		if (!file && isA(error, Error) && !isRejectedValue(error)) throw error;
		this.#report(error, file);
	}
}

/** Whether Node made this error of a rejected value that is none. Its message quotes the value. */
function isRejectedValue(error: Error): boolean {
	try {
		return (error as NodeJS.ErrnoException).code === "ERR_UNHANDLED_REJECTION";
	} catch {
		// It is a Proxy.
		return true;
	}
}
