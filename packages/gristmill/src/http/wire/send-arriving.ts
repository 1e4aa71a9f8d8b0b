import { ServerResponse } from "node:http";
import { Socket } from "node:net";
import { CallerGone } from "../../runtime/failures.js";
import type { ArrivingBytes } from "../../runtime/pool/arriving.js";
import { freeBytes } from "../../runtime/pool/free-bytes.js";
import { AHEAD, Backlog } from "./backlog.js";
import { boundReading } from "./send.js";

/**
 * Sends a body after its head, as it arrives and as its caller reads. Resolves when all is written. Rejects with CallerGone, or with the
 * reason why the rest does not come: then the connection is closed, because a part must not look like the whole.
 */
export function sendArriving(
	response: ServerResponse,
	bytes: ArrivingBytes,
	signal: AbortSignal,
): Promise<void> {
	return new Promise((resolve, reject) => {
		const writer = writerOf(response, resolve);
		const stop = bytes.read({
			piece: writer.write,
			end: writer.end,
			failed: (error) => {
				writer.drop();
				response.destroy();
				reject(error);
			},
		});
		signal.addEventListener(
			"abort",
			() => {
				stop();
				writer.drop();
				reject(new CallerGone());
			},
			{ once: true },
		);
	});
}

/**
 * Writes pieces. Those that come at once are written at once. What the caller does not read waits in a backlog, and goes on when it
 * reads. `written` is called at the end.
 */
function writerOf(response: ServerResponse, written: () => void) {
	// Middleware that has replaced the method may keep the pieces, and so may a connection that is not the system's.
	const mayFree = response.write === ServerResponse.prototype.write && response.req.socket instanceof Socket;
	const backlog = new Backlog();
	let isCorked = false;
	let isBounded = false;
	let hasAll = false;
	let waitsForSocket = false;
	const flush = () => {
		if (!isCorked) return;
		isCorked = false;
		response.uncork();
	};
	const finish = () => {
		// First: in newer versions of Node, `end` would overtake what is corked.
		flush();
		response.end();
		if (!isBounded) boundReading(response);
		written();
	};
	const drop = () => {
		hasAll = false;
		backlog.clear();
	};
	const goOn = () => {
		// node:http would take everything for a closed connection, and keep it.
		if (response.destroyed || response.req.socket.destroyed) {
			drop();
			return;
		}
		if (waitsForSocket) return;
		while (backlog.length > 0 && response.writableLength < AHEAD && !response.writableEnded) {
			const { bytes, free = () => {} } = backlog.take() ?? {};
			response.write(bytes, () => {
				free();
				goOn();
			});
		}
		// Only now: the system may just have taken all that was written before.
		if (backlog.length > 0 && !isBounded && response.socket?.writableLength) {
			isBounded = true;
			boundReading(response);
		}
		if (hasAll && backlog.length === 0 && !response.writableEnded) finish();
	};
	return {
		write: (piece: Uint8Array, isOnly: boolean) => {
			// Middleware has ended the answer.
			if (response.writableEnded) return;
			const mayGo = isOnly && mayFree;
			// Behind another answer, nothing is read: node:http would keep all of it.
			if (mayFree && !response.socket && !waitsForSocket) {
				waitsForSocket = true;
				response.once("socket", () => {
					waitsForSocket = false;
					setImmediate(goOn);
				});
			}
			if (mayFree && (backlog.length > 0 || !response.socket || response.writableLength >= AHEAD)) {
				flush();
				if (mayGo) backlog.add(piece);
				else backlog.share(piece);
				if (mayGo) freeBytes(piece);
				goOn();
				return;
			}
			if (!isCorked) {
				isCorked = true;
				response.cork();
				setImmediate(flush);
			}
			// The callback is called when the system has the bytes, or when the connection has ended: an idle server would keep them,
			// because nothing makes it collect garbage.
			response.write(piece, mayFree ? () => sent(piece, isOnly) : undefined);
		},
		end: () => {
			hasAll = true;
			goOn();
		},
		drop,
	};
	function sent(piece: Uint8Array, isOnly: boolean): void {
		if (isOnly) freeBytes(piece);
		goOn();
	}
}
