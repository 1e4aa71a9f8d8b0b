import type { Context } from "../context.js";
import { sameContent } from "../json.js";
import { fail, type Outcome } from "../row.js";
import type { Input } from "../subject.js";
import { type Exchange, printable } from "../wire/exchange.js";

const REMEMBERS = "Compute the answer from the request alone: keep nothing between calls.";
/** A part of the budget that a probe leaves to those behind it, in milliseconds. */
export const RESERVE = 3_000;

/** What the input gave when it was first sent. */
export function baseline(context: Context, input: Input): Promise<Exchange> {
	return context.call({ input });
}

export function same(first: Exchange, other: Exchange): boolean {
	return other.status === first.status && sameContent(first.reply.body, other.reply.body);
}

export function differs(what: string, first: Exchange, other: Exchange, advice = REMEMBERS): Outcome {
	const shown = (exchange: Exchange) =>
		printable(exchange.status === 200 ? exchange.text : exchange.answer, 80);
	return fail(`${what}: ${shown(first)}, then ${shown(other)}`, advice);
}
