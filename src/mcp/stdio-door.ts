import type { Readable, Writable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { LineTransport } from "./line-transport.js";
import { protocolServer } from "./protocol.js";
import type { Toolbox } from "./toolbox.js";

/** What a door over two streams needs. */
export interface Streams {
	readonly input: Readable;
	readonly output: Writable;
	/** The most bytes of a message. */
	readonly maxBytes: number;
	/** Names each call. */
	readonly freshId: () => string;
}

/** Offers a toolbox over two streams until the input has ended and everything that came has its answer. */
export async function serveStreams(toolbox: Toolbox, streams: Streams): Promise<void> {
	const { input, output, maxBytes, freshId } = streams;
	const transport = new LineTransport(input, output, maxBytes);
	serveStdio(() => protocolServer(toolbox, freshId), { transport, maxSubscriptions: 0 });
	await transport.closed;
}
