import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

interface Parser {
	/** The packet that is being parsed; a part of node:http that is not documented. */
	getCurrentBuffer?(): Buffer;
}

/**
 * Returns a function that tells whether node:http has dropped bytes after a request with Upgrade. Its parser stops there and
 * drops the rest of the packet: a next request would wait forever, or the rest of its body would be read as a request. So
 * the connection must end unless nothing followed. Call this while the head is being parsed.
 */
export function dropsBytesBehind(message: IncomingMessage): () => boolean {
	const socket = message.socket as Socket & { parser?: Parser | null };
	const packet = socket.parser?.getCurrentBuffer?.();
	const headEnd = packet?.indexOf("\r\n\r\n") ?? -1;
	if (!packet || headEnd < 0 || message.headers["transfer-encoding"] !== undefined) return () => true;
	// An earlier request in the same packet makes this too large, and then the connection ends.
	const behindHead = packet.length - (headEnd + 4);
	const missing = Number(message.headers["content-length"] ?? 0) - behindHead;
	const readSoFar = socket.bytesRead;
	return () => !message.complete || socket.bytesRead - readSoFar !== missing;
}
