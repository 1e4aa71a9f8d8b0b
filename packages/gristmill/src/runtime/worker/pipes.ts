import { Socket } from "node:net";
import { Readable } from "node:stream";
import { ONE_PIPE } from "../pool/messages.js";
import { DescriptorWriter } from "./descriptor-writer.js";

/** The descriptor of the pipe to the server. */
const TO_SERVER = 3;

/** The pipes from and to the server. `onLost` is called when the server has closed its end. */
export function openPipes(onLost: () => void) {
	if (process.argv.includes(ONE_PIPE)) {
		const both = new Socket({ fd: TO_SERVER, readable: true, writable: true });
		return { incoming: both, outgoing: both };
	}
	const incoming = process.stdin;
	// The standard input of a mill is empty: its own is the pipe from the server.
	Object.defineProperty(process, "stdin", { value: Readable.from([]), configurable: true });
	return { incoming, outgoing: new DescriptorWriter(TO_SERVER, onLost) };
}
