import { ServerResponse } from "node:http";
import { CallerGone } from "../../runtime/failures.js";
import type { ArrivingBytes } from "../../runtime/pool/arriving.js";
import { freeBytes } from "../../runtime/pool/free-bytes.js";
import { boundReading } from "./send.js";

/**
 * Sends a body after its head, as it arrives. Resolves when all is written. Rejects with CallerGone, or with the reason why the rest
 * does not come: then the connection is closed, because a part must not look like the whole.
 */
export function sendArriving(
	response: ServerResponse,
	bytes: ArrivingBytes,
	signal: AbortSignal,
): Promise<void> {
	const write = writerOf(response);
	return new Promise((resolve, reject) => {
		const stop = bytes.read({
			piece: write,
			end: () => {
				response.end();
				boundReading(response);
				resolve();
			},
			failed: (error) => {
				response.destroy();
				reject(error);
			},
		});
		signal.addEventListener(
			"abort",
			() => {
				stop();
				reject(new CallerGone());
			},
			{ once: true },
		);
	});
}

/** Returns a function that writes a piece. The pieces that come at once are written at once. */
function writerOf(response: ServerResponse): (piece: Uint8Array, isOnly: boolean) => void {
	// Middleware that has replaced the method may keep the pieces.
	const mayFree = response.write === ServerResponse.prototype.write;
	let isCorked = false;
	const flush = () => {
		isCorked = false;
		response.uncork();
	};
	return (piece, isOnly) => {
		if (!isCorked) {
			isCorked = true;
			response.cork();
			setImmediate(flush);
		}
		const free = (error?: Error | null) => {
			if (!error) freeBytes(piece);
		};
		// The callback is called when the system has the bytes.
		response.write(piece, isOnly && mayFree ? free : undefined);
	};
}
