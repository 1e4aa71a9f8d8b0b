import type { IncomingMessage } from "node:http";
import type { Clock, Timer } from "../../core/clock.js";
import { Problem } from "../../core/problem.js";
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
			const { done, value } = await withinSilence(
				clock,
				source.next().catch(() => Promise.reject(lost())),
			);
			if (done) break;
			yield value;
		}
		if (!message.complete) throw lost();
		connection.asked();
	} finally {
		connection.isLong = false;
	}
}

/** Waits for a piece. Throws if the sender is silent for too long. */
async function withinSilence<T>(clock: Clock, piece: Promise<T>): Promise<T> {
	let timer: Timer;
	const silence = new Promise<never>((_, reject) => {
		const late = () =>
			reject(
				new Problem(
					"request-timeout",
					`Nothing came for ${SENDING_MS / 1000} s. Send the rest without such pauses.`,
				),
			);
		timer = clock.setTimeout(late, SENDING_MS);
	});
	try {
		return await Promise.race([piece, silence]);
	} finally {
		clock.clearTimeout(timer);
		// It may fail when nobody waits for it any more.
		piece.catch(() => {});
	}
}
