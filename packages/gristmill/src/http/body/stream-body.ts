import { inputTooLarge } from "../../core/input-too-large.js";
import { NO_BODY, type Watch } from "../wire/message.js";
import { BodyCollector, type BodyReader, lost } from "./body.js";

/**
 * Reads the body of a fetch request into one buffer, up to the limit. `watch` is called with each
 * piece and may throw.
 */
export async function readStream(
	request: Request,
	limit: number,
	reader: BodyReader,
	watch: Watch = () => undefined,
): Promise<Uint8Array> {
	if (request.bodyUsed || request.body?.locked) throw new Error(READ_BEFORE);
	if (!request.body) return NO_BODY;
	// The stream alone decides where the body ends. The announced length only saves work.
	const announced = Number(request.headers.get("content-length") ?? Number.NaN);
	if (announced > limit) throw inputTooLarge(limit);
	const body = new BodyCollector(limit, announced >= 0 ? announced : undefined);
	for await (const piece of streamPieces(request)) {
		reader.hold(piece.length);
		body.add(piece);
		await watch(piece);
	}
	return body.whole();
}

/** Reads the body of a fetch request piece by piece. */
export async function* streamPieces(request: Request): AsyncGenerator<Uint8Array, void, void> {
	if (request.bodyUsed || request.body?.locked) throw new Error(READ_BEFORE);
	if (!request.body) return;
	const source = (request.body as ReadableStream<unknown>).getReader();
	// Not every server ends the stream of a caller that has left.
	const stop = () => void source.cancel().catch(() => {});
	request.signal.addEventListener("abort", stop, { once: true });
	try {
		for (;;) {
			const { done, value } = await source.read().catch(() => Promise.reject(lost()));
			if (request.signal.aborted) throw lost();
			if (done) return;
			if (!(value instanceof Uint8Array))
				throw new TypeError("The body of the request must be a stream of bytes.");
			yield value;
		}
	} finally {
		request.signal.removeEventListener("abort", stop);
		stop();
	}
}

const READ_BEFORE =
	"The body of this request has been read. Pass on an unread request, or a clone made before it was read.";
