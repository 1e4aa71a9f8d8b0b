import type { IncomingMessage } from "node:http";
import type { Clock } from "../../core/clock.js";
import type { Connection } from "../wire/connection.js";
import { hasBody, lost } from "./body.js";
import { readAlready } from "./read-already.js";

/** How long a sender may send nothing while the next piece is awaited. */
export const SENDING_MS = 30_000;

/** Reads a body of any length piece by piece. Only the time without a byte is limited, and only while somebody waits for it. */
export async function* bodyPieces(
	message: IncomingMessage,
	connection: Connection,
	clock: Clock,
): AsyncGenerator<Uint8Array, void, void> {
	if (!hasBody(message)) return;
	if (message.readableDidRead || message.readableEnded) {
		yield readAlready(message);
		return;
	}
	connection.isLong = true;
	// The connection may be needed for the answer.
	const source = message.iterator({ destroyOnReturn: false });
	try {
		for (;;) {
			const timer = clock.setTimeout(() => message.destroy(), SENDING_MS);
			const { done, value } = await source
				.next()
				.catch(() => Promise.reject(lost()))
				.finally(() => clock.clearTimeout(timer));
			if (done) break;
			yield value;
		}
		if (!message.complete) throw lost();
		connection.asked();
	} finally {
		connection.isLong = false;
	}
}
