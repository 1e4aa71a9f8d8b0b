import { spawnSync } from "node:child_process";

/** The value for `skip`: false, or that python3 is missing. */
export const NO_PYTHON: string | false = runs("import sys; assert sys.version_info >= (3, 9)")
	? false
	: "python3 is not installed";

/** The value for `skip`: false, or that a package of Python is missing. */
export function unlessPackage(name: string): string | false {
	return runs(`import ${name}`) ? false : `the Python package ${name} is not installed`;
}

function runs(code: string): boolean {
	return spawnSync("python3", ["-c", code]).status === 0;
}
