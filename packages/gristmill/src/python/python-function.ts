import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { InputForm } from "../core/definition/input.js";
import { type ProgramPlace, startsProgram } from "../core/definition/program.js";
import { findInterpreter } from "./find-interpreter.js";
import { inputBytes } from "./input-bytes.js";
import type { PythonProcess } from "./python-process.js";
import { identifyWords } from "./start-python.js";

/** The options of `python`. */
export interface PythonOptions {
	/** A name on PATH or a full path. Default: `.venv/bin/python` beside the file, or python3. */
	readonly interpreter?: string;
}

/** What a `run` in Python needs of its context. */
interface PythonContext {
	readonly parameters: object;
	readonly mediaType: string;
	readonly outputType: string;
	/** Only a mill with `parts` needs these two. */
	readonly signal?: AbortSignal;
	readonly progress?: (done: number) => void;
}

/** What Python must know of the mill. */
interface Descriptor {
	readonly name: string;
	readonly input: Readonly<Record<string, InputForm>>;
	readonly parameters: object;
	readonly output: object;
	readonly parts: string | undefined;
}

/** What `run` returns: the output, which is checked in each call; or a generator, if the mill has `parts`. */
type PythonResult = Promise<never> & AsyncGenerator<never, never, void>;

/**
 * Makes a `run` of a function in a Python file. Each worker keeps one Python process, which imports the file once. The function
 * gets the input, and the parameters by name.
 *
 * @example run: python(new URL("./scorer.py", import.meta.url), "score")
 */
export function python(
	file: URL,
	name: string,
	options: PythonOptions = {},
): (input: unknown, context: PythonContext) => PythonResult {
	const complaint = complain(file, name, options);
	if (complaint !== undefined) {
		const error = new TypeError(`python: ${complaint}`);
		// The stack should start at the author's line.
		Error.captureStackTrace(error, python);
		throw error;
	}
	const script = fileURLToPath(file);
	let mill: Descriptor | undefined;
	let place: ProgramPlace | undefined;
	let chosen: string | undefined;
	let started: Promise<PythonProcess> | undefined;

	async function start(): Promise<PythonProcess> {
		if (!mill) throw new TypeError("python: The function was not given to defineMill as run.");
		// Loaded here: every worker imports this file, and few start Python.
		const { PythonProcess } = await import("./python-process.js");
		place ??= await (await import("../command/locate.js")).locateHere(facts);
		const { name: title, input, parameters, output, parts } = mill;
		// The order of sets depends on the code alone: it is the same on every machine.
		const seed = createHash("sha256").update(readFileSync(script)).digest().readUInt32BE();
		return PythonProcess.start(
			title,
			{ interpreter: place.path, script, seed, name },
			{ descriptor: { input, parameters, output, ...(parts !== undefined && { parts }) } },
		);
	}
	/** The process, started on first use. A start that failed is tried again. */
	function running(): Promise<PythonProcess> {
		started ??= start().catch((error: unknown) => {
			started = undefined;
			throw error;
		});
		return started;
	}
	/** The process. A worker ends with it. In any other program, a new process takes its place. */
	async function living(): Promise<PythonProcess> {
		const before = running();
		const process = await before;
		if (!process.isLost) return process;
		if (started === before) started = undefined;
		return running();
	}
	const callOf = (input: unknown, { parameters, mediaType, outputType }: PythonContext) =>
		[{ mediaType, outputType, parameters }, inputBytes(mill?.input[mediaType], input)] as const;
	const whole = async (input: unknown, context: PythonContext) =>
		(await living()).call(...callOf(input, context));
	async function* inParts(input: unknown, context: PythonContext): AsyncGenerator<unknown, unknown, void> {
		const { signal = new AbortController().signal, progress = () => {} } = context;
		return yield* (await living()).callInParts(...callOf(input, context), { signal, progress });
	}
	const run = (input: unknown, context: PythonContext) =>
		(mill?.parts === undefined ? whole(input, context) : inParts(input, context)) as PythonResult;
	const facts = {
		/** Workers may not look for it: the server does, and tells them the place. */
		get name() {
			const named = options.interpreter ?? chosen ?? (process.env.GRISTMILL_PYTHON || undefined);
			return findInterpreter(script, named) ?? named ?? "python3";
		},
		version: identifyWords(script),
		versionCheck: {
			// On a busy machine, Python takes long to start.
			milliseconds: 60_000,
			advice: `The Python interpreter for ${script} cannot be used. Name one of version 3.9 or newer.`,
		},
		env: [],
		files: [file],
		maxFolder: 0,
		identity: JSON.stringify(["python", name]),
		complain: (definition: Readonly<Record<string, unknown>>) => {
			if (definition.inline === true) return "Python does not run on the event loop. Remove inline.";
			if (definition.load !== undefined)
				return `The function in Python gets no model. Remove load: what ${name} needs is loaded by its file.`;
			const {
				name: title,
				input,
				parameters = { type: "object", properties: {} },
				output,
				parts,
			} = definition;
			mill = { name: title, input, parameters, output, parts } as Descriptor;
			return undefined;
		},
		use: (found: ProgramPlace) => {
			place = found;
		},
		runIn: (interpreter: string) => {
			chosen = interpreter;
		},
		start: running,
	};
	return startsProgram(run, facts);
}

function complain(file: unknown, name: unknown, options: unknown): string | undefined {
	if (!(file instanceof URL) || file.protocol !== "file:" || !file.pathname.endsWith(".py"))
		return 'The file is not the file URL of a .py file. Give one, such as new URL("./scorer.py", import.meta.url).';
	if (typeof name !== "string" || !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name))
		return `${JSON.stringify(name)} is not the name of a function. Give that of one in the file.`;
	if (typeof options !== "object" || options === null) return "The options must be an object.";
	const unknown = Object.keys(options).find((key) => key !== "interpreter");
	if (unknown !== undefined) return `Unknown option "${unknown}". The only option is interpreter.`;
	const { interpreter = "python3" } = options as PythonOptions;
	return typeof interpreter === "string" && /^(?:\/|[^/]+$)/.test(interpreter)
		? undefined
		: `The interpreter ${JSON.stringify(interpreter)} is neither a name on PATH nor a full path.`;
}
