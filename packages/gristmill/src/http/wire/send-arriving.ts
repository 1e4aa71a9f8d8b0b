import { ServerResponse } from "node:http";
import { Socket } from "node:net";
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
	const { write, end } = writerOf(response);
	return new Promise((resolve, reject) => {
		const stop = bytes.read({
			piece: write,
			end: () => {
				end();
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

/** Writes pieces. Those that come at once are written at once. */
function writerOf(response: ServerResponse) {
	// Middleware that has replaced the method may keep the pieces, and so may a connection that is not the system's.
	const mayFree = response.write === ServerResponse.prototype.write && response.req.socket instanceof Socket;
	let isCorked = false;
	const flush = () => {
		if (!isCorked) return;
		isCorked = false;
		response.uncork();
	};
	return {
		write: (piece: Uint8Array, isOnly: boolean) => {
			// Middleware has ended the answer.
			if (response.writableEnded) return;
			if (!isCorked) {
				isCorked = true;
				response.cork();
				setImmediate(flush);
			}
			// The callback is called when the system has the bytes, or when the connection has ended: an idle server would keep them,
			// because nothing makes it collect garbage.
			response.write(piece, isOnly && mayFree ? () => freeBytes(piece) : undefined);
		},
		end: () => {
			// First: in newer versions of Node, `end` would overtake what is corked.
			flush();
			response.end();
		},
	};
}
