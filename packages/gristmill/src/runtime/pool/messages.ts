import type { FoundProgram } from "../../core/definition/program.js";
import type { HashedFile } from "../digest/hashed-files.js";
import type { Call } from "../perform.js";

/** A mill that a worker is to load. */
export interface MillToLoad {
	readonly name: string;
	/** The URL of its module. */
	readonly url: string;
	/** The hashes that its files must have, so that it is the mill that the digest names. */
	readonly files: readonly HashedFile[];
	/** The program that it starts, if it is one. */
	readonly program?: FoundProgram | undefined;
}

/** Messages from the server to a worker. */
export type ToWorker =
	| {
			/** Sent at the start, to retry a mill, and when another worker could load it. */
			readonly type: "load";
			/** The most requested first. */
			readonly mills: readonly MillToLoad[];
	  }
	/** Load this mill next: a call waits for it. */
	| { readonly type: "load-next"; readonly mill: string }
	| { readonly type: "call"; readonly id: number; readonly mill: string; readonly call: Call }
	/** Run the mill's own examples. */
	| {
			readonly type: "examine";
			readonly id: number;
			readonly mill: string;
			readonly order: readonly number[] | undefined;
	  }
	/** The result is not needed any more. */
	| { readonly type: "cancel"; readonly id: number };

/** Messages from a worker to the server. */
export type FromWorker =
	| { readonly type: "loading"; readonly mill: string }
	| { readonly type: "loaded"; readonly mill: string }
	| { readonly type: "unloadable"; readonly mill: string; readonly reason: string }
	/** The worker has begun the job: its deadline counts from here. */
	| { readonly type: "begun"; readonly id: number }
	/** The job was cancelled before it began, and will not run. */
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

/** Whether a value from a worker is a message. A mill may have written to the pipe itself. */
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
