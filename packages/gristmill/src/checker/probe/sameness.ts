import { type ProbeExchange, printable } from "../wire/exchange.js";
import { sameContent } from "../wire/json.js";
import { fail, PUT_OFF, pass, type RowOutcome, skip, TOO_LONG } from "./outcome.js";
import type { RowContext } from "./row-context.js";
import type { ProbeInput } from "./subject.js";

const REMEMBERS = "Compute the answer from the request only. Keep no state between calls.";
/** Milliseconds of the budget that a probe leaves for later rows. */
export const RESERVE = 3_000;

/** The first answer to an input. */
export function baseline(context: RowContext, input: ProbeInput): Promise<ProbeExchange> {
	return context.call({ input });
}

/** Whether a request was put off: too many, overloaded or too late. Such an answer says nothing about purity. */
export function isPutOff(status: number): boolean {
	return status === 429 || (status >= 502 && status <= 504);
}

/** Whether none of the answers was put off. */
export function areComparable(...answers: readonly ProbeExchange[]): boolean {
	return !answers.some(({ status }) => isPutOff(status));
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

/** The outcome if no difference was found in those of the calls that were not put off. */
export function noDifferenceIn(compared: readonly ProbeExchange[], calls: number, note?: string): RowOutcome {
	if (compared.length === 0) return skip(PUT_OFF);
	const putOff = calls - compared.length;
	const notes = [putOff === 0 ? undefined : `${putOff} of ${calls} were put off`, note];
	return noDifference(compared, notes.filter((one) => one !== undefined).join("; ") || undefined);
}
