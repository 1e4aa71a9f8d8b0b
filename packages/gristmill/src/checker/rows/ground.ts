import { NO_RESULT, Skipped, TOO_LONG } from "../probe/outcome.js";
import type { RowContext } from "../probe/row-context.js";
import { anySchema, schemaByAccept } from "../schema/documents.js";
import { complaints } from "../schema/judge.js";
import { schemaComplaint } from "../schema/schema-rules.js";
import type { ProbeExchange } from "../wire/exchange.js";
import type { JsonObject } from "../wire/json.js";

/** Preconditions of rows. If one fails, the row is skipped, because another row reports it. */

export const JSON_TYPE = "application/json";

/** The plain call, answered with 200. */
export async function goodCall(context: RowContext): Promise<ProbeExchange> {
	const exchange = await context.call();
	if (exchange.status !== 200) throw new Skipped(NO_RESULT);
	return exchange;
}

/** The plain call, answered with 200 and read to its end. */
export async function wholeCall(context: RowContext): Promise<ProbeExchange> {
	return whole(await goodCall(context));
}

/** An answer that is no result, or one that was read to its end. */
export function whole(exchange: ProbeExchange): ProbeExchange {
	if (exchange.isCut) throw new Skipped(TOO_LONG);
	return exchange;
}

/** The schema at the mill's URL, if it is offered. */
export async function offered(context: RowContext): Promise<ProbeExchange> {
	const exchange = await schemaByAccept(context);
	if (exchange.status !== 200) throw new Skipped("the mill's address gives no schema (A1)");
	return exchange;
}

/** A valid schema document. */
export async function goodSchema(context: RowContext): Promise<JsonObject> {
	const found = await anySchema(context);
	if (!found) throw new Skipped("no schema is offered");
	if (schemaComplaint(found.schema) !== undefined) throw new Skipped("the schema is not a JSON Schema (A4)");
	return found.schema;
}

/** The schema errors of values, or null for valid ones. */
export async function complaintsBySchema(
	context: RowContext,
	values: readonly unknown[],
): Promise<(string | null)[]> {
	const found = await complaints(await goodSchema(context), values, context.settings.briefPatience);
	if (!found)
		throw new Skipped("the schema cannot be used: a reference is broken, or validation takes too long");
	return found;
}

/** Whether an answer says that it may be used again without asking. */
export function isFresh(exchange: ProbeExchange): boolean {
	return exchange.list("cache-control").some((one) => /^(?:s-maxage|max-age)=0*[1-9]/.test(one));
}

/** An unknown method. */
export const UNKNOWN_METHOD = "FOOBAR";

/** Whether the HTTP parser may have rejected the request, before any code that writes Date or problem documents. */
export function isUnread({ question, status }: ProbeExchange): boolean {
	return question.rawHead !== undefined || (question.method === UNKNOWN_METHOD && status === 400);
}

export function isSuccess({ status }: ProbeExchange): boolean {
	return status >= 200 && status < 300;
}

export function isRefusal({ status }: ProbeExchange): boolean {
	return status >= 400 && status < 500;
}
