import { Buffer } from "node:buffer";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ProblemDocument } from "../core/problem-document.js";

/** A result: structured, and as text for older clients. */
export function succeeded(content: Uint8Array | string): CallToolResult {
	const text = typeof content === "string" ? content : asBuffer(content).toString("utf8");
	return { content: [{ type: "text", text }], structuredContent: JSON.parse(text) };
}

/** The members of a problem document that a tool result needs. */
export type ToolProblem = Pick<ProblemDocument, "title" | "detail"> & Readonly<Record<string, unknown>>;

/**
 * A problem: a sentence that tells a model what to do, and the RFC 9457 document for programs. Both are text, because
 * clients validate structured content against the output schema.
 */
export function failed(problem: ToolProblem): CallToolResult {
	const { title, detail } = problem;
	return {
		isError: true,
		content: [
			{ type: "text", text: detail === undefined ? title : `${title}: ${detail}` },
			{ type: "text", text: JSON.stringify(problem) },
		],
	};
}

function asBuffer(bytes: Uint8Array): Buffer {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
