import type { Given } from "./input.js";
import type { Session } from "./session.js";

/** What came back. */
export interface Reply {
	readonly status: number;
	readonly milliseconds: number;
	readonly text: string;
	/** Undefined where it is no JSON. */
	readonly json: unknown;
	readonly digest: string | undefined;
}

/** RFC 9457. */
export interface ProblemDocument {
	readonly code?: string;
	readonly title?: string;
	readonly detail?: string;
	readonly status?: number;
}

/** Makes a call and waits for the whole answer. Throws an AbortError, or a TypeError where no answer came. */
export async function exchange(
	session: Session,
	method: string,
	address: string,
	{ mediaType, content }: Given,
	signal: AbortSignal,
): Promise<Reply> {
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
