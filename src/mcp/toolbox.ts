import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import type { Passage } from "../runtime/passage.js";

/** The tools that a door offers, wherever their mills are. */
export interface Toolbox {
	readonly title: string;
	readonly version: string;
	/** In an order that does not change. */
	list(): Promise<readonly Tool[]>;
	/** Calls a tool; undefined where there is none of this name. What fails is in the result. */
	call(name: string, given: Arguments, context: CallContext): Promise<CallToolResult | undefined>;
}

export type Arguments = Readonly<Record<string, unknown>>;

export interface CallContext {
	/** The same in the log and in a problem's `instance`. */
	readonly id: string;
	readonly signal: AbortSignal;
	/** Where it is noted how the call goes, where somebody counts. */
	readonly notes?: CallNotes | undefined;
}

/** How a call goes: it is written as it happens, because the answer of the protocol says nothing of it. */
export interface CallNotes {
	readonly passage: Passage;
	/** The code of the problem that it failed with. */
	code: string | undefined;
}
