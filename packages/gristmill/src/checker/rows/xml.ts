import { fail, pass, Skipped, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import type { RowContext } from "../probe/row-context.js";
import { type ProbeExchange, printable } from "../wire/exchange.js";
import { goodCall, JSON_TYPE, whole } from "./ground.js";

type ValidateXml = typeof import("xmllint-wasm")["validateXML"];

/** An optional package: several megabytes for one row. The row is skipped if it is not installed. */
const PACKAGE = "xmllint-wasm";
async function asXml(context: RowContext): Promise<ProbeExchange> {
	await goodCall(context);
	return context.call({ headers: { Accept: "application/xml" } });
}

/** The result as XML; skips the row if the server sends JSON. */
async function offered(context: RowContext): Promise<ProbeExchange> {
	const exchange = await asXml(context);
	if (exchange.status !== 200 || exchange.type === JSON_TYPE) throw new Skipped("XML is not offered");
	return exchange;
}

/** X1 to X3: results as XML. */
export const XML_ROWS: readonly Row[] = [
	{
		id: "X1",
		level: "INFO",
		title: "XML is offered, or rejected",
		how: "call with Accept: application/xml: 200 with XML, or 406",
		check: async (context) => {
			const exchange = await asXml(context);
			if (exchange.status === 406) return pass("not offered");
			if (exchange.status !== 200) return fail(exchange.line, "Answer with XML, or with 406.");
			return exchange.type === JSON_TYPE ? pass("Accept is disregarded") : pass();
		},
	},
	{
		id: "X2",
		level: "MUST",
		title: "XML has the right media type and encoding",
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
			const exchange = whole(await offered(context));
			const schema = await context.probe("GET", { Accept: "application/schema+xml" });
			if (schema.status !== 200) return skip("no XML Schema is offered");
			const complaint = await xmlComplaint(exchange.text, schema.text, context.settings.patience);
			if (complaint === undefined) return skip("no validator is installed: npm install xmllint-wasm");
			return complaint === null ? pass() : fail(printable(complaint), "Make the XML match its schema.");
		},
	},
];

/** Validates XML against its XML Schema: a complaint, null if it is valid, undefined if there is no validator. */
async function xmlComplaint(
	xml: string,
	schema: string,
	patience: number,
): Promise<string | null | undefined> {
	const found: { validateXML: ValidateXml } | undefined = await import(PACKAGE).catch(() => undefined);
	if (!found) return undefined;
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<undefined>((resolve) => {
		timer = setTimeout(resolve, patience, undefined);
	});
	const validated = found
		.validateXML({
			xml: [{ fileName: "result.xml", contents: xml }],
			schema: [{ fileName: "result.xsd", contents: schema }],
		})
		.then(({ valid, errors }) => (valid ? null : (errors[0]?.message ?? "it is not valid")))
		.catch(() => "the XML Schema cannot be used");
	return Promise.race([validated, late]).finally(() => clearTimeout(timer));
}
