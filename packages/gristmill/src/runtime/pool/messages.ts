import type { SettingValues } from "../../core/definition/mill.js";
import type { FoundProgram } from "../../core/definition/program.js";
import type { HashedFile } from "../digest/hashed-files.js";
import type { Call } from "../perform.js";
import { ArrivingBytes } from "./arriving.js";

/** A mill that a worker is to load. */
export interface MillToLoad {
	readonly name: string;
	/** The URL of its module. */
	readonly url: string;
	/** The hashes that its files must have, so that it is the mill that the digest names. */
	readonly files: readonly HashedFile[];
	/** The values of its settings as plain data. */
	readonly settings: SettingValues;
	/** The program that it starts, if it is one. */
	readonly program?: FoundProgram | undefined;
	/** The URL of the folder with the files that it has prepared. */
	readonly prepared?: string | undefined;
}

/** How to run a mill's own examples. */
export interface Examination {
	/** Their indexes. Default: all of them, in the order of the mill. */
	readonly order: readonly number[] | undefined;
	/** Whether to run them in batches, and compare the answers with those that they get alone. */
	readonly together?: boolean;
}

/** Messages from the server to a worker. */
export type ToWorker =
	| {
			/** Sent at the start, to retry a mill, and when another worker could load it. */
			readonly type: "load";
			/** The most requested first. */
			readonly mills: readonly MillToLoad[];
	  }
	/** Let this mill prepare its files in a folder, given by its URL. The process does nothing else. */
	| { readonly type: "prepare"; readonly mill: MillToLoad; readonly folder: string }
	/** Load this mill next: a call waits for it. */
	| { readonly type: "load-next"; readonly mill: string }
	| { readonly type: "call"; readonly id: number; readonly mill: string; readonly call: Call }
	/** Calls to compute together, or one after the other. */
	| {
			readonly type: "batch";
			readonly id: number;
			readonly mill: string;
			readonly calls: readonly { readonly id: number; readonly call: Call }[];
			readonly inARow: boolean;
	  }
	/** Run the mill's own examples. */
	| ({ readonly type: "examine"; readonly id: number; readonly mill: string } & Examination)
	/** The result of a job, or of one call of a batch, is not needed any more. */
	| { readonly type: "cancel"; readonly id: number };

/** The answer of a worker to one call. */
export type CallAnswer =
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

/** Messages from a worker to the server. */
export type FromWorker =
	| CallAnswer
	/** A large result that consists of bytes alone. It comes before its bytes, which may go on to the caller as they come. */
	| {
			readonly type: "arriving";
			readonly id: number;
			readonly content: ArrivingBytes;
			readonly micros: number;
	  }
	/**
	 * The answers to the calls of a batch, except those that were sent before and those that were not begun. A crash says only that the
	 * batch failed, unless its calls were computed one after the other.
	 */
	| { readonly type: "answers"; readonly id: number; readonly answers: readonly CallAnswer[] }
	| { readonly type: "loading"; readonly mill: string }
	| { readonly type: "loaded"; readonly mill: string }
	| { readonly type: "unloadable"; readonly mill: string; readonly reason: string }
	| { readonly type: "prepared"; readonly mill: string }
	| { readonly type: "unprepared"; readonly mill: string; readonly reason: string }
	/** The worker has begun the job: its deadline counts from here. A row counts as begun when it is sent. */
	| { readonly type: "begun"; readonly id: number }
	/** The job was cancelled before it began, and will not run. For a row there are no answers instead. */
	| { readonly type: "dropped"; readonly id: number };

/** Whether a value from a worker is a message. A mill may have written to the pipe itself. */
export function isFromWorker(value: unknown): value is FromWorker {
	if (typeof value !== "object" || value === null) return false;
	const { type, id } = value as Record<string, unknown>;
	// Most messages by far.
	if (type === "done") return typeof id === "number" && isDone(value as Record<string, unknown>);
	const { mill, content, micros, code, answers } = value as Record<string, unknown>;
	switch (type) {
		case "loading":
		case "loaded":
		case "unloadable":
		case "prepared":
		case "unprepared":
			return typeof mill === "string";
		case "begun":
		case "dropped":
		case "crash":
			return typeof id === "number";
		case "arriving":
			return typeof id === "number" && content instanceof ArrivingBytes && typeof micros === "number";
		case "problem":
			return typeof id === "number" && typeof code === "string";
		case "answers":
			return typeof id === "number" && Array.isArray(answers) && answers.every(isCallAnswer);
		default:
			return false;
	}
}

function isDone({ content, micros }: Record<string, unknown>): boolean {
	return content instanceof Uint8Array && typeof micros === "number";
}

function isCallAnswer(value: unknown): value is CallAnswer {
	const { type } = (value ?? {}) as { readonly type?: unknown };
	return (type === "done" || type === "problem" || type === "crash") && isFromWorker(value);
}
