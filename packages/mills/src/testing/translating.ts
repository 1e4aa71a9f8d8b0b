import { type Caller, callerOf } from "../../../gristmill/dist/testing/mill-call.js";
import type { NativeEngine } from "../translator/native/engine.js";
import translator from "../translator/translator.js";

interface Translation {
	readonly text: string;
	readonly from: string;
	readonly to: string;
	readonly segments?: readonly {
		source: string;
		target: string;
		start: number;
		end: number;
		confidence?: number;
		alternatives?: string[];
	}[];
}

const caller: Caller<Translation> = callerOf(translator);
export const { call, refusal } = caller;
export const ready: Caller<Translation>["ready"] = caller.ready;

/** The engine of the mill. It takes a second to load, so tests share it. */
export const loadedEngine = async () => (await ready()).model as NativeEngine;
