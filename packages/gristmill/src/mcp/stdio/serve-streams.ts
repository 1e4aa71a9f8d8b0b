import type { Readable, Writable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { protocolServer } from "../protocol.js";
import type { ToolSet } from "../tool-set.js";
import { LineTransport } from "./line-transport.js";

/** The streams of a stdio server, and its settings. */
interface Streams {
	readonly input: Readable;
	readonly output: Writable;
	/** Maximum size of a message in bytes. */
	readonly maxBytes: number;
	/** Makes the id of a call. */
	readonly freshId: () => string;
}

/** Serves a tool set over two streams until the input ends and all requests are answered. */
export async function serveStreams(toolSet: ToolSet, streams: Streams): Promise<void> {
	const { input, output, maxBytes, freshId } = streams;
	const transport = new LineTransport(input, output, maxBytes);
	serveStdio(() => protocolServer(toolSet, freshId, { tellsProgress: true }), {
		transport,
		maxSubscriptions: 0,
	});
	await transport.closed;
}
