/** The id of a message of JSON-RPC; null if it has none. */
export function idOf(message: unknown): string | number | null {
	const id = typeof message === "object" && message !== null && "id" in message ? message.id : null;
	return typeof id === "string" || typeof id === "number" ? id : null;
}
