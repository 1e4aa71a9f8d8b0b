import { setTimeout } from "node:timers/promises";
import { binary, defineMill, Type, text } from "gristmill";

const search = new URL(import.meta.url).searchParams;
const PATTERN = Uint8Array.from({ length: 251 }, (_, i) => i);

/** The first bytes say which process made them, and for which of its calls. */
export const HEAD = 8;

/** What comes after the first bytes. */
export function patterned(size: number): Buffer {
	return Buffer.alloc(size, PATTERN).subarray(HEAD);
}

let calls = 0;

/** Sends as many bytes as the parameter says. Its input says whether it waits before, or stalls or hangs in the middle. */
export default defineMill({
	name: search.get("name") ?? "byte-sender",
	version: "1.0.0",
	summary: "Sends bytes.",
	method: (search.get("method") ?? "POST") as "GET" | "POST",
	input: { "text/plain": text() },
	parameters: Type.Object({ size: Type.Integer({ minimum: HEAD, default: HEAD }) }),
	output: Type.Object({ bytes: binary(["application/octet-stream", "image/svg+xml"]) }),
	deadline: Number(search.get("deadline") ?? 600_000),
	run: async (input, { parameters: { size } }) => {
		if (input.startsWith("wait")) await setTimeout(Number.parseInt(input.slice(4), 10) || 300);
		const bytes = Buffer.alloc(size, PATTERN);
		bytes.writeUInt32BE(process.pid, 0);
		bytes.writeUInt32BE(++calls, 4);
		// When the first bytes are in the pipe.
		const pause = input.includes("hang") ? Number.POSITIVE_INFINITY : input.startsWith("stall") ? 600 : 0;
		// It holds the event loop, as an endless computation would, and leaves the processor to other tests.
		if (pause > 0) setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause));
		return { bytes: new Uint8Array(bytes) };
	},
});
