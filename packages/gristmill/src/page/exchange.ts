import type { InputValue } from "./inputs/input.js";
import type { PageSession } from "./session.js";

/** The answer to a call. */
export interface CallReply {
	readonly status: number;
	readonly milliseconds: number;
	readonly text: string;
	/** Undefined if it is not JSON. */
	readonly json: unknown;
	readonly digest: string | undefined;
}

/** Makes a call and waits for the whole answer. Throws an AbortError, or a TypeError if there is no answer. */
export async function exchange(
	session: PageSession,
	method: string,
	address: string,
	{ mediaType, content }: InputValue,
	signal: AbortSignal,
): Promise<CallReply> {
	const began = performance.now();
	const headers = { "Content-Type": mediaType };
	const response = await session.fetch(address, { method, headers, body: content, signal });
	const text = await response.text();
	return {
		status: response.status,
		milliseconds: performance.now() - began,
		text,
		json: parsed(text),
		digest: response.headers.get("Mill-Digest") ?? undefined,
	};
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** A time for people: `1.3 ms`, `240 ms`, `2.4 s`. */
export function describeTime(milliseconds: number): string {
	if (milliseconds >= 1_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
	return `${milliseconds >= 10 ? Math.round(milliseconds) : milliseconds.toFixed(1)} ms`;
}
