import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.js";

/** The file with an author's own tests of a mill file, where there is one. */
export function testsBeside(file: string): string | undefined {
	const path = file.replace(/(\.[cm]?[jt]s)$/, ".test$1");
	return path !== file && existsSync(path) ? path : undefined;
}

/** Whether a file holds tests and no mill: `mills/*.ts` names both. */
export function isTestFile(file: string): boolean {
	return /\.test\.[cm]?[jt]s$/.test(file);
}

/** Runs a test file, bundled like the mill itself so that any Node can run it; says whether all passed. */
export async function passes(file: string): Promise<boolean> {
	const { url } = await bundle(file);
	// Inside another run of tests node:test would report to that one instead of to the terminal.
	const { NODE_TEST_CONTEXT: _, ...env } = process.env;
	const words = ["--enable-source-maps", "--test-reporter=spec", fileURLToPath(url)];
	const child = spawn(process.execPath, words, { stdio: "inherit", env });
	const [code] = await once(child, "close");
	return code === 0;
}
