/** A failure that the person at the terminal is told in one sentence, without a stack. */
export class CommandError extends Error {
	override name = "CommandError";
	readonly exitCode: number;

	constructor(message: string, exitCode: 1 | 2 | 3 | 4) {
		super(message);
		this.exitCode = exitCode;
	}
}

/** The command was called wrongly. */
export class UsageError extends CommandError {
	constructor(message: string) {
		super(message, 2);
	}
}

/** The command was called rightly and cannot do its work: a broken mill file, a port in use. */
export class WorkError extends CommandError {
	constructor(message: string) {
		super(message, 1);
	}
}

/** No answer came: nobody listens, the connection was cut, or it took too long. */
export class NoAnswerError extends CommandError {
	constructor(message: string) {
		super(message, 3);
	}
}

/** An answer came that is not the one that was expected, or not what its schema says. */
export class UnexpectedError extends CommandError {
	constructor(message: string) {
		super(message, 4);
	}
}
