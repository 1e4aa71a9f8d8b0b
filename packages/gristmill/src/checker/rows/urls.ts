import { isDeepStrictEqual } from "node:util";
import { fail, pass, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import type { RowContext } from "../probe/row-context.js";
import { below, toolDocument, under } from "../probe/subject.js";
import {
	descriptionByUrl,
	listOf,
	namesTool,
	openApiOf,
	openApiPath,
	schemaByAccept,
	schemaByUrl,
} from "../schema/documents.js";
import { type ProbeExchange, printable } from "../wire/exchange.js";
import { sameContent } from "../wire/json.js";

function thereOrNot(id: string, where: string, ask: (context: RowContext) => Promise<ProbeExchange>): Row {
	return {
		id,
		level: "MUST",
		title: `${where} is offered, or 404`,
		how: `GET ${where}: 200 or 404`,
		check: async (context) => {
			const exchange = await ask(context);
			if (exchange.status === 200) return pass();
			if (exchange.status === 404) return pass("not offered");
			return fail(exchange.line, "Answer with the document, or with 404 if there is none.");
		},
	};
}

/** C1 to C12: documents at conventional URLs. */
export const URL_ROWS: readonly Row[] = [
	thereOrNot("C1", "{base}/$list", listOf),
	thereOrNot("C2", "{base}/<tool>/$schema", schemaByUrl),
	thereOrNot("C3", "{base}/<tool>/$description", descriptionByUrl),
	thereOrNot("C4", "{base}/$schema", openApiOf),
	thereOrNot("C5", "{base}/$description", (context) => context.get(below(context.subject, "$description"))),
	{
		id: "C6",
		level: "MUST",
		title: "The list names this mill",
		how: "{base}/$list: it names the tool",
		check: async (context) => {
			const list = await listOf(context);
			if (list.status !== 200) return skip("there is no list");
			const { tool, mill } = context.subject;
			return namesTool(list, context.subject)
				? pass()
				: fail(`the list does not name ${tool || mill.href}`, "List every mill.");
		},
	},
	{
		id: "C7",
		level: "SHOULD",
		title: "%24 stands for $",
		how: "GET {base}/<tool>/%24schema: as $schema",
		check: async (context) => {
			const plain = await schemaByUrl(context);
			if (plain.status !== 200) return skip("there is no $schema");
			const escaped = await context.get(toolDocument(context.subject, "%24schema"));
			return escaped.status === 200 && sameContent(escaped.reply.body, plain.reply.body)
				? pass()
				: fail(escaped.line, "Treat %24 as $. Clients may escape it.");
		},
	},
	{
		id: "C8",
		level: "MUST",
		title: "The schema is the same in every way of asking",
		how: "the schema by Accept and by URL: the same JSON",
		check: async (context) => {
			const [byAccept, byUrl] = [await schemaByAccept(context), await schemaByUrl(context)];
			if (byAccept.status !== 200 || byUrl.status !== 200) return skip("not offered in both ways");
			return isDeepStrictEqual(byAccept.json, byUrl.json)
				? pass()
				: fail("the two schemas differ", "Serve the same document in both ways.");
		},
	},
	{
		id: "C9",
		level: "MUST",
		title: "A document cannot be called",
		how: "POST {base}/<tool>/$schema: 405 with Allow, or 404 if there is none",
		check: async (context) => {
			const there = (await schemaByUrl(context)).status === 200;
			const url = toolDocument(context.subject, "$schema");
			const exchange = await context.call({ method: "POST", url });
			if (exchange.status === 404 && !there) return pass();
			return exchange.status === 405 && exchange.field("allow") !== undefined
				? pass()
				: fail(exchange.line, "Reject it with 405 and Allow.");
		},
	},
	{
		id: "C10",
		level: "MUST",
		title: "Unknown names with $ give 404",
		how: "GET {mill}/$nonsense: 404",
		check: async (context) => {
			const exchange = await context.get(under(context.subject, "$nonsense"));
			return exchange.status === 404 ? pass() : fail(exchange.line, "Answer 404.");
		},
	},
	{
		id: "C11",
		level: "INFO",
		title: "The API catalogue lists the mill, or is not offered",
		how: "GET {origin}/.well-known/api-catalog: 200 application/linkset+json naming the mill, or 404",
		check: async (context) => {
			const exchange = await context.get(new URL("/.well-known/api-catalog", context.subject.mill));
			if (exchange.status === 404) return pass("there is none");
			const names = exchange.type === "application/linkset+json" && namesTool(exchange, context.subject);
			return exchange.status === 200 && names
				? pass()
				: fail(exchange.line, "Name the mill in a link set (RFC 9727), or answer 404.");
		},
	},
	{
		id: "C12",
		level: "SHOULD",
		title: "OpenAPI has one operation for the mill",
		how: "{base}/$schema, if it is OpenAPI: the mill's path with exactly one operation",
		check: async (context) => {
			const { status, json } = await openApiOf(context);
			if (status !== 200 || typeof json !== "object" || json === null || !("openapi" in json))
				return skip("there is no OpenAPI document");
			const path = openApiPath(json, context.subject);
			if (!path) return fail("the document lacks the mill's path", "Describe the mill in it.");
			const operations = Object.keys(path.operations).filter((name) => name !== "options");
			return operations.length === 1
				? pass()
				: fail(
						`${printable(path.path)} has ${operations.join(", ") || "no operation"}`,
						"Describe the mill's one method.",
					);
		},
	},
];
