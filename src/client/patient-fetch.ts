/** What Node's fetch sends with; the one for all is found under this name, also where a program has set its own. */
interface Dispatcher {
	dispatch(options: object, handler: object): boolean;
}
const FOR_ALL = Symbol.for("undici.globalDispatcher.1");

/**
 * What fetch is told so that it waits for as long as the call does: Node's own gives up after five minutes without a
 * word, and a call that computes says nothing until it is done. Nothing where this is not Node.
 */
export function patience(): { readonly dispatcher?: Dispatcher } {
	const common = (globalThis as { [FOR_ALL]?: Partial<Dispatcher> })[FOR_ALL];
	if (typeof common?.dispatch !== "function") return {};
	const usual = common as Dispatcher;
	return {
		dispatcher: {
			dispatch: (options, handler) =>
				usual.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler),
		},
	};
}
