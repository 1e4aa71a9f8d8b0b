import { spawnSync } from "node:child_process";

/** Settings of the npm that runs these tests must not reach the npm that they start. */
const env = Object.fromEntries(
	Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || name === "npm_config_cache"),
);

/** Runs npm in a folder. */
export function npm(cwd: string, ...words: string[]): { status: number | null; output: string } {
	const { status, stdout, stderr } = spawnSync("npm", words, { cwd, env, encoding: "utf8" });
	return { status, output: stdout + stderr };
}
