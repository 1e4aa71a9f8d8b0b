import type { ServerResponse } from "node:http";
import { CallerGone } from "../../runtime/failures.js";
import type { PartBody } from "./message.js";
import { boundReading, READ_MS } from "./send.js";

/** Sends a body after its head, part by part, as fast as its caller reads. Returns its length. Throws CallerGone, or why it broke off. */
export async function sendParts(
	response: ServerResponse,
	{ pieces }: PartBody,
	signal: AbortSignal,
): Promise<number> {
	let sent = 0;
	for await (const piece of pieces) {
		if (signal.aborted || response.destroyed) throw new CallerGone();
		sent += piece.byteLength;
		if (!response.write(piece)) await drained(response, signal);
	}
	response.end();
	boundReading(response);
	return sent;
}

/** Waits until the caller has read. One that reads nothing for long is cut off by node:http. */
async function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
	const { socket } = response;
	socket?.setTimeout(READ_MS);
	await new Promise<void>((resolve) => {
		const over = () => {
			response.off("drain", over);
			signal.removeEventListener("abort", over);
			resolve();
		};
		response.on("drain", over);
		signal.addEventListener("abort", over);
		if (signal.aborted) over();
	});
	socket?.setTimeout(0);
}

/** The same for fetch. `over` is called once, with the length of what was read, and with what broke it off. */
export function streamParts(
	{ pieces }: PartBody,
	over: (sent: number, error?: Error) => void,
): ReadableStream<Uint8Array> {
	let sent = 0;
	let timer: NodeJS.Timeout | undefined;
	let isOver = false;
	const end = (error?: Error) => {
		clearTimeout(timer);
		if (isOver) return;
		isOver = true;
		over(sent, error);
	};
	const stop = (error: Error) => {
		void pieces.return();
		end(error);
	};
	return new ReadableStream<Uint8Array>(
		{
			pull: async (controller) => {
				clearTimeout(timer);
				try {
					const { done, value } = await pieces.next();
					if (done) {
						controller.close();
						end();
						return;
					}
					sent += value.byteLength;
					// A copy: the reader may transfer it.
					controller.enqueue(new Uint8Array(value));
					timer = setTimeout(() => {
						controller.error(new Error("Nothing was read for a while. Read the response faster."));
						stop(new CallerGone());
					}, READ_MS).unref();
				} catch (error) {
					controller.error(new Error("The response broke off."));
					end(error as Error);
				}
			},
			cancel: () => stop(new CallerGone()),
		},
		{ highWaterMark: 0 },
	);
}
