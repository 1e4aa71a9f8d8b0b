import type { OutgoingRequest } from "./message.js";

const FETCH = globalThis.fetch;
/** Where Node's fetch has the dispatcher that it sends with. A program may set its own. */
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");

/**
 * Whether a request goes by node:http: a call costs a third of the CPU time that fetch takes, which also keeps all that it sends from a
 * stream, in case of a redirect.
 * A fetch of the program's own, or a dispatcher such as a proxy, is used instead. GET with a body is left to node:http always: fetch does
 * not support it (Fetch standard, Request constructor).
 */
export function goesByNode({ method, body, fetch }: OutgoingRequest): boolean {
	if (body === undefined) return false;
	if (method === "GET" || method === "HEAD") return true;
	if (fetch !== FETCH) return false;
	if (globalThis.process?.getBuiltinModule === undefined) return false;
	const dispatcher = (globalThis as { [DISPATCHER]?: object })[DISPATCHER];
	return dispatcher === undefined || dispatcher.constructor.name === "Agent";
}
