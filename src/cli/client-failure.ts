import {
	AnswerError,
	ConnectionError,
	DeadlineError,
	DiscoveryError,
	MillError,
	ProblemError,
	UsageError as WrongCall,
} from "../client/index.js";
import { CommandError, NoAnswerError, UnexpectedError, UsageError, WorkError } from "./command-error.js";
import { jsonLine, printableLine } from "./terminal.js";

/** A failure as `--json` prints it and `--expect` reads it. */
export interface Failure {
	readonly kind: "problem" | "connection" | "deadline" | "answer" | "discovery";
	readonly message: string;
	readonly url: string;
	readonly attempts: number;
	readonly problem?: ProblemError["problem"];
	/** What was tried in vain. */
	readonly tried?: readonly string[];
	/** The digest of the input, to tell later whether it is the same. */
	readonly inputDigest?: string;
}

/**
 * Does what a command does with a client, and tells a failure of it once: as a sentence on standard error, or with
 * `--json` as JSON on standard output.
 */
export async function telling(
	json: boolean | undefined,
	work: () => Promise<void>,
	more: () => Promise<Partial<Failure>> = async () => ({}),
): Promise<void> {
	try {
		await work();
	} catch (error) {
		const command = asCommandError(error);
		if (!json || !(command instanceof CommandError) || command instanceof UsageError) throw command;
		const told =
			error instanceof MillError
				? { ...failureOf(error), ...(await more()) }
				: { kind: "expectation", message: command.message };
		process.stdout.write(jsonLine({ error: told }));
		process.exitCode = command.exitCode;
	}
}

/** The failure of a client in the words of the command line; anything else as it is. */
export function asCommandError(error: unknown): unknown {
	if (error instanceof WrongCall) return new UsageError(printableLine(error.message));
	// A stranger's JSON may be nested deeper than this program's own calls can be.
	if (error instanceof RangeError && /call stack/i.test(error.message))
		return new UnexpectedError(
			"Ask for something flatter: the answer is nested too deeply to be looked into.",
		);
	if (!(error instanceof MillError)) return fileError(error) ?? error;
	const message = printableLine(inFlags(error.message));
	if (error instanceof ConnectionError || error instanceof DeadlineError) return new NoAnswerError(message);
	if (error instanceof AnswerError) return new UnexpectedError(message);
	if (error instanceof ProblemError && error.status === 401)
		return new WorkError(`Give a token with --token or GRISTMILL_TOKEN: ${message}`);
	return new WorkError(message);
}

/** What the client advises a program to do, as advice for whoever has flags alone. */
export function inFlags(message: string): string {
	return message
		.replace("with a longer deadline", "with --deadline")
		.replace("Allow larger answers with maxAnswerBytes", "Ask for less, or call it by a program of your own");
}

export function failureOf(error: MillError): Failure {
	const { message, url, attempts } = error;
	const kind =
		error instanceof ProblemError
			? "problem"
			: error instanceof ConnectionError
				? "connection"
				: error instanceof DeadlineError
					? "deadline"
					: error instanceof DiscoveryError
						? "discovery"
						: "answer";
	return {
		kind,
		message,
		url,
		attempts,
		...(error instanceof ProblemError && { problem: error.problem }),
		...(error instanceof DiscoveryError && { tried: error.tried }),
	};
}

function fileError(error: unknown): CommandError | undefined {
	const { code, path } = error as NodeJS.ErrnoException;
	if (code === undefined || path === undefined) return undefined;
	return new UsageError(`Name a file that can be read: ${path} (${code}).`);
}
