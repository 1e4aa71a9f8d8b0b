import type { ServerResponse } from "node:http";

/** A caller that takes nothing of its answer for so long is gone, whatever its connection says. */
export const READ_MS = 30_000;

/**
 * Bounds how long an answer may lie unread: node:http bounds the request alone, and whoever asks for much and reads nothing
 * would hold its connection and its answer for ever. Most answers go to the system at once, and then nothing is done.
 */
export function boundReading(response: ServerResponse): void {
	const { socket } = response;
	if (!socket || socket.writableLength === 0) return;
	// Each piece that is taken starts it anew; node:http destroys a connection whose time is over.
	socket.setTimeout(READ_MS);
	// Before node:http sets the time of an idle connection. A call that waits behind this one has all its time.
	response.prependOnceListener("finish", () => socket.setTimeout(0));
}
