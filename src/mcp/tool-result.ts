import { Buffer } from "node:buffer";
import type { CallToolResult } from "@modelcontextprotocol/server";

/** A result: structured, and as text for clients from before there was structure. */
export function succeeded(content: Uint8Array | string): CallToolResult {
	const text = typeof content === "string" ? content : asBuffer(content).toString("utf8");
	return { content: [{ type: "text", text }], structuredContent: JSON.parse(text) };
}

/**
 * A problem: a sentence that tells a model what to do, and the document of RFC 9457 for programs. As text both: the
 * output schema is for results, and clients hold whatever is structured against it.
 */
export function failed(problem: ProblemMembers): CallToolResult {
	const { title, detail } = problem;
	return {
		isError: true,
		content: [
			{ type: "text", text: detail === undefined ? title : `${title}: ${detail}` },
			{ type: "text", text: JSON.stringify(problem) },
		],
	};
}

interface ProblemMembers {
	readonly title: string;
	/** Begins with what to do. */
	readonly detail?: string;
	readonly [member: string]: unknown;
}

function asBuffer(bytes: Uint8Array): Buffer {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
