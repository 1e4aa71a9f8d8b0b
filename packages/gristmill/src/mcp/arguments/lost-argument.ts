import { isObject } from "../../core/schema/is-object.js";

/** The code of JSON-RPC for wrong arguments. */
export const INVALID_PARAMS = -32_602;

/**
 * Why the arguments of a message cannot be read as they are; undefined if they can. The library copies them member by member, and
 * copying `__proto__` sets the prototype of the copy: the argument would vanish, and the call would seem to be fine.
 */
export function lostArgument(message: unknown): string | undefined {
	if (!isObject(message) || !isObject(message.params) || !isObject(message.params.arguments))
		return undefined;
	return Object.hasOwn(message.params.arguments, "__proto__")
		? 'No tool has an argument "__proto__". Remove it.'
		: undefined;
}
