import type { ToolCatalog, ToolOutcome, ToolRequest } from "./tool-set.js";

/** The data that the thread starts with. */
export interface ThreadData {
	readonly catalog: ToolCatalog;
}

/** Messages from the server to the thread. `id` numbers the messages of agents. */
export type ToThread =
	| {
			readonly type: "message";
			readonly id: number;
			readonly bytes: Uint8Array;
			/** The header fields of the protocol. */
			readonly fields: Readonly<Record<string, string>>;
			readonly requestId: string;
	  }
	| { readonly type: "outcome"; readonly id: number; readonly outcome: ToolOutcome }
	/** The answer is no longer needed. */
	| { readonly type: "drop"; readonly id: number };

/** Messages from the thread to the server. */
export type FromThread =
	/** The message calls this tool. Sent before the call. */
	| { readonly type: "tool"; readonly id: number; readonly name: string }
	| { readonly type: "call"; readonly id: number; readonly name: string; readonly request: ToolRequest }
	/** The message exceeds a bound. */
	| ({ readonly type: "answer"; readonly id: number } & McpAnswer)
	| { readonly type: "failed"; readonly id: number; readonly reason: string };

/** The answer to a message, as HTTP sends it. */
export interface McpAnswer {
	readonly status: number;
	/** Undefined if there is no content. */
	readonly contentType: string | undefined;
	readonly body: Uint8Array;
}

/** Bytes that can be transferred. Small ones share a buffer with others, so they are copied. */
export function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
	const { buffer, byteLength } = bytes;
	const whole = byteLength === buffer.byteLength && byteLength >= 64 * 1024;
	return whole && buffer instanceof ArrayBuffer ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
