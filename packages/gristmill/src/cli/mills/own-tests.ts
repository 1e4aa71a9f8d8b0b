import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../../mill-files/bundle.js";
import { interpreterOf, isPythonFile } from "../../mill-files/python-file.js";
import { PYTHON_FOLDER } from "../../python/start-python.js";
import { refuseFile } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";

/** The test file next to a mill file, if there is one. */
export function testsBeside(file: string, host: Pick<Host, "cwd">): string | undefined {
	const path = isPythonFile(file)
		? join(dirname(file), `test_${basename(file)}`)
		: file.replace(/(\.[cm]?[jt]s)$/, ".test$1");
	return path !== file && existsSync(pathOn(host, path)) ? path : undefined;
}

/** Whether a file is a test file. */
export function isTestFile(file: string): boolean {
	return /\.test\.[cm]?[jt]s$/.test(file) || (isPythonFile(file) && basename(file).startsWith("test_"));
}

/** Runs a test file. Returns whether all tests passed. */
export async function passes(test: string, host: Host, python?: string): Promise<boolean> {
	const { env } = host;
	const file = pathOn(host, test);
	const starting = isPythonFile(file) ? startUnittest(file, env, python) : startNodeTest(file, env);
	const child = await starting.catch(refuseFile);
	const [code] = await once(child, "close");
	return code === 0;
}

/** The test file is bundled like a mill file, so that any Node can run it. */
async function startNodeTest(file: string, environment: NodeJS.ProcessEnv) {
	const { url } = await bundle(file);
	// With this variable, node:test would report to an outer test run instead of the terminal.
	const { NODE_TEST_CONTEXT: _, ...env } = environment;
	const words = ["--enable-source-maps", "--test-reporter=spec", fileURLToPath(url)];
	return spawn(process.execPath, words, { stdio: "inherit", env });
}

/** The test imports the mill file as a module beside it, and `gristmill` from this installation. */
async function startUnittest(file: string, environment: NodeJS.ProcessEnv, python: string | undefined) {
	const { PYTHONPATH } = environment;
	const env = {
		...environment,
		PYTHONPATH: PYTHONPATH ? `${PYTHON_FOLDER}${delimiter}${PYTHONPATH}` : PYTHON_FOLDER,
		PYTHONDONTWRITEBYTECODE: "1",
	};
	const words = ["-m", "unittest", "-v", basename(file)];
	return spawn(interpreterOf(file, python), words, { stdio: "inherit", cwd: dirname(resolve(file)), env });
}
