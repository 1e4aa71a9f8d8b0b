import { type ProbeExchange, printable } from "../wire/exchange.js";
import { sameContent } from "../wire/json.js";
import { fail, pass, type RowOutcome, skip, TOO_LONG } from "./outcome.js";
import type { RowContext } from "./row-context.js";
import type { ProbeInput } from "./subject.js";

const REMEMBERS = "Compute the answer from the request only. Keep no state between calls.";
/** Milliseconds of the budget that a probe leaves for later rows. */
export const RESERVE = 3_000;

/** The first answer to an input. */
export function baseline(context: RowContext, input: ProbeInput): Promise<ProbeExchange> {
	return context.call({ input });
}

export function same(first: ProbeExchange, other: ProbeExchange): boolean {
	return other.status === first.status && sameContent(first.reply.body, other.reply.body);
}

export function differs(
	what: string,
	first: ProbeExchange,
	other: ProbeExchange,
	advice = REMEMBERS,
): RowOutcome {
	const shown = (exchange: ProbeExchange) =>
		printable(exchange.status === 200 ? exchange.text : exchange.answer, 80);
	return fail(`${what}: ${shown(first)}, then ${shown(other)}`, advice);
}

/** The outcome if no difference was found. Behind the part of an answer that was read, there may be one. */
export function noDifference(answers: readonly ProbeExchange[], note?: string): RowOutcome {
	return answers.some(({ isCut }) => isCut) ? skip(TOO_LONG) : pass(note);
}
