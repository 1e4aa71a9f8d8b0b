import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { importingEnvironment, inheritedDevices } from "../runtime/pool/device-environment.js";

/** The folder of the Python module that authors import. */
export const PYTHON_FOLDER = fileURLToPath(new URL(".", import.meta.url));
/** The exit code of a Python that is too old. */
export const TOO_OLD = 86;
/** Older versions cannot even read our module, so its import comes after the check. */
const PROGRAM = `import sys
if sys.version_info < (3, 9): sys.exit(${TOO_OLD})
import gristmill
gristmill._main()`;

/** The environment of Python: nothing of the server's, and the same on every machine. */
const ENVIRONMENT = {
	TZ: "UTC",
	LANG: "C.UTF-8",
	LC_ALL: "C.UTF-8",
	PYTHONUTF8: "1",
	// A call has one core, unless its mill needs a GPU. Several threads would also change the last digits of sums.
	OMP_NUM_THREADS: "1",
	OPENBLAS_NUM_THREADS: "1",
	MKL_NUM_THREADS: "1",
};

/** A file for Python. */
export interface PythonFile {
	readonly interpreter: string;
	readonly script: string;
	/** The seed of its hashes. */
	readonly seed?: number;
	/** The function to serve. Omitted for the one below `@mill`. */
	readonly name?: string;
}

/** The arguments with which Python prints the versions and the modules that a file depends on. */
export function identifyWords(script: string): string[] {
	// The import path comes from an argument: the environment is part of the digest, and folders are not.
	const program = `import sys\nsys.path.insert(0, sys.argv.pop(1))\n${PROGRAM}`;
	return ["-B", "-c", program, PYTHON_FOLDER, "identify", script];
}

/** A Python process that runs our module, and the pipe to it. */
interface StartedPython {
	readonly child: ChildProcess;
	readonly pipe: Socket;
}

/** Starts our Python module with a command for a mill file. */
export function startPython(
	{ interpreter, script, seed = 0, name }: PythonFile,
	command: "describe" | "sources" | "serve",
	{ output, detached }: { output: 2 | "pipe"; detached: boolean },
): StartedPython {
	const stdio: StdioOptions = ["ignore", output, output, "pipe"];
	const child = spawn(
		interpreter,
		["-B", "-c", PROGRAM, command, script, ...(name === undefined ? [] : [name])],
		{
			// A file that is opened by a relative name is found beside the mill, wherever the server was started.
			cwd: dirname(script),
			detached,
			// The order of sets depends on this seed.
			env: {
				...ENVIRONMENT,
				...(command === "serve" ? inheritedDevices() : importingEnvironment()),
				PYTHONPATH: PYTHON_FOLDER,
				PYTHONHASHSEED: String(seed),
			},
			stdio,
		},
	);
	// There is no pipe if the system has no file descriptor left. Then `child` emits an error.
	return { child, pipe: child.stdio?.[3] as Socket };
}
