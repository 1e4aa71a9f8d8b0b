import { UsageError } from "./errors.js";

/**
 * One of Node's own modules, without an import that a bundler for browsers would stumble over.
 * Throws where this is not Node: `what` says what was wanted.
 */
export function builtIn<Module>(name: string, what: string): Module {
	const module = globalThis.process?.getBuiltinModule?.(name);
	if (module === undefined) throw new UsageError(`${what}: this is not Node.`);
	return module as Module;
}
