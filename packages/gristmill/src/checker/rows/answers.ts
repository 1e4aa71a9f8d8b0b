import { fail, pass, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import { HAL } from "../schema/documents.js";
import { type ProbeExchange, printable } from "../wire/exchange.js";
import { goodCall, isFresh, JSON_TYPE } from "./ground.js";

const NONE_ACCEPTABLE = { Accept: "text/csv" };

function isResult(exchange: ProbeExchange): boolean {
	return exchange.status === 200 && exchange.type === JSON_TYPE;
}

/** O8 to O16: what Accept does to a result, and which fields go with it. */
export const ANSWER_ROWS: readonly Row[] = [
	{
		id: "O8",
		level: "SHOULD",
		title: "A negotiated result has Vary: Accept",
		how: "call, if Accept changes the answer: Vary lists Accept",
		check: async (context) => {
			const exchange = await goodCall(context);
			const others = [NONE_ACCEPTABLE, { Accept: HAL }, { Accept: "application/xml" }];
			let negotiates = false;
			for (const headers of others) {
				const other = await context.call({ headers });
				negotiates ||= other.status !== exchange.status || other.type !== exchange.type;
			}
			if (!negotiates) return skip("Accept does not change the answer");
			const vary = exchange.list("vary");
			if (vary.includes("accept") || vary.includes("*")) return pass();
			return fail(
				`Accept changes the answer, and Vary is ${printable(exchange.field("vary") ?? "missing")}`,
				"List Accept in Vary (RFC 9110 §12.5.5).",
			);
		},
	},
	{
		id: "O9",
		level: "MUST",
		title: "No Accept means JSON",
		how: "call without Accept: 200 application/json",
		check: async (context) => {
			await goodCall(context);
			const exchange = await context.call({ headers: { Accept: undefined } });
			return isResult(exchange)
				? pass()
				: fail(exchange.line, "Treat a missing Accept as */* (RFC 9110 §12.4.1).");
		},
	},
	{
		id: "O10",
		level: "MUST",
		title: "Wildcards and parameters in Accept mean JSON",
		how: "call with */*, application/* and application/json;charset=UTF-8: 200 application/json",
		check: async (context) => {
			await goodCall(context);
			for (const accept of ["*/*", "application/*", "application/json;charset=UTF-8"]) {
				const exchange = await context.call({ headers: { Accept: accept } });
				if (!isResult(exchange)) return fail(exchange.line, "Match media ranges (RFC 9110 §12.5.1).");
			}
			return pass();
		},
	},
	{
		id: "O11",
		level: "SHOULD",
		title: "A type that is not offered gives 406, or Accept is ignored",
		how: "call with Accept: text/csv: 406, or 200",
		check: async (context) => {
			await goodCall(context);
			const exchange = await context.call({ headers: NONE_ACCEPTABLE });
			if (exchange.status === 406) return pass();
			if (exchange.status === 200) return pass("Accept is ignored, as RFC 9110 §12.4.1 allows");
			return fail(exchange.line, "Answer 406 if no offered type is acceptable.");
		},
	},
	{
		id: "O12",
		level: "INFO",
		title: "A 406 lists the offered types",
		how: "call with Accept: text/csv: the 406 lists the types",
		check: async (context) => {
			await goodCall(context);
			const exchange = await context.call({ headers: NONE_ACCEPTABLE });
			if (exchange.status !== 406) return skip("there is no 406");
			return `${exchange.text} ${exchange.field("accept") ?? ""}`.includes(JSON_TYPE)
				? pass()
				: fail("the 406 does not name application/json", "List the offered types in the 406.");
		},
	},
	{
		id: "O13",
		level: "MUST",
		title: "A type with q=0 is not sent",
		how: "call with Accept: application/json;q=0, */*;q=0: no application/json",
		check: async (context) => {
			await goodCall(context);
			const exchange = await context.call({ headers: { Accept: "application/json;q=0, */*;q=0" } });
			if (exchange.status !== 200 || exchange.type !== JSON_TYPE) return pass();
			const other = await context.call({ headers: NONE_ACCEPTABLE });
			if (other.status === 200) return pass("Accept is ignored");
			return fail(exchange.line, "Treat a weight of 0 as not acceptable (RFC 9110 §12.4.2).");
		},
	},
	{
		id: "O14",
		level: "MUST",
		title: "A result does not claim the mill's address",
		how: "call: no Content-Location that is the mill",
		check: async (context) => {
			const exchange = await goodCall(context);
			const location = exchange.field("content-location");
			if (location === undefined) return pass();
			const claimed = URL.canParse(location, exchange.url.href) ? new URL(location, exchange.url).href : "";
			return claimed === exchange.url.href
				? fail(
						`Content-Location: ${printable(location)}`,
						"Remove it. A cache would use the result to answer GET (RFC 9110 §8.7).",
					)
				: pass();
		},
	},
	{
		id: "O15",
		level: "SHOULD",
		title: "A result is not cacheable",
		how: "call: Cache-Control: no-store, or no freshness information",
		check: async (context) => {
			const exchange = await goodCall(context);
			const control = exchange.list("cache-control");
			if (control.includes("no-store") || control.includes("no-cache")) return pass();
			if (!isFresh(exchange) && exchange.field("expires") === undefined)
				return pass("it has no freshness information");
			const found = exchange.field("cache-control") ?? `Expires: ${exchange.field("expires")}`;
			return fail(
				`the result may be stored: ${printable(found)}`,
				"Send Cache-Control: no-store. A cache does not compare the inputs.",
			);
		},
	},
	{
		id: "O16",
		level: "SHOULD",
		title: "Bodies are protected from sniffing",
		how: "every answer with a body: X-Content-Type-Options: nosniff",
		last: true,
		check: async (context) => {
			await context.call();
			const bad = context.seen.find(
				(exchange) =>
					exchange.reply.body.length > 0 &&
					exchange.field("content-type") !== undefined &&
					exchange.field("x-content-type-options")?.toLowerCase() !== "nosniff",
			);
			return bad
				? fail(`${bad.line}, without nosniff`, "Send X-Content-Type-Options: nosniff with every body.")
				: pass();
		},
	},
];
