import type { CallToolResult, Tool } from "@modelcontextprotocol/server";

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
}
