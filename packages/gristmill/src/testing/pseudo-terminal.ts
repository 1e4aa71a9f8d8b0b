import { spawnSync } from "node:child_process";
import type { TestContext } from "node:test";
import { MAIN, type Running, start } from "./command.js";

/** The value for `skip`: false, or that the program that makes terminals is missing. BSD's program of this name has other flags. */
export const NO_TERMINAL: string | false =
	spawnSync("script", ["--version"]).status === 0 ? false : "script of util-linux is not installed";

/** Starts `gristmill WORDS…` on a terminal. Both of its outputs are in `stdout`, and lines end with CR LF. */
export function onTerminal(t: TestContext, words: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
	const line = [process.execPath, MAIN, ...words]
		.map((word) => `'${word.replaceAll("'", "'\\''")}'`)
		.join(" ");
	const own = { TERM: "xterm", NO_COLOR: undefined, ...env };
	return start(t, "script", ["-qec", line, "/dev/null"], { env: own });
}
