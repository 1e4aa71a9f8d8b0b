import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.js";

/** The test file next to a mill file, if there is one. */
export function testsBeside(file: string): string | undefined {
	const path = file.replace(/(\.[cm]?[jt]s)$/, ".test$1");
	return path !== file && existsSync(path) ? path : undefined;
}

/** Whether a file is a test file: `mills/*.ts` matches mills and tests. */
export function isTestFile(file: string): boolean {
	return /\.test\.[cm]?[jt]s$/.test(file);
}

/** Runs a test file, bundled like a mill file so that any Node can run it. Returns whether all tests passed. */
export async function passes(file: string): Promise<boolean> {
	const { url } = await bundle(file);
	// With this variable, node:test would report to an outer test run instead of the terminal.
	const { NODE_TEST_CONTEXT: _, ...env } = process.env;
	const words = ["--enable-source-maps", "--test-reporter=spec", fileURLToPath(url)];
	const child = spawn(process.execPath, words, { stdio: "inherit", env });
	const [code] = await once(child, "close");
	return code === 0;
}
