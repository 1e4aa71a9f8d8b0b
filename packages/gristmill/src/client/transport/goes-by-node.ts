import type { OutgoingRequest } from "./message.js";

const FETCH = globalThis.fetch;
/**
 * Where Node's fetch has the dispatcher that it sends with, and the classes of its own. A program may set another one. Node 26 has the
 * second place, and what stands in the first passes everything on to it.
 */
const DISPATCHERS = [
	[Symbol.for("undici.globalDispatcher.2"), "Agent"],
	[Symbol.for("undici.globalDispatcher.1"), "Agent", "Dispatcher1Wrapper"],
] as const;

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
	const places = globalThis as { [key: symbol]: object | undefined };
	return DISPATCHERS.every(([key, ...own]) => {
		const found = places[key]?.constructor.name;
		return found === undefined || (own as readonly string[]).includes(found);
	});
}
