/** How a program ended, for the author's `problems`. */
export interface ProgramEnd {
	/** Undefined if it was killed. */
	readonly exitCode: number | undefined;
	/** The signal that killed it. */
	readonly signal: string | undefined;
	/** The end of what it wrote to standard error, at most 2 KiB. It may quote the input. */
	readonly stderr: string;
	/** The limit that it exceeded. Mostly it was killed for that. */
	readonly exceeded: "output" | "folder" | undefined;
}

/**
 * A program failed. The message may quote the input, as standard error often does. The name does not, and it is all that the log
 * tells of an error that a mill threw.
 */
export class ProgramFailure extends Error {
	constructor(what: string, stderr = "") {
		const end = stderr.trim();
		super(end === "" ? what : `${what}. The end of its standard error:\n${end}`);
		this.name = `ProgramFailure (${what})`;
		// The frames would be ours: the program has failed, and not a line of code.
		this.stack = end === "" ? `ProgramFailure: ${what}` : `ProgramFailure: ${this.message}`;
	}
}

/** A mill cannot run its program here. The message says what to do. */
export class ProgramMissing extends Error {
	constructor(message: string) {
		super(message);
		this.name = "ProgramMissing";
		this.stack = message;
	}
}

/** Says in words how a program ended. It has no word of the input. */
export function describeEnd(
	name: string,
	{ exitCode, signal, exceeded }: ProgramEnd,
	limits: { readonly maxOutput: number; readonly maxFolder: number },
): string {
	if (exceeded === "output")
		return `${name} was killed: it wrote more than maxOutput allows, ${limits.maxOutput} bytes`;
	if (exceeded === "folder")
		return `${name} filled its folder: maxFolder is ${limits.maxFolder} bytes, and it may hold 10,000 files`;
	return signal === undefined ? `${name} ended with exit code ${exitCode}` : `${name} was ended by ${signal}`;
}
