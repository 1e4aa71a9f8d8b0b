/** An exception of Python as plain data. */
export interface PythonFailure {
	readonly name: string;
	readonly message: string;
	/** The frames of the author's code, with their source lines. */
	readonly trace: string;
	/** Whether our own Python file raised it, because of a mistake of the author. */
	readonly isMistake: boolean;
	readonly cause?: PythonFailure;
}

/**
 * An exception of Python. Its stack is Python's traceback, below the same first line that Node writes: so the log can show the
 * traceback without the message, which may quote the input.
 */
export class PythonError extends Error {
	constructor({ name, message, trace, cause }: PythonFailure) {
		super(message, cause && { cause: new PythonError(cause) });
		this.name = name;
		this.stack = `${name}: ${message}${trace && `\n${trace}`}`;
	}
}

/** Whether a value from Python is a failure. The author's code may have written to the pipe. */
export function isFailure(value: unknown): value is PythonFailure {
	if (typeof value !== "object" || value === null) return false;
	const { name, message, trace, cause } = value as Record<string, unknown>;
	const isText = [name, message, trace].every((part) => typeof part === "string");
	return isText && (cause === undefined || isFailure(cause));
}
