import { UsageError } from "./errors.js";

/**
 * Returns a built-in module of Node, without an import that breaks bundlers for browsers.
 * Outside Node it throws an error that starts with `what`.
 */
export function builtIn<Module>(name: string, what: string): Module {
	const module = globalThis.process?.getBuiltinModule?.(name);
	if (module === undefined) throw new UsageError(`${what}: this is not Node.`);
	return module as Module;
}
