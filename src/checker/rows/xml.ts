import type { Context } from "../context.js";
import { fail, pass, type Row, Skipped, skip } from "../row.js";
import { type Exchange, printable } from "../wire/exchange.js";
import { xmlComplaint } from "../xml-validator.js";
import { goodCall, JSON_TYPE } from "./ground.js";

async function asXml(context: Context): Promise<Exchange> {
	await goodCall(context);
	return context.call({ headers: { Accept: "application/xml" } });
}

/** The result as XML, where it comes; one who disregards Accept sends JSON. */
async function offered(context: Context): Promise<Exchange> {
	const exchange = await asXml(context);
	if (exchange.status !== 200 || exchange.type === JSON_TYPE) throw new Skipped("XML is not offered");
	return exchange;
}

/** X1 to X3: results as XML. */
export const XML_ROWS: readonly Row[] = [
	{
		id: "X1",
		level: "INFO",
		title: "XML is offered, or refused",
		how: "the call with Accept: application/xml: 200 with XML, or 406",
		check: async (context) => {
			const exchange = await asXml(context);
			if (exchange.status === 406) return pass("it is not offered");
			if (exchange.status !== 200) return fail(exchange.line, "Answer with XML, or with 406.");
			return exchange.type === JSON_TYPE ? pass("Accept is disregarded") : pass();
		},
	},
	{
		id: "X2",
		level: "MUST",
		title: "XML is well labelled",
		how: "the XML result: application/xml, encoding and charset agree, a root element",
		check: async (context) => {
			const exchange = await offered(context);
			const advice = "Label it application/xml; charset=utf-8, and declare the same encoding (RFC 7303).";
			if (exchange.type !== "application/xml") return fail(exchange.line, advice);
			const head = exchange.text.slice(0, 1000).replace(/^\ufeff/, "");
			const declared = /^<\?xml[^>]*\sencoding=["']([\w.-]+)["']/.exec(head)?.[1]?.toLowerCase();
			const { charset } = exchange;
			if (charset !== undefined && (declared ?? "utf-8") !== charset)
				return fail(`charset=${charset}, and the document declares ${declared ?? "nothing"}`, advice);
			return /<[A-Za-z_]/.test(head) ? pass() : fail(`no root element: ${printable(head, 60)}`, advice);
		},
	},
	{
		id: "X3",
		level: "SHOULD",
		title: "The XML Schema describes the XML result",
		how: "the XML result against the XML Schema: valid",
		check: async (context) => {
			const exchange = await offered(context);
			const schema = await context.probe("GET", { Accept: "application/schema+xml" });
			if (schema.status !== 200) return skip("no XML Schema is offered");
			const complaint = await xmlComplaint(exchange.text, schema.text);
			if (complaint === undefined)
				return skip("there is no validator: npm install xmllint-wasm beside gristmill");
			return complaint === null ? pass() : fail(printable(complaint), "Make the two agree.");
		},
	},
];
