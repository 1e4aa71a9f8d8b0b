import { fail, pass, type RowOutcome, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import { DOCS, descriptionByAccept, listOf, SCHEMA } from "../schema/documents.js";
import { type ProbeExchange, printable } from "../wire/exchange.js";
import { at, objectsIn } from "../wire/json.js";
import { goodCall, goodSchema, offered } from "./ground.js";

function sameAs(first: ProbeExchange, other: ProbeExchange, advice: string): RowOutcome {
	const same = other.status === first.status && other.type === first.type;
	return same ? pass() : fail(other.line, advice);
}

function asFirst(id: string, level: "MUST" | "SHOULD", accept: string, title: string, advice: string): Row {
	return {
		id,
		level,
		title,
		how: `GET on the mill, Accept: ${accept}: the schema`,
		check: async (context) => {
			const first = await offered(context);
			return sameAs(first, await context.probe("GET", { Accept: accept }), advice);
		},
	};
}

function variesByAccept(exchange: ProbeExchange): boolean {
	const vary = exchange.list("vary");
	return vary.includes("accept") || vary.includes("*");
}

/** A9 to A21: other requests for the schema, and other documents at the same URL. */
export const SCHEMA_REQUEST_ROWS: readonly Row[] = [
	{
		id: "A9",
		level: "MUST",
		title: "HEAD on the schema matches GET",
		how: `HEAD on the mill, Accept: ${SCHEMA}: status and type of GET, no content`,
		check: async (context) => {
			const first = await offered(context);
			const head = await context.probe("HEAD", { Accept: SCHEMA });
			if (head.reply.stray > 0)
				return fail(
					`${head.reply.stray} bytes of content followed the answer to HEAD`,
					"Send no content to HEAD.",
				);
			return sameAs(first, head, "Answer HEAD as GET (RFC 9110 §9.3.2).");
		},
	},
	{
		id: "A10",
		level: "MUST",
		title: "Schema and 405 have Vary: Accept",
		how: "the schema, and GET with Accept: */*: both list Accept in Vary",
		check: async (context) => {
			const first = await offered(context);
			const answers = [first];
			if (context.subject.method !== "GET") answers.push(await context.probe("GET", { Accept: "*/*" }));
			const bad = answers.find((exchange) => !variesByAccept(exchange));
			if (!bad) return pass();
			return fail(
				`${bad.line}, Vary: ${printable(bad.field("vary") ?? "missing")}`,
				"List Accept in Vary. Otherwise a cache may return one for the other (RFC 9111 §4.1).",
			);
		},
	},
	asFirst(
		"A11",
		"MUST",
		`${SCHEMA}, */*;q=0.1`,
		"The schema wins over wildcards",
		"Prefer a named type over wildcards.",
	),
	{
		id: "A12",
		level: "MUST",
		title: "q=0 gives no schema",
		how: `GET on the mill, Accept: ${SCHEMA};q=0: not the schema`,
		check: async (context) => {
			await offered(context);
			const exchange = await context.probe("GET", { Accept: `${SCHEMA};q=0` });
			return exchange.status === 200 && exchange.type === SCHEMA
				? fail(exchange.line, "Treat a weight of 0 as not acceptable (RFC 9110 §12.4.2).")
				: pass();
		},
	},
	asFirst(
		"A13",
		"MUST",
		SCHEMA.toUpperCase(),
		"Accept is case-insensitive",
		"Compare types case-insensitively.",
	),
	asFirst(
		"A14",
		"SHOULD",
		`${SCHEMA}; charset=utf-8`,
		"A charset in Accept is ignored",
		"Ignore the charset.",
	),
	{
		id: "A15",
		level: "SHOULD",
		title: "A call that accepts only the schema type gets no result",
		how: `call with Accept: ${SCHEMA}: 406, or the schema`,
		check: async (context) => {
			await goodCall(context);
			const exchange = await context.call({ headers: { Accept: SCHEMA } });
			if (exchange.status !== 200 || exchange.type === SCHEMA) return pass();
			const other = await context.call({ headers: { Accept: "text/csv" } });
			if (other.status === 200) return pass("Accept is ignored");
			return fail(exchange.line, "Answer 406.");
		},
	},
	{
		id: "A16",
		level: "INFO",
		title: "The XML Schema is offered, or 404",
		how: "GET on the mill, Accept: application/schema+xml: 200 with XML Schema, or 404",
		check: async (context) => {
			const exchange = await context.probe("GET", { Accept: "application/schema+xml" });
			if (exchange.status === 404) return pass("not offered");
			if (exchange.status === 405 || exchange.status === 406) return pass("not offered");
			return exchange.status === 200 && exchange.text.includes("http://www.w3.org/2001/XMLSchema")
				? pass()
				: fail(exchange.line, "Answer with the XML Schema, or with 404.");
		},
	},
	{
		id: "A17",
		level: "INFO",
		title: "The description is offered, or 404",
		how: `GET on the mill, Accept: ${DOCS}: 200 with text, or 404`,
		check: async (context) => {
			const exchange = await descriptionByAccept(context);
			if ([404, 405, 406].includes(exchange.status)) return pass("not offered");
			return exchange.status === 200 && exchange.text.trim() !== ""
				? pass()
				: fail(`${exchange.line}, ${exchange.reply.body.length} bytes`, "Answer with the text, or with 404.");
		},
	},
	{
		id: "A18",
		level: "SHOULD",
		title: "The schema supports conditional requests",
		how: "the schema again with If-None-Match: 304 with the same ETag",
		check: async (context) => {
			const tag = (await offered(context)).field("etag");
			if (tag === undefined) return fail("the schema has no ETag", "Send an ETag with the schema.");
			const again = await context.probe("GET", { Accept: SCHEMA, "If-None-Match": tag });
			return again.status === 304 && (again.field("etag") ?? tag) === tag
				? pass()
				: fail(`If-None-Match: ${printable(tag)}: ${again.answer}`, "Answer 304 (RFC 9110 §13.1.2).");
		},
	},
	{
		id: "A19",
		level: "MUST",
		title: "Schema and description have ETags of their own",
		how: `GET on the mill, Accept: ${SCHEMA} and ${DOCS}: different ETags`,
		check: async (context) => {
			const tag = (await offered(context)).field("etag");
			// Not with $description: documents with different URLs may have the same ETag (RFC 9110 §8.8.3).
			const description = await descriptionByAccept(context);
			const other = description.status === 200 ? description.field("etag") : undefined;
			if (tag === undefined || other === undefined) return skip("the schema or the description has no ETag");
			return other === tag
				? fail(`both have ETag: ${printable(tag)}`, "Give each representation its own (RFC 9110 §8.8.3.3).")
				: pass();
		},
	},
	{
		id: "A20",
		level: "SHOULD",
		title: "A cache cannot return a 405 for the schema",
		how: "GET on the mill, Accept: */*: the 405 has no-store, no-cache or Vary: Accept",
		check: async (context) => {
			if (context.subject.method === "GET") return skip("GET is the mill's own method");
			const exchange = await context.probe("GET", { Accept: "*/*" });
			if (exchange.status !== 405) return skip("GET is not refused with 405 (M8)");
			const control = exchange.list("cache-control");
			return control.includes("no-store") || control.includes("no-cache") || variesByAccept(exchange)
				? pass()
				: fail(
						"a cache may store the 405 and return it for the schema",
						"Send Cache-Control: no-store with the 405.",
					);
		},
	},
	{
		id: "A21",
		level: "MUST",
		title: "The schema names no other tool",
		how: "the schema's title and $id: not those of another mill",
		check: async (context) => {
			const schema = await goodSchema(context);
			const { tool } = context.subject;
			const list = await listOf(context);
			const names = [...objectsIn(list.status === 200 ? list.json : undefined)]
				.map(({ name }) => name)
				.filter((name): name is string => typeof name === "string" && name !== tool);
			for (const key of ["title", "$id"]) {
				const value = at(schema, key);
				if (typeof value !== "string") continue;
				const words = value.toLowerCase().split(/[/?#\s]+/);
				if (!words.includes(tool) && names.some((name) => words.includes(name)))
					return fail(`${key} is ${printable(value)}`, "Use the name of this mill in title and $id.");
			}
			return pass();
		},
	},
];
