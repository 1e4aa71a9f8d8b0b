import {
	AnswerError,
	ConnectionError,
	DeadlineError,
	DiscoveryError,
	MillError,
	ProblemError,
	UsageError as WrongCall,
} from "../../client/index.js";
import { readTrouble } from "../../core/file-trouble.js";
import {
	CommandError,
	NoAnswerError,
	UnexpectedError,
	UsageError,
	WorkError,
} from "../command-line/command-error.js";
import type { Host } from "../command-line/host.js";
import { jsonLine, printableLine } from "../command-line/terminal.js";

/** A failure as `--json` prints it and `--expect` reads it. */
export interface CallFailure {
	readonly kind: "problem" | "connection" | "deadline" | "answer" | "discovery";
	readonly message: string;
	readonly url: string;
	readonly attempts: number;
	readonly problem?: ProblemError["problem"];
	/** The URLs that were tried without success. */
	readonly tried?: readonly string[];
	/** The digest of the input, to recognise it later. */
	readonly inputDigest?: string;
}

/**
 * Runs the work of a command, and resolves to its exit code. Reports its failure: a sentence on standard error, or with `--json`
 * JSON on standard output.
 */
export async function reportingFailure(
	{ stdout }: Host,
	json: boolean | undefined,
	work: () => Promise<void>,
	more: () => Promise<Partial<CallFailure>> = async () => ({}),
): Promise<number> {
	try {
		await work();
		return 0;
	} catch (error) {
		const command = asCommandError(error);
		if (!json || !(command instanceof CommandError) || command instanceof UsageError) throw command;
		const told =
			error instanceof MillError
				? { ...failureOf(error), ...(await more()) }
				: { kind: command instanceof WorkError ? command.kind : "expectation", message: command.message };
		stdout.write(jsonLine({ error: told }));
		return command.exitCode;
	}
}

/** Turns an error of the client into a CommandError. Returns other errors unchanged. */
export function asCommandError(error: unknown): unknown {
	if (error instanceof WrongCall) return new UsageError(printableLine(error.message));
	// JSON of another server may be nested deeper than the call stack allows.
	if (error instanceof RangeError && /call stack/i.test(error.message))
		return new UnexpectedError("The result is nested too deeply to be processed.");
	if (!(error instanceof MillError)) return fileError(error) ?? error;
	const message = printableLine(inFlags(error.message));
	if (error instanceof ConnectionError || error instanceof DeadlineError) return new NoAnswerError(message);
	if (error instanceof AnswerError) return new UnexpectedError(message);
	if (error instanceof ProblemError && error.status === 401)
		return new WorkError(`${message} Give a token with --token or GRISTMILL_TOKEN.`);
	return new WorkError(message);
}

/** Replaces the client's advice for programs with advice for the command line. */
export function inFlags(message: string): string {
	return message
		.replace("Use a longer deadline", "Use a longer --deadline")
		.replace("Raise maxAnswerBytes", "Raise --max-answer");
}

export function failureOf(error: MillError): CallFailure {
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
	// Node does not name the path of a folder that it fails to read.
	if (code === "EISDIR") return new UsageError("A folder was given. Name a file.");
	if (code === undefined || path === undefined) return undefined;
	return new UsageError(`${readTrouble(path, error)}. Name a readable file.`);
}
