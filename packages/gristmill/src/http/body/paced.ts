import type { Clock } from "../../core/clock.js";
import { Problem } from "../../core/problem.js";
import type { HttpRequest } from "../wire/message.js";
import { verifiedPieces } from "./content-digest.js";

/** A sender of a long input occupies a worker. So while the mill waits for it, it must send this many bytes a second … */
const SLOWEST = 1024;
/** … once it has been waited for so long, in milliseconds. */
const GRACE_MS = 30_000;

/** The pieces of a long input. Only the time counts in which they are awaited: a mill that is slow is not its sender's fault. */
export async function* paced(request: HttpRequest, clock: Clock): AsyncGenerator<Uint8Array, void, void> {
	const { record } = request;
	let waited = 0;
	let size = 0;
	let since = clock.now();
	for await (const piece of verifiedPieces(request)) {
		waited += clock.now() - since;
		size += piece.byteLength;
		if (record) record.bytesIn += piece.byteLength;
		if (waited > GRACE_MS + (size / SLOWEST) * 1_000)
			throw new Problem(
				"request-timeout",
				`The input comes slower than ${SLOWEST} bytes a second. Collect it, and send it faster.`,
			);
		yield piece;
		since = clock.now();
	}
}
