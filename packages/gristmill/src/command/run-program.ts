import { statSync } from "node:fs";
import { join } from "node:path";
import type { ProgramPlace } from "../core/definition/program.js";
import { FlowQueue } from "../core/flow-queue.js";
import type { ParameterValues } from "../core/parameters.js";
import { Problem } from "../core/problem.js";
import { CallFolder } from "./call-folder.js";
import { execute } from "./execute.js";
import { guard } from "./launch.js";
import type { CommandContext, CommandOptions, LIMITS, ResultForm } from "./options.js";
import { describeEnd, type ProgramEnd, ProgramFailure } from "./program-failure.js";
import { stampOf } from "./stamp.js";
import { fillWords, type Word } from "./words.js";

/** How a mill calls its program. */
export interface ProgramCall {
	/** The program's name, for messages. */
	readonly name: string;
	readonly words: readonly Word[];
	/** The names of the files that the words name; undefined if they do not. */
	readonly files: { readonly input: string | undefined; readonly output: string | undefined };
	/** The name of the file with the result; undefined if standard output has it. */
	readonly resultFile: string | undefined;
	readonly hasFolder: boolean;
	readonly result: ResultForm;
	readonly success: readonly number[];
	readonly problems: NonNullable<CommandOptions["problems"]>;
	readonly limits: typeof LIMITS;
}

/** Runs the program once, and makes the output of its result. Throws a Problem or a ProgramFailure. */
export async function runProgram(
	call: ProgramCall,
	place: ProgramPlace,
	input: unknown,
	context: CommandContext,
): Promise<unknown> {
	const { name, resultFile, result, limits } = call;
	const folder = await folderFor(call, place, context);
	try {
		const { end, stdout } = await execute(await execution(folder, call, place, input, context));
		demandSuccess(call, end, context);
		const bytes = resultFile !== undefined ? await folder.read(resultFile, name, limits.maxOutput) : stdout;
		if (typeof result !== "function") return outputOf(result, bytes, name);
		const { exitCode = 0, stderr } = end;
		return await result(bytes, { exitCode, stderr, parameters: context.parameters as ParameterValues });
	} finally {
		await folder.remove();
	}
}

/** The same for a result that is standard output: yields it as it comes, as bytes or as text. */
export async function* runProgramInParts(
	call: ProgramCall,
	place: ProgramPlace,
	input: unknown,
	context: CommandContext,
	growth: "text" | "bytes",
): AsyncGenerator<Uint8Array | string, void, void> {
	const folder = await folderFor(call, place, context);
	const reading = new AbortController();
	let ended: ReturnType<typeof execute> | undefined;
	try {
		const output = new FlowQueue<Uint8Array>();
		const signal = AbortSignal.any([context.signal, reading.signal]);
		ended = execute({ ...(await execution(folder, call, place, input, { ...context, signal })), output });
		ended.then(
			() => output.end(),
			(error) => output.fail(error),
		);
		const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
		for await (const piece of output.read())
			yield growth === "bytes" ? piece : decoder.decode(piece, { stream: true });
		if (growth === "text") yield decoder.decode();
		demandSuccess(call, (await ended).end, context);
	} finally {
		// The program ends with its reader.
		reading.abort();
		await ended?.catch(() => {});
		await folder.remove();
	}
}

function folderFor(call: ProgramCall, place: ProgramPlace, context: CommandContext): Promise<CallFolder> {
	demandUnchanged(call.name, place);
	// Bad parameters are refused before anything is made.
	fillWords(call.words, context.parameters as ParameterValues, call.files);
	return CallFolder.make(place.workplace, guard, call.hasFolder);
}

async function execution(
	folder: CallFolder,
	{ name, words, files, hasFolder, limits }: ProgramCall,
	{ path, environment }: ProgramPlace,
	input: unknown,
	{ parameters, signal }: CommandContext,
): Promise<Parameters<typeof execute>[0]> {
	const inFolder = (file: string | undefined) => file && join(folder.path, file);
	const given = bytesOf(input);
	if (files.input !== undefined) await folder.write(files.input, given);
	const places = { input: inFolder(files.input), output: inFolder(files.output) };
	return {
		name,
		path,
		words: fillWords(words, parameters as ParameterValues, places),
		// Temporary files hold parts of the input, so they belong into the folder too.
		environment: hasFolder ? { HOME: folder.path, TMPDIR: folder.path, ...environment } : environment,
		folder,
		stdin: files.input === undefined ? given : new Uint8Array(),
		limits,
		signal,
	};
}

function demandSuccess(
	{ name, success, problems, limits }: ProgramCall,
	end: ProgramEnd,
	{ signal }: CommandContext,
): void {
	if (signal.aborted) throw new ProgramFailure(`${name} was killed: its caller is gone`);
	if (end.exceeded || end.exitCode === undefined || !success.includes(end.exitCode))
		throw problemOf(problems, end) ?? new ProgramFailure(describeEnd(name, end, limits), end.stderr);
}

/** The input as the program reads it: bytes as they came, text as UTF-8, other values as JSON. */
function bytesOf(input: unknown): Uint8Array {
	if (input instanceof Uint8Array) return input;
	return Buffer.from(typeof input === "string" ? input : JSON.stringify(input));
}

function outputOf(result: "text" | "json", bytes: Uint8Array, name: string): unknown {
	const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
	if (result === "text") return { text };
	try {
		return JSON.parse(text);
	} catch {
		throw new ProgramFailure(`${name} succeeded, but its result is not JSON`);
	}
}

function problemOf(problems: ProgramCall["problems"], end: ProgramEnd): Problem | undefined {
	const found =
		typeof problems === "function" ? problems(end) : end.exceeded ? undefined : problems[end.exitCode ?? -1];
	return typeof found === "string" ? new Problem(found) : found;
}

/** A program that was replaced would answer under the digest of the old one. */
function demandUnchanged(name: string, { path, stamp }: ProgramPlace): void {
	const found = statSync(path, { bigint: true, throwIfNoEntry: false });
	if (found && stampOf(found) === stamp) return;
	throw new ProgramFailure(
		`${name} has changed since the server started: restart the server to use the new one`,
	);
}
