import { MiB } from "../core/definition/limits.js";
import type { ParameterValues } from "../core/parameters.js";
import type { Problem } from "../core/problem.js";
import type { ProgramEnd } from "./program-failure.js";

/** What a command gets besides the input: parameters of any mill. */
export interface CommandContext {
	readonly parameters: object;
	readonly signal: AbortSignal;
}

/** What a `result` function gets besides the bytes. */
export interface ResultContext {
	readonly exitCode: number;
	/** The end of standard error, at most 2 KiB. */
	readonly stderr: string;
	readonly parameters: ParameterValues;
}

/** Makes the output of the bytes of a result. */
export type ResultFunction<Output = unknown> = (
	bytes: Uint8Array,
	context: ResultContext,
) => Output | Promise<Output>;

/** How bytes become the output: `{ text }`, the JSON object that they are, or what a function makes of them. */
export type ResultForm = "text" | "json" | ResultFunction;

/** A `run` that starts a program. */
export type CommandRun<Output> = (input: unknown, context: CommandContext) => CommandResult<Output>;

/** The output; or, if the mill has `parts`, a generator of them. */
export type CommandResult<Output> = Promise<Output> & AsyncGenerator<never, never, void>;

/** The options of `command`. */
export interface CommandOptions {
	/** Default: `text`. The bytes are those of standard output, or of the file that `{output}` or `file` names. */
	readonly result?: ResultForm;
	/** The name of the result's file in the folder of the call, if the program chooses it itself. */
	readonly file?: string;
	/** Gives each call a folder, even if no argument names `{input}` or `{output}`. */
	readonly folder?: boolean;
	/** The exit codes of a success. Default: 0. */
	readonly success?: readonly number[];
	/** By exit code, the code of the problem that it means; or a function. What has no problem is a crash. */
	readonly problems?: Readonly<Record<number, string>> | ((end: ProgramEnd) => Problem | string | undefined);
	/** The variables of the server that the program gets, by name, or variables with their values. */
	readonly env?: readonly string[] | Readonly<Record<string, string>>;
	/** The arguments with which the program prints its version; what it prints becomes part of the digest. */
	readonly version?: readonly string[];
	/** The most bytes of a result. Default: 64 MiB. */
	readonly maxOutput?: number;
	/** The most bytes in the folder of a call. Default: 256 MiB. */
	readonly maxFolder?: number;
	/** The most bytes of memory of each process of the program. Default: 2 GiB. */
	readonly maxMemory?: number;
}

export const LIMITS = { maxOutput: 64 * MiB, maxFolder: 256 * MiB, maxMemory: 2048 * MiB };

const KEYS = [
	"result", "file", "folder", "success", "problems", "env", "version", "maxOutput", "maxFolder", "maxMemory",
]; // biome-ignore format: a list

/** Says what to change in the options of a command; undefined if they are valid. */
export function complainAboutOptions(options: Readonly<Record<string, unknown>>): string | undefined {
	const unknown = Object.keys(options).find((key) => !KEYS.includes(key));
	if (unknown) return `Unknown option "${unknown}". The options are ${KEYS.join(", ")}.`;
	const { result = "text", file, success = [0], problems = {}, env = [], version = [] } = options;
	if (result !== "text" && result !== "json" && typeof result !== "function")
		return 'result must be "text", "json" or a function of the bytes.';
	if (file !== undefined && !(typeof file === "string" && /^[^/\0]+$/.test(file) && !/^\.\.?$/.test(file)))
		return `file is ${JSON.stringify(file)}, and must be a name in the folder of the call, without "/".`;
	if (!isListOf(success, Number.isInteger)) return "success must be a list of exit codes.";
	if (typeof problems !== "function" && !(isRecord(problems) && Object.keys(problems).every(isExitCode)))
		return 'problems must have exit codes as keys, such as { 65: "not-a-picture" }, or be a function.';
	if (!isListOf(version, isText)) return 'version must be a list of arguments, such as ["--version"].';
	const names = isRecord(env) ? Object.keys(env) : env;
	if (!isListOf(names, isText) || (isRecord(env) && !Object.values(env).every(isText)))
		return 'env must be a list of names, or an object of texts, such as { HOME: "/tmp" }.';
	if (names.includes("NODE_OPTIONS"))
		return "env has NODE_OPTIONS, which Node itself sets for workers. Leave it out.";
	for (const limit of Object.keys(LIMITS)) {
		const bytes = options[limit];
		if (bytes !== undefined && !(Number.isSafeInteger(bytes) && Number(bytes) > 0))
			return `${limit} is ${String(bytes)}, which is not a positive number of bytes.`;
	}
	return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isListOf(value: unknown, is: (item: unknown) => boolean): value is readonly unknown[] {
	return Array.isArray(value) && value.every(is);
}

function isText(value: unknown): boolean {
	return typeof value === "string" && !value.includes("\0");
}

function isExitCode(key: string): boolean {
	return /^\d{1,3}$/.test(key);
}
