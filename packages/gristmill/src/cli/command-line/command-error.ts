import { MillFileError } from "../../mill-files/mill-file-error.js";

/** A failure that is reported in one sentence, without a stack. */
export class CommandError extends Error {
	override name = "CommandError";
	readonly exitCode: number;

	constructor(message: string, exitCode: 1 | 2 | 3 | 4 | 5) {
		super(message);
		this.exitCode = exitCode;
	}
}

/** Wrong usage of the command. */
export class UsageError extends CommandError {
	constructor(message: string) {
		super(message, 2);
	}
}

/** The command cannot do its work: a broken mill, a file that it cannot write, or a port in use. */
export class WorkError extends CommandError {
	/** What is told as JSON. */
	readonly kind: "mill" | "file";

	constructor(message: string, kind: WorkError["kind"] = "file") {
		super(message, 1);
		this.kind = kind;
	}
}

/** No response: the server is down, the connection was lost, or the time was up. */
export class NoAnswerError extends CommandError {
	constructor(message: string) {
		super(message, 3);
	}
}

/** The result differs from the expected one, or violates its schema. */
export class UnexpectedError extends CommandError {
	constructor(message: string) {
		super(message, 4);
	}
}

/** Another run has the files. It may end later. */
export class InUseError extends CommandError {
	constructor(message: string) {
		super(message, 5);
	}
}

/**
 * The failure of a check or a comparison that could not begin. Their exit code 1 tells something about a mill, so that only a
 * broken mill file has it too.
 */
export function notBegun(failure: unknown): unknown {
	return failure instanceof WorkError && failure.kind !== "mill" ? new UsageError(failure.message) : failure;
}

/** Turns an error of a mill file into that of a command. */
export function refuseFile(error: unknown): never {
	if (!(error instanceof MillFileError)) throw error;
	throw error.isMisnamed ? new UsageError(error.message) : new WorkError(error.message, "mill");
}

/** Turns a RangeError of the library, which names a wrong setting, into wrong usage of the command. */
export function refuseSettings(error: unknown): never {
	throw error instanceof RangeError ? new UsageError(error.message) : error;
}

/** Does work that may refuse settings. */
export function refusing<T>(work: () => T): T {
	try {
		return work();
	} catch (error) {
		refuseSettings(error);
	}
}
