import { type CallReply, describeTime, type ExchangeOrder } from "./exchange.js";
import type { Refused } from "./inputs/input.js";

/** An answer of the server, and the call that it is to. */
export interface Answer {
	readonly reply: CallReply;
	readonly order: ExchangeOrder;
	/** Whether it is a result; otherwise it is a problem, and these are what the page can do about it. */
	readonly isResult: boolean;
	readonly remedies: readonly Node[];
}

/** Where a mill on the page is. Everything that the page says follows from it. */
export type State =
	/** There is no input, or nothing can be sent. */
	| { readonly kind: "empty"; readonly sentence: string }
	/** The input has changed, and its call is not yet made. */
	| { readonly kind: "stale"; readonly old: Answer | undefined }
	/** `old` is what the visitor sees until the answer is there; of a stream what has come, and the share that is done. */
	| { readonly kind: "running"; readonly old: Answer | undefined; readonly share?: number | undefined }
	| { readonly kind: "answered"; readonly answer: Answer }
	/** `old` is what had come of a stream. */
	| { readonly kind: "cancelled"; readonly old?: Answer | undefined }
	/** The page does not send this input. */
	| { readonly kind: "refused"; readonly refused: Refused }
	/** The server does not answer. */
	| { readonly kind: "offline" };

/** What the visitor sees in the place of the result. */
export function answerOf(state: State): Answer | undefined {
	return state.kind === "answered" ? state.answer : "old" in state ? state.old : undefined;
}

type Tone = "idle" | "busy" | "good" | "bad";

/** What stands in the footer. `summary` is what the view says about the result. */
export function statusOf(
	state: State,
	summary = "",
): { readonly tone: Tone; readonly words: readonly string[] } {
	switch (state.kind) {
		case "answered": {
			const { reply, isResult } = state.answer;
			const { code = "" } = (reply.json ?? {}) as { readonly code?: string };
			const time = reply.isKept ? "kept" : describeTime(reply.milliseconds);
			return {
				tone: isResult ? "good" : "bad",
				words: [isResult ? summary : code, time, String(reply.status)],
			};
		}
		case "running":
			return {
				tone: "busy",
				words: ["Running…", state.share === undefined ? "" : `${Math.round(state.share * 100)} %`],
			};
		case "stale":
			return { tone: "busy", words: ["…"] };
		case "cancelled":
			return { tone: "idle", words: [state.old ? "Stopped: only this part has come" : "Stopped"] };
		case "refused":
			return { tone: "bad", words: ["Not sent"] };
		case "offline":
			return { tone: "bad", words: ["The server does not answer"] };
		case "empty":
			return { tone: "idle", words: [] };
	}
}
