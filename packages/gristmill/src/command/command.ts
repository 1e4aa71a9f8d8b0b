import { fileURLToPath } from "node:url";
import { growingMember } from "../core/definition/growing-member.js";
import { type ProgramPlace, startsProgram } from "../core/definition/program.js";
import { MILL_MAY_RAISE } from "../core/problem-table.js";
import { type JsonSchema, properties } from "../core/schema/schema-parts.js";
import {
	type CommandContext,
	type CommandOptions,
	type CommandResult,
	type CommandRun,
	complainAboutOptions,
	LIMITS,
	type ResultFunction,
} from "./options.js";
import type { ProgramCall } from "./run-program.js";
import { complainAboutWords, fileNamed, parametersNamed, type Word } from "./words.js";

/** The program and its arguments. */
type CommandWords = readonly [program: string | URL, ...words: Word[]];

/**
 * Makes a `run` of an existing program. The program reads the input from standard input, or from the file `{input}`. Its result
 * is what it writes to standard output, or to the file `{output}`. No shell reads the arguments.
 *
 * @example run: command(["pandoc", "--from", "markdown", "--to", "html"])
 */
export function command(
	words: CommandWords,
	options?: CommandOptions & { readonly result?: "text" },
): CommandRun<{ text: string }>;
/** The program writes the output as JSON, which is checked against the output schema in each call. */
export function command(
	words: CommandWords,
	options: CommandOptions & { readonly result: "json" },
): CommandRun<never>;
/** A function makes the output of what the program writes. */
export function command<Output>(
	words: CommandWords,
	options: CommandOptions & { readonly result: ResultFunction<Output> },
): CommandRun<Output>;
export function command(words: CommandWords, options: CommandOptions = {}): CommandRun<unknown> {
	const complaint = complain(words, options);
	if (complaint !== undefined) {
		const error = new TypeError(`command: ${complaint}`);
		// The stack should start at the author's line.
		Error.captureStackTrace(error, command);
		throw error;
	}
	const [program, ...rest] = words;
	const name = program instanceof URL ? fileURLToPath(program) : program;
	const { result = "text", success = [0], problems = {}, env = [], version } = options;
	const input = fileNamed("input", rest);
	const output = fileNamed("output", rest);
	const resultFile = options.file ?? output;
	const hasFolder = options.folder === true || input !== undefined || resultFile !== undefined;
	const limits = { ...LIMITS, ...definedOf(options) };
	const call: ProgramCall = {
		name: name.slice(name.lastIndexOf("/") + 1),
		words: rest,
		files: { input, output },
		resultFile,
		hasFolder,
		result,
		success,
		problems,
		limits,
	};
	let place: ProgramPlace | undefined;
	/** How the result grows, if it comes in parts. */
	let growth: "text" | "bytes" | undefined;
	const whole = async (given: unknown, context: CommandContext) => {
		// Loaded with the first call: every worker imports this file, and few start programs.
		const { runProgram } = await import("./run-program.js");
		place ??= await placeHere();
		return runProgram(call, place, given, context);
	};
	async function* inParts(given: unknown, context: CommandContext): AsyncGenerator<unknown, void, void> {
		const { runProgramInParts } = await import("./run-program.js");
		place ??= await placeHere();
		yield* runProgramInParts(call, place, given, context, growth ?? "bytes");
	}
	const run = (given: unknown, context: CommandContext) =>
		(growth ? inParts(given, context) : whole(given, context)) as CommandResult<unknown>;
	const facts = {
		name,
		version,
		env,
		files: words.filter((word) => word instanceof URL),
		maxFolder: hasFolder ? limits.maxFolder : 0,
		identity: identityOf(rest, options),
		complain: (definition: Readonly<Record<string, unknown>>) => {
			const { parts, output: whole } = definition;
			if (parts !== undefined) {
				const member = growingMember(whole as JsonSchema, String(parts));
				if (options.result !== undefined || resultFile !== undefined || member.growth === "items")
					return `The parts of a program are what it writes to standard output, as text or as bytes, without "result", "file" and {output}. Remove parts.`;
				if (Object.keys(properties(member.rest)).length > 0)
					return `What the program writes is the whole result, and the output has other members. Keep "${String(parts)}" alone.`;
				growth = member.growth;
			}
			return complainAboutMill(definition, rest, options);
		},
		use: (found: ProgramPlace) => {
			place = found;
		},
	};
	/** Finds the program if the runtime has not: an author's test calls `run` itself. */
	async function placeHere(): Promise<ProgramPlace> {
		const { locateHere } = await import("./locate.js");
		return locateHere(facts);
	}
	return startsProgram(run, facts);
}

/** How the program is called, as text. Files are named by their content among the assets: their paths differ by machine. */
function identityOf(words: readonly Word[], options: object): string {
	const called = words.map((word) => (word instanceof URL ? null : word));
	return JSON.stringify([called, options], (_, value) =>
		typeof value === "function" ? String(value) : value,
	);
}

/** The limits that the author has set. */
function definedOf(options: Partial<typeof LIMITS>): Partial<typeof LIMITS> {
	const { maxOutput, maxFolder, maxMemory } = options;
	const given = Object.entries({ maxOutput, maxFolder, maxMemory });
	return Object.fromEntries(given.filter(([, bytes]) => bytes !== undefined));
}

function complain(words: unknown, options: unknown): string | undefined {
	if (!Array.isArray(words) || words.length === 0 || words[0] === "")
		return 'The command has no program. Give the program and its arguments, such as ["pandoc", "--to", "html"].';
	const [program, ...rest] = words as unknown[];
	const isFile = program instanceof URL && program.protocol === "file:";
	const isName = typeof program === "string" && /^(?:\/|[^/]+$)/.test(program) && !/[{\0]/.test(program);
	if (!isFile && !isName)
		return `The program ${JSON.stringify(program)} is not a name on PATH, a full path or a file URL.`;
	if (typeof options !== "object" || options === null) return "The options must be an object.";
	return complainAboutWords(rest) ?? complainAboutOptions(options as Readonly<Record<string, unknown>>);
}

/** Says what to change where the mill and its command do not fit; undefined if they do. */
function complainAboutMill(
	{ parameters, problems: declared = {}, inline }: Readonly<Record<string, unknown>>,
	words: readonly Word[],
	{ problems = {} }: Pick<CommandOptions, "problems">,
): string | undefined {
	if (inline === true) return "A program does not run on the event loop. Remove inline.";
	const known = Object.keys(properties((parameters ?? {}) as JsonSchema));
	const unknown = parametersNamed(words).find((name) => !known.includes(name));
	if (unknown !== undefined)
		return `The command names {${unknown}}, which is not a parameter. Declare it in parameters, or write {input} or {output}.`;
	const reserved = known.find((name) => name === "input" || name === "output");
	if (reserved !== undefined)
		return `{${reserved}} is a file of the command. Rename the parameter "${reserved}".`;
	const codes = [...Object.keys(declared as object), ...MILL_MAY_RAISE];
	const undeclared = Object.values(problems).find((code) => !codes.includes(String(code)));
	return undeclared === undefined
		? undefined
		: `The command has the problem "${String(undeclared)}", which problems does not declare.`;
}
