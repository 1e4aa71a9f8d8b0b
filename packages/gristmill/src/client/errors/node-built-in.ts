import { UsageError } from "./errors.js";

/**
 * Returns a built-in module of Node, without an import that breaks bundlers for browsers.
 * Outside Node it throws an error with the remedy.
 */
export function builtIn<Module>(name: string, remedy: string): Module {
	const module = globalThis.process?.getBuiltinModule?.(name);
	if (module === undefined) throw new UsageError(`This is not Node. ${remedy}`);
	return module as Module;
}
