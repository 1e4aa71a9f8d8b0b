import { READ_MS } from "./send.js";

/** How much is handed over at once. */
export const PIECE = 64 * 1024;

/**
 * An answer as a stream. Each piece is made when it is asked for, so a slow reader does not fill the memory. `over` is called
 * once: when all is read, when the reader cancels, or when it has read nothing for as long as a connection may stay silent.
 */
export function streamOut(
	bytes: Uint8Array,
	over: () => void,
	patience = READ_MS,
): ReadableStream<Uint8Array> {
	let at = 0;
	let timer: NodeJS.Timeout | undefined;
	const end = () => {
		clearTimeout(timer);
		over();
	};
	return new ReadableStream<Uint8Array>(
		{
			start: (controller) => {
				timer = setTimeout(() => {
					over();
					controller.error(new Error("Nothing was read for a while. Read the response faster."));
				}, patience);
				timer.unref();
			},
			pull: (controller) => {
				timer?.refresh();
				// A copy: the reader may transfer or change it, and equal calls share one answer.
				controller.enqueue(Uint8Array.prototype.slice.call(bytes, at, at + PIECE));
				at += PIECE;
				if (at < bytes.length) return;
				controller.close();
				end();
			},
			cancel: end,
		},
		{ highWaterMark: 0 },
	);
}
