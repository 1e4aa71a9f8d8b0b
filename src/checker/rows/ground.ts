import type { Context } from "../context.js";
import { anySchema, schemaByAccept } from "../documents.js";
import type { JsonObject } from "../json.js";
import { complaints } from "../judge.js";
import { Skipped } from "../row.js";
import { schemaComplaint } from "../schema-rules.js";
import type { Exchange } from "../wire/exchange.js";

/** The ground that rows stand on: what is missing there skips them, because another row has said so already. */

export const JSON_TYPE = "application/json";

/** The plain call, answered with 200. */
export async function goodCall(context: Context): Promise<Exchange> {
	const exchange = await context.call();
	if (exchange.status !== 200) throw new Skipped("the plain call is not answered with 200 (M1)");
	return exchange;
}

/** The schema on the mill's address, where it is offered. */
export async function offered(context: Context): Promise<Exchange> {
	const exchange = await schemaByAccept(context);
	if (exchange.status !== 200) throw new Skipped("the mill's address gives no schema (A1)");
	return exchange;
}

/** A schema document that is one. */
export async function goodSchema(context: Context): Promise<JsonObject> {
	const found = await anySchema(context);
	if (!found) throw new Skipped("no schema is offered");
	if (schemaComplaint(found.schema) !== undefined) throw new Skipped("the schema is no JSON Schema (A4)");
	return found.schema;
}

/** What speaks against values by the mill's schema. */
export async function complaintsBySchema(
	context: Context,
	values: readonly unknown[],
): Promise<(string | null)[]> {
	const found = await complaints(await goodSchema(context), values);
	if (!found)
		throw new Skipped("the schema cannot be used: it refers to what is not in it, or takes too long");
	return found;
}

/** A method that no server knows. */
export const UNKNOWN_METHOD = "FOOBAR";

/** Whether the server's own parser may have refused it: no code that writes dates or documents has seen it then. */
export function isUnread({ question, status }: Exchange): boolean {
	return question.rawHead !== undefined || (question.method === UNKNOWN_METHOD && status === 400);
}

export function isSuccess({ status }: Exchange): boolean {
	return status >= 200 && status < 300;
}

export function isRefusal({ status }: Exchange): boolean {
	return status >= 400 && status < 500;
}
