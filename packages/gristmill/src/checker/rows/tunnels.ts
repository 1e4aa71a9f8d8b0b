import { fail, pass, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import type { RowContext } from "../probe/row-context.js";
import { noDifference, same } from "../probe/sameness.js";
import { at } from "../wire/json.js";
import { goodCall, isSuccess } from "./ground.js";

/** Ids for a lookup: common ones, and those in a result. */
function ids(result: unknown): string[] {
	const named = ["id", "key", "uuid", "_id"].map((name) => at(result, name));
	const own = named.filter((id) => typeof id === "string" || typeof id === "number");
	return [...new Set(["1", "last", ...own.map(String)])];
}

const OVERRIDES = ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"] as const;

/** Evidence that a header field with the mill's method turns another method into a call. */
async function tunnelled(context: RowContext, method: string, field: string): Promise<string | undefined> {
	const own = context.subject.method;
	// With the body, a server that obeys the field computes the call.
	const plain = await context.call({ method });
	if (isSuccess(plain)) return undefined;
	const exchange = await context.call({ method, headers: { [field]: own } });
	return isSuccess(exchange) ? `${exchange.line}, with ${field}: ${own}` : undefined;
}

/** M16 and M17: other ways to use an unsupported method. */
export const TUNNEL_ROWS: readonly Row[] = [
	{
		id: "M16",
		level: "MUST",
		title: "GET with a query is rejected",
		how: "GET on the mill with ?id=1, ?id=last and ?id= of a result: not 2xx, if GET without a query is refused",
		check: async (context) => {
			const { mill, method } = context.subject;
			if (method === "GET") return skip("GET is the mill's own method");
			const headers = { Accept: "*/*" };
			if (isSuccess(await context.probe("GET", headers))) return skip("GET is answered without a query (M8)");
			const result = await context.call();
			for (const id of ids(result.json)) {
				const url = new URL(mill);
				url.searchParams.set("id", id);
				const exchange = await context.get(url, headers);
				if (isSuccess(exchange))
					return fail(exchange.line, "Store no results and no records. Reject GET with 405 and Allow.");
			}
			return pass();
		},
	},
	{
		id: "M17",
		level: "MUST",
		title: "No header field changes the method",
		how: "call with X-HTTP-Method-Override (and its other names) GET and DELETE: the plain result, or rejected; GET and PUT with the mill's method in it: rejected",
		check: async (context) => {
			const plain = await goodCall(context);
			const own = context.subject.method;
			const advice = "Take the method from the request line only, and ignore such fields.";
			for (const field of OVERRIDES)
				for (const method of ["GET", "PUT"].filter((one) => one !== own)) {
					const evidence = await tunnelled(context, method, field);
					if (evidence !== undefined) return fail(evidence, advice);
				}
			let refused: string | undefined;
			for (const field of OVERRIDES)
				for (const method of ["GET", "DELETE"].filter((one) => one !== own)) {
					const exchange = await context.call({ headers: { [field]: method } });
					const evidence = `${exchange.line}, with ${field}: ${method}`;
					if (!isSuccess(exchange)) refused ??= evidence;
					// P1 checks mills that answer differently without the field too.
					else if (!same(plain, exchange) && same(plain, await context.callAfresh()))
						return fail(evidence, advice);
				}
			// A proxy may reject such fields.
			return refused === undefined ? noDifference([plain]) : fail(refused, advice, "INFO");
		},
	},
];
