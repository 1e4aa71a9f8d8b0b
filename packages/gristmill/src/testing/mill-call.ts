import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Mill } from "../core/definition/mill.js";
import { parameterReader } from "../core/parameters.js";
import { Problem } from "../core/problem.js";
import { perform } from "../runtime/perform.js";
import { makeReady, type ReadyMill } from "../runtime/ready-mill.js";

/** The options of a call, other than its body. */
export interface Asking {
	readonly query?: string;
	readonly contentType?: string;
	readonly charset?: string;
}

/** A mill that is loaded with its first call. Its model is then shared by all test files of the process. */
const loaded = new WeakMap<Mill, Promise<ReadyMill>>();

/** Calls one mill. */
export interface Caller<Answer> {
	ready(): Promise<ReadyMill>;
	call(body: string | Uint8Array, asking?: Asking): Promise<Answer>;
	/** Returns the problem that a call results in. */
	refusal(body: string | Uint8Array, asking?: Asking): Promise<Problem>;
}

/** Calls a mill as the server does, from bytes to bytes, without a socket. */
export function callerOf<Answer>(mill: Mill): Caller<Answer> {
	const reader = parameterReader(mill.parameters, []);
	const ready = (): Promise<ReadyMill> => {
		const known = loaded.get(mill) ?? makeReady(mill);
		loaded.set(mill, known);
		return known;
	};
	const call = async (body: string | Uint8Array, asking: Asking = {}): Promise<Answer> => {
		const content = await perform(
			await ready(),
			{
				mediaType: asking.contentType ?? Object.keys(mill.input)[0] ?? "",
				charset: asking.charset,
				parameters: reader.readQuery(asking.query ?? "", {}),
				resultType: "application/json",
				links: undefined,
				body: Buffer.from(body as string),
			},
			() => new AbortController().signal,
		);
		return JSON.parse(typeof content === "string" ? content : Buffer.from(content).toString()) as Answer;
	};
	const refusal = async (body: string | Uint8Array, asking: Asking = {}): Promise<Problem> => {
		try {
			await call(body, asking);
		} catch (error) {
			assert.ok(Problem.is(error), String(error));
			return error;
		}
		return assert.fail("nothing was refused");
	};
	return { ready, call, refusal };
}
