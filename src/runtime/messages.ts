import type { Call } from "./perform.js";

/** What the parent says to a worker. */
export type ToWorker =
	| {
			/** At the start, and when a mill can be loaded after all. */
			readonly type: "boot";
			/** Each mill by the address of its module, most wanted first. */
			readonly mills: readonly { readonly name: string; readonly url: string }[];
	  }
	/** Load this mill next: somebody waits for it. */
	| { readonly type: "want"; readonly mill: string }
	| { readonly type: "call"; readonly id: number; readonly mill: string; readonly call: Call }
	/** Run the mill's own examples and say what came out. */
	| {
			readonly type: "examine";
			readonly id: number;
			readonly mill: string;
			readonly order: readonly number[] | undefined;
	  }
	/** Nobody waits for the answer any more. */
	| { readonly type: "cancel"; readonly id: number };

/** What a worker says to the parent. */
export type FromWorker =
	| { readonly type: "loading"; readonly mill: string }
	| { readonly type: "loaded"; readonly mill: string }
	| { readonly type: "unloadable"; readonly mill: string; readonly reason: string }
	/** The job has arrived: its deadline counts from here. */
	| { readonly type: "begun"; readonly id: number }
	/** The job was cancelled before it began, and never will. */
	| { readonly type: "dropped"; readonly id: number }
	| { readonly type: "done"; readonly id: number; readonly content: Uint8Array; readonly micros: number }
	| {
			readonly type: "problem";
			readonly id: number;
			readonly code: string;
			readonly detail: string | undefined;
			readonly members: Readonly<Record<string, unknown>>;
			readonly micros: number;
	  }
	| { readonly type: "crash"; readonly id: number; readonly reason: string };

/** Whether something that came from a worker is a message: a mill may have spoken on the pipe itself. */
export function isFromWorker(value: unknown): value is FromWorker {
	if (typeof value !== "object" || value === null) return false;
	const { type, mill, id, content, micros, code } = value as Record<string, unknown>;
	switch (type) {
		case "loading":
		case "loaded":
		case "unloadable":
			return typeof mill === "string";
		case "begun":
		case "dropped":
		case "crash":
			return typeof id === "number";
		case "done":
			return typeof id === "number" && content instanceof Uint8Array && typeof micros === "number";
		case "problem":
			return typeof id === "number" && typeof code === "string";
		default:
			return false;
	}
}
