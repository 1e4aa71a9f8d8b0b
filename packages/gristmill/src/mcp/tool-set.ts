import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import type { CallTimings } from "../runtime/admission/call-timings.js";
import type { ToolCall } from "./arguments/read-arguments.js";
import type { ToolFacts } from "./arguments/tool-facts.js";
import type { ToolProblem } from "./tool-result.js";

/** A set of tools for local or remote mills. */
export interface ToolSet {
	readonly title: string;
	readonly version: string;
	/** In a stable order. */
	list(): Promise<readonly Tool[]>;
	/** Calls a tool; undefined if there is no tool of this name. Failures are in the result. */
	call(name: string, given: Arguments, context: CallContext): Promise<CallToolResult | undefined>;
}

export type Arguments = Readonly<Record<string, unknown>>;

export interface CallContext {
	/** The same in the log and in a problem's `instance`. */
	readonly id: string;
	readonly signal: AbortSignal;
	/** Called with how much of the work is done, from 0 to 1. Only if the caller wants to know. */
	readonly progress?: ((done: number) => void) | undefined;
	/** Where to record the progress of the call, if it is counted. */
	readonly notes?: CallNotes | undefined;
}

/** The progress of a call. It is recorded here because the protocol's answer does not contain it. */
export interface CallNotes {
	/** A mill runs it. Its times may still change. */
	readonly began: (timings: CallTimings) => void;
	/** The code of the problem that it failed with. */
	code: string | undefined;
}

/** The tools of a server as plain data, which can be sent to a thread. */
export interface ToolCatalog {
	readonly title: string;
	readonly version: string;
	readonly tools: readonly ToolFacts[];
}

/** A call of a tool, or the reason why its arguments are invalid. */
export type ToolRequest = ToolCall | { readonly unread: UnreadArguments };

/** A Problem as plain data. */
interface UnreadArguments {
	readonly code: string;
	readonly detail: string | undefined;
	readonly members: Readonly<Record<string, unknown>>;
}

/** The result of a mill in JSON, or the problem document. */
export type ToolOutcome = { readonly content: Uint8Array | string } | { readonly problem: ToolProblem };

/** Performs a tool call. It does not throw: failures are in the outcome. */
export type Perform = (tool: string, request: ToolRequest, context: CallContext) => Promise<ToolOutcome>;
