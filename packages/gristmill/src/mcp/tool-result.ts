import { Buffer } from "node:buffer";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { asBuffer } from "../core/as-buffer.js";
import { describeBytes } from "../core/describe-bytes.js";
import type { ProblemDocument } from "../core/problem-document.js";
import type { ToolFacts } from "./arguments/tool-facts.js";
import { takeBytes } from "./binary-result.js";

/** A result: structured, and as text for older clients. Binary members are content blocks instead. */
export function succeeded(
	content: Uint8Array | string,
	{ binary }: Pick<ToolFacts, "binary">,
): CallToolResult {
	const text = typeof content === "string" ? content : asBuffer(content).toString("utf8");
	const structuredContent = JSON.parse(text);
	if (binary.length === 0) return { content: [{ type: "text", text }], structuredContent };
	const blocks = takeBytes(structuredContent, binary);
	// Our own mills always write base64. Another server may not.
	if (!blocks)
		return failed({ title: "No result", detail: "The server's result is broken: its bytes are not base64." });
	return {
		content: [{ type: "text", text: JSON.stringify(structuredContent) }, ...blocks],
		structuredContent,
	};
}

/** A smaller result is sent twice: many clients of new revisions still show only the text to their model. */
const MOST_TWICE = 32 * 1024;

/** The result without the text copy of its structure, if that is large. The text then says where the result is. */
export function sentOnce(result: CallToolResult): CallToolResult {
	const [first, ...others] = result.content;
	if (result.structuredContent === undefined || first?.type !== "text") return result;
	if (first.text.length <= MOST_TWICE) return result;
	const text = `The result is in structuredContent: ${describeBytes(Buffer.byteLength(first.text))} of JSON.`;
	return { ...result, content: [{ type: "text", text }, ...others] };
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
