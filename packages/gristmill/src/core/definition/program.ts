/** Marks a `run` that starts a program. A mill file may be bundled with its own copy of this module. */
const PROGRAM = Symbol.for("gristmill.program");

/** Where a program was found, and what its calls use. Plain data: the server sends it to workers. */
export interface ProgramPlace {
	/** The program's file. */
	readonly path: string;
	/** A text that changes when the file does. */
	readonly stamp: string;
	/** The whole environment of the program, except what depends on the call. */
	readonly environment: Readonly<Record<string, string>>;
	/** The folder in which each call gets its own. */
	readonly workplace: string;
}

/** A program that was found, or why there is none. */
export type FoundProgram = ProgramPlace | { readonly missing: string };

/** The program behind a mill's `run`: what the runtime must know before the first call. */
export interface MillProgram {
	/** Its name on PATH, or its full path. */
	readonly name: string;
	/** The arguments with which it prints its version, for the digest. */
	readonly version: readonly string[] | undefined;
	/** How long that may take, and what to do if it fails, if not as for every program. */
	readonly versionCheck?: { readonly milliseconds: number; readonly advice: string };
	/** The variables of the server that it gets, by name, or variables with their values. */
	readonly env: readonly string[] | Readonly<Record<string, string>>;
	/** The files among its arguments. They become assets of the mill. */
	readonly files: readonly URL[];
	/** The most bytes that its folder may hold; 0 if it has none. */
	readonly maxFolder: number;
	/** How it is called, as text for the digest. */
	readonly identity: string;
	/** Says what to change in the definition of the mill; undefined if they fit. */
	readonly complain: (definition: Readonly<Record<string, unknown>>) => string | undefined;
	/** Tells `run` where the program is. Called once per process, before the first call. */
	readonly use: (place: ProgramPlace) => void;
	/** Names the interpreter that the user has chosen, if it runs in one and has none. Called before it is looked for. */
	readonly runIn?: (interpreter: string) => void;
	/** Starts it before the first call, if it runs on between calls. */
	readonly start?: () => Promise<unknown>;
}

/** The same function, marked as one that starts a program. */
export function startsProgram<Run extends object>(run: Run, program: MillProgram): Run {
	return Object.assign(run, { [PROGRAM]: program });
}

/** The program that a `run` starts; undefined if it computes by itself. */
export function programOf(run: unknown): MillProgram | undefined {
	return typeof run === "function" ? (run as { [PROGRAM]?: MillProgram })[PROGRAM] : undefined;
}
