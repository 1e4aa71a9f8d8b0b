import type { SettingValues } from "../../core/definition/mill.js";
import type { FoundProgram } from "../../core/definition/program.js";
import { isObject } from "../../core/schema/is-object.js";
import type { HashedFile } from "../digest/hashed-files.js";
import type { Call } from "../perform.js";
import { ArrivingBytes } from "./arriving.js";

/** The argument of a worker whose descriptor 3 is for both directions. */
export const ONE_PIPE = "one-pipe";
/** The argument of a worker that shows the messages of errors, which may quote an input. */
export const SHOW_MESSAGES = "show-messages";

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
	/** Let this mill tell its numeric class, and prepare its files in a folder, given by its URL. The process does nothing else. */
	| { readonly type: "prepare"; readonly mill: MillToLoad; readonly folder: string | undefined }
	/** Load this mill next: a call waits for it. */
	| { readonly type: "load-next"; readonly mill: string }
	/** The calls of a window, or more of them. */
	| {
			readonly type: "calls";
			readonly mill: string;
			readonly mode: WindowMode;
			readonly calls: readonly GivenCall[];
	  }
	/** Run the mill's own examples. */
	| ({ readonly type: "examine"; readonly id: number; readonly mill: string } & Examination)
	/** Return those of these calls that are not begun. */
	| { readonly type: "recall"; readonly number: number; readonly ids: readonly number[] }
	/** A piece of a long input, or its end. */
	| { readonly type: "input"; readonly id: number; readonly content: Uint8Array; readonly isLast: boolean }
	/** The reader of a result in parts has taken this many bytes. */
	| { readonly type: "taken"; readonly id: number; readonly bytes: number }
	/** The answer to a call is not needed any more. It is returned if it is not begun. */
	| { readonly type: "abort"; readonly id: number };

/**
 * How a worker computes the calls of a window: one after the other, each answered at once (`single`); one after the other, answered
 * together (`row`); or by one `runBatch` (`batch`).
 */
export type WindowMode = "single" | "row" | "batch";

/** A call as a worker gets it. */
export interface GivenCall {
	readonly id: number;
	readonly call: Call;
}

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
	| {
			readonly type: "crash";
			readonly id: number;
			readonly reason: string;
			/** Whether there was too little memory. */
			readonly isOutOfMemory?: boolean;
	  };

/** Messages from a worker to the server. */
export type FromWorker =
	/** A large result that consists of bytes alone. It comes before its bytes, which may go on to the caller as they come. */
	| {
			readonly type: "arriving";
			readonly id: number;
			readonly content: ArrivingBytes;
			readonly micros: number;
	  }
	/** Parts of a result that is wanted part by part. Its answer follows, and has no content. */
	| { readonly type: "part"; readonly id: number; readonly content: Uint8Array }
	/** The mill has taken this many bytes of its long input. */
	| { readonly type: "took"; readonly id: number; readonly bytes: number }
	/** How much of such a call is done, from 0 to 1. */
	| { readonly type: "progress"; readonly id: number; readonly done: number }
	/** A crash in a batch says only that the call could not be computed in company. */
	| { readonly type: "answers"; readonly answers: readonly CallAnswer[] }
	| { readonly type: "loading"; readonly mill: string }
	| { readonly type: "loaded"; readonly mill: string }
	| { readonly type: "unloadable"; readonly mill: string; readonly reason: string }
	/** What the probe of a mill computes on this processor, as a hash. */
	| { readonly type: "probed"; readonly mill: string; readonly numbers: string }
	| { readonly type: "prepared"; readonly mill: string }
	| { readonly type: "unprepared"; readonly mill: string; readonly reason: string }
	/** The worker ends itself: something was thrown outside of a call, or what its mill needs is gone. */
	| { readonly type: "ending"; readonly reason: string }
	/** The mill has used this much CPU time of the worker since it was told last, in microseconds. */
	| { readonly type: "cpu"; readonly mill: string; readonly micros: number }
	/** The mill that runs or is loading has printed this, in the call `id` if exactly one runs. */
	| { readonly type: "printed"; readonly mill: string; readonly id?: number; readonly text: string }
	/**
	 * The worker has begun this call, or the batch with it: its deadline counts from here. It says so only of the first call of a window
	 * that is no row. The others begin with the answer to the one before.
	 */
	| { readonly type: "begun"; readonly id: number }
	/** The answer to the `recall` of this number: those of its calls that the worker had not begun, and will not begin. */
	| { readonly type: "returned"; readonly number: number; readonly ids: readonly number[] };

const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number";
const isAmount = (value: unknown) => Number.isFinite(value) && (value as number) >= 0;
const ofMill = { mill: isText };

/** What members the messages of a worker must have. */
const MEMBERS: Readonly<Record<FromWorker["type"], Readonly<Record<string, (value: unknown) => boolean>>>> = {
	arriving: { id: isNumber, content: (value) => value instanceof ArrivingBytes, micros: isNumber },
	part: { id: isNumber, content: (value) => value instanceof Uint8Array },
	took: { id: isNumber, bytes: isAmount },
	progress: { id: isNumber, done: isNumber },
	answers: { answers: (value) => Array.isArray(value) && value.every(isCallAnswer) },
	loading: ofMill,
	loaded: ofMill,
	unloadable: ofMill,
	probed: { mill: isText, numbers: isText },
	prepared: ofMill,
	unprepared: ofMill,
	ending: { reason: isText },
	cpu: { mill: isText, micros: isAmount },
	printed: { mill: isText, text: isText },
	begun: { id: isNumber },
	returned: { number: isNumber, ids: Array.isArray },
};

/** Whether a value from a worker is a message. A mill may have written to the pipe itself. */
export function isFromWorker(value: unknown): value is FromWorker {
	if (!isObject(value) || typeof value.type !== "string" || !Object.hasOwn(MEMBERS, value.type)) return false;
	const members = MEMBERS[value.type as FromWorker["type"]];
	for (const name in members) if (!members[name]?.(value[name])) return false;
	return true;
}

function isCallAnswer(value: unknown): value is CallAnswer {
	if (!isObject(value)) return false;
	const { type, id, content, micros, code } = value;
	if (typeof id !== "number") return false;
	if (type === "done") return content instanceof Uint8Array && typeof micros === "number";
	return type === "crash" || (type === "problem" && typeof code === "string");
}
