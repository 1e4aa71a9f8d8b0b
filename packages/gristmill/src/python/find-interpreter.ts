import { accessSync, constants, statSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";

/**
 * The Python interpreter of a mill file: the named one, a path or a name on PATH; or the one of the virtual environment beside
 * the file; or python3. Undefined if there is none. Links stay: the path tells Python which environment it belongs to.
 */
export function findInterpreter(script: string, named: string | undefined): string | undefined {
	if (named !== undefined) return named.includes("/") ? usable(resolve(named)) : onPath(named);
	return usable(join(dirname(resolve(script)), ".venv/bin/python")) ?? onPath("python3");
}

function onPath(name: string): string | undefined {
	for (const folder of (process.env.PATH ?? "").split(delimiter)) {
		const found = folder === "" ? undefined : usable(join(resolve(folder), name));
		if (found !== undefined) return found;
	}
	return undefined;
}

function usable(file: string): string | undefined {
	try {
		accessSync(file, constants.X_OK);
		return statSync(file).isFile() ? file : undefined;
	} catch {
		return undefined;
	}
}
