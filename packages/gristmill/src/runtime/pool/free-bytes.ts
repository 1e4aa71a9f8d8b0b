import { MessageChannel } from "node:worker_threads";

/** A closed port: what is transferred to it is gone. */
const { port1: nowhere } = new MessageChannel();
nowhere.close();

/**
 * Frees bytes at once. Otherwise, large answers would fill the memory every few milliseconds, and the garbage collector would search the
 * whole heap as often, which takes longer than to send them. Nothing may use the bytes any more, not even a pending write.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
	// The rest of a larger buffer may be in use.
	if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength)
		nowhere.postMessage(undefined, [buffer]);
}
