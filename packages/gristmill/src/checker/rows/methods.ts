import { SERVED } from "../inputs/inputs.js";
import { fail, pass, type RowOutcome, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import type { RowContext } from "../probe/row-context.js";
import { below } from "../probe/subject.js";
import { schemaByAccept } from "../schema/documents.js";
import { type ProbeExchange, printable } from "../wire/exchange.js";
import { UNKNOWN_METHOD, whole } from "./ground.js";

const ONE_METHOD = "Support one method besides OPTIONS, and reject every other with 405 and Allow.";

function refusesMethod(exchange: ProbeExchange): RowOutcome {
	if (exchange.status !== 405) return fail(exchange.line, ONE_METHOD);
	if (exchange.field("allow") === undefined)
		return fail(`${exchange.line}, without Allow`, "List the methods in an Allow field (RFC 9110 §15.5.6).");
	return pass();
}

function otherMethod(id: string, method: string): Row {
	return {
		id,
		level: "MUST",
		title: `${method} is rejected`,
		how: `${method} on the mill: 405 with Allow`,
		check: async (context) => {
			if (context.subject.method === method) return skip(`${method} is the mill's own method`);
			return refusesMethod(await context.call({ method }));
		},
	};
}

const OWN_GET = "GET is the mill's own method";

function retrieval(id: string, title: string, how: string, headers: Record<string, string>): Row {
	return {
		id,
		level: "MUST",
		title,
		how,
		check: async (context) => {
			if (context.subject.method === "GET") return skip(OWN_GET);
			return refusesMethod(await context.probe("GET", headers));
		},
	};
}

async function allowOf(
	context: RowContext,
): Promise<{ exchange: ProbeExchange; methods: string[] } | undefined> {
	const exchange = await context.probe("OPTIONS");
	if (exchange.status < 200 || exchange.status > 299 || exchange.field("allow") === undefined)
		return undefined;
	return { exchange, methods: exchange.list("allow").map((method) => method.toUpperCase()) };
}

/** M1 to M15: one method, and every other refused. */
export const METHOD_ROWS: readonly Row[] = [
	{
		id: "M1",
		level: "MUST",
		title: "The mill answers its method with 200",
		how: "call with good input, Accept: application/json: 200",
		check: async (context) => {
			const exchange = await context.call();
			if (exchange.status === 200 && whole(exchange).reply.ending === "whole") return pass();
			const { origin } = context.subject.canary;
			// A rejection of generated input says nothing about the mill. An example may need its parameters.
			const forContent = [400, 415, 422].includes(exchange.status);
			if (forContent && ["generated", "none", SERVED].includes(origin))
				return skip(`no good input is known (${exchange.line}): give one with --input FILE`);
			return fail(
				`${exchange.line}; the input is from: ${origin}`,
				"Answer valid input with 200 and the result.",
			);
		},
	},
	{
		id: "M2",
		level: "MUST",
		title: "OPTIONS is answered",
		how: "OPTIONS on the mill: 2xx",
		check: async (context) => {
			const exchange = await context.probe("OPTIONS");
			if (exchange.status >= 200 && exchange.status < 300) return pass();
			return fail(exchange.line, "Answer OPTIONS with 204 and Allow.");
		},
	},
	{
		id: "M3",
		level: "SHOULD",
		title: "OPTIONS lists the methods",
		how: "OPTIONS on the mill: Allow holds the mill's method and OPTIONS",
		check: async (context) => {
			const exchange = await context.probe("OPTIONS");
			if (exchange.status < 200 || exchange.status > 299) return skip("OPTIONS is not answered with 2xx");
			const methods = exchange.list("allow");
			const missing = [context.subject.method, "OPTIONS"].filter(
				(one) => !methods.includes(one.toLowerCase()),
			);
			if (missing.length === 0) return pass();
			const found = exchange.field("allow");
			return fail(
				found === undefined ? "OPTIONS was answered without Allow" : `Allow: ${printable(found)}`,
				`List ${missing.join(" and ")} in Allow.`,
			);
		},
	},
	{
		id: "M4",
		level: "MUST",
		title: "The mill has one method besides OPTIONS",
		how: "OPTIONS on the mill: Allow without OPTIONS (and GET, HEAD where they read the schema) has one member",
		check: async (context) => {
			const allow = await allowOf(context);
			if (!allow) return skip("OPTIONS names no methods");
			const { method } = context.subject;
			const reads = method !== "GET" && (await schemaByAccept(context)).status === 200;
			const own = new Set(
				allow.methods.filter((one) => one !== "OPTIONS" && !(reads && (one === "GET" || one === "HEAD"))),
			);
			// HEAD is GET without content (RFC 9110 §9.3.2), not another method.
			if (own.has("GET")) own.delete("HEAD");
			if (own.size === 1) return pass();
			return fail(`Allow: ${printable(allow.exchange.field("allow") ?? "")}`, ONE_METHOD);
		},
	},
	otherMethod("M5", "PUT"),
	otherMethod("M6", "PATCH"),
	otherMethod("M7", "DELETE"),
	retrieval("M8", "GET is rejected", "GET on the mill, Accept: */*: 405 with Allow", { Accept: "*/*" }),
	retrieval("M9", "GET without Accept is rejected", "GET on the mill without Accept: 405 with Allow", {}),
	{
		id: "M10",
		level: "MUST",
		title: "HEAD is GET without content",
		how: "HEAD on the mill, Accept: */*: the status of GET, no content",
		check: async (context) => {
			if (context.subject.method === "GET") return skip(OWN_GET);
			const full = await context.probe("GET", { Accept: "*/*" });
			const head = await context.probe("HEAD", { Accept: "*/*" });
			const advice = "Answer HEAD with the status of GET and no content (RFC 9110 §9.3.2).";
			if (head.status !== full.status) return fail(`${head.line}, GET with ${full.answer}`, advice);
			if (head.reply.stray > 0)
				return fail(`${head.reply.stray} bytes of content followed the answer to HEAD`, advice);
			return pass();
		},
	},
	{
		id: "M11",
		level: "SHOULD",
		title: "TRACE is rejected",
		how: "TRACE on the mill: 405 or 501, no echo",
		check: async (context) => {
			const exchange = await context.probe("TRACE");
			if (exchange.status >= 400 && exchange.status !== 404) return pass();
			return fail(exchange.line, "Reject TRACE with 405.");
		},
	},
	{
		id: "M12",
		level: "SHOULD",
		title: "An unknown method is rejected",
		how: `${UNKNOWN_METHOD} on the mill: 501, 405 or 400`,
		check: async (context) => {
			const exchange = await context.probe(UNKNOWN_METHOD);
			if ([501, 405, 400].includes(exchange.status)) return pass();
			return fail(
				exchange.line,
				"Answer a method that the server does not know with 501 (RFC 9110 §15.6.2).",
			);
		},
	},
	{
		id: "M13",
		level: "MUST",
		title: "An unknown mill gives 404",
		how: "call at {base}/no-such-mill-xyz: 404",
		check: async (context) => {
			const exchange = await context.call({ url: below(context.subject, "no-such-mill-xyz") });
			return exchange.status === 404
				? pass()
				: fail(exchange.line, "Answer 404 if there is no mill at a URL.");
		},
	},
	{
		id: "M14",
		level: "INFO",
		title: "QUERY is the mill's method, or is rejected",
		how: "QUERY on the mill: 405 or 501 unless it is the one method",
		check: async (context) => {
			const { method } = context.subject;
			if (method === "QUERY") return pass("QUERY is the mill's method (RFC 10008)");
			const exchange = await context.call({ method: "QUERY" });
			if (exchange.status < 200 || exchange.status > 299) return pass();
			return fail(`${exchange.line}, beside ${method}`, ONE_METHOD);
		},
	},
	{
		id: "M15",
		level: "INFO",
		title: "OPTIONS and 405 list the same methods",
		how: "Allow of OPTIONS and of a refused method: the same members",
		check: async (context) => {
			const allow = await allowOf(context);
			const other = context.subject.method === "PUT" ? "PATCH" : "PUT";
			const refused = await context.call({ method: other });
			if (!allow || refused.status !== 405 || refused.field("allow") === undefined)
				return skip("OPTIONS or the refused method names no methods");
			const named = new Set(refused.list("allow").map((method) => method.toUpperCase()));
			const same = named.size === new Set(allow.methods).size && allow.methods.every((one) => named.has(one));
			if (same) return pass();
			return fail(
				printable(`OPTIONS: ${allow.exchange.field("allow")}; ${other}: ${refused.field("allow")}`),
				"Send the same Allow with both.",
			);
		},
	},
];
