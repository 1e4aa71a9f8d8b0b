import type { Context } from "../context.js";
import {
	anySchema,
	DOCS,
	descriptionByAccept,
	descriptionByUrl,
	listOf,
	SCHEMA,
	schemaByAccept,
} from "../documents.js";
import { at, objectsIn } from "../json.js";
import { fail, type Outcome, pass, type Row, Skipped, skip } from "../row.js";
import { schemaComplaint } from "../schema-rules.js";
import { type Exchange, printable } from "../wire/exchange.js";
import { complaintsBySchema, goodCall, goodSchema } from "./ground.js";

/** The schema on the mill's address, where it is offered. */
async function offered(context: Context): Promise<Exchange> {
	const exchange = await schemaByAccept(context);
	if (exchange.status !== 200) throw new Skipped("the mill's address gives no schema (A1)");
	return exchange;
}

function sameAs(first: Exchange, other: Exchange, advice: string): Outcome {
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

function variesByAccept(exchange: Exchange): boolean {
	const vary = exchange.list("vary");
	return vary.includes("accept") || vary.includes("*");
}

const SAME_TOOL = "Let title and $id name this mill.";

/** A1 to A21: the schema on the mill's own address. */
export const SCHEMA_ROWS: readonly Row[] = [
	{
		id: "A1",
		level: "MUST",
		title: "The schema is there, or 404",
		how: `GET on the mill, Accept: ${SCHEMA}: 200 or 404`,
		check: async (context) => {
			const exchange = await schemaByAccept(context);
			if (exchange.status === 200) return pass();
			if (exchange.status === 404) return pass("it is not offered");
			const refused = exchange.status === 405 || exchange.status === 406;
			return fail(
				exchange.line,
				"Answer with the schema, or with 404 where there is none.",
				refused ? "SHOULD" : undefined,
			);
		},
	},
	{
		id: "A2",
		level: "MUST",
		title: "The schema is labelled as one",
		how: `the schema: Content-Type ${SCHEMA}`,
		check: async (context) => {
			const exchange = await offered(context);
			return exchange.type === SCHEMA ? pass() : fail(exchange.line, `Send it as ${SCHEMA}; charset=utf-8.`);
		},
	},
	{
		id: "A3",
		level: "MUST",
		title: "The schema's type has a charset",
		how: "the schema: charset=utf-8",
		check: async (context) => {
			const exchange = await offered(context);
			return exchange.charset === "utf-8"
				? pass()
				: fail(exchange.line, "Add charset=utf-8 to its Content-Type.");
		},
	},
	{
		id: "A4",
		level: "MUST",
		title: "The schema is a JSON Schema",
		how: "the schema: valid in the dialect that it declares",
		check: async (context) => {
			const found = await anySchema(context);
			if (!found) {
				const { status, json } = await schemaByAccept(context);
				if (status === 200 && json === undefined) return fail("the schema is no JSON", "Send a JSON Schema.");
				return skip("no schema is offered");
			}
			const complaint = schemaComplaint(found.schema);
			return complaint === undefined ? pass() : fail(printable(complaint), "Correct the schema.");
		},
	},
	{
		id: "A5",
		level: "MUST",
		title: "The schema describes the result",
		how: "the result of the call against the schema: valid",
		check: async (context) => {
			const { json } = await goodCall(context);
			const [complaint] = await complaintsBySchema(context, [json]);
			return complaint === null
				? pass()
				: fail(
						`the result breaks the schema: ${printable(complaint ?? "")}`,
						"Make schema and result agree.",
					);
		},
	},
	{
		id: "A6",
		level: "SHOULD",
		title: "The schema can be broken",
		how: "an empty object and a string against the schema: at least one is not valid",
		check: async (context) => {
			const found = await complaintsBySchema(context, [{}, "a string"]);
			return found.some((complaint) => complaint !== null)
				? pass()
				: fail("everything satisfies the schema", "Say in it what a result looks like.");
		},
	},
	{
		id: "A7",
		level: "SHOULD",
		title: "The schema covers the input",
		how: "the schema: it names the input's media type",
		check: async (context) => {
			const found = await anySchema(context);
			if (!found) return skip("no schema is offered");
			const [essence = ""] = context.subject.canary.mediaType.toLowerCase().split(";");
			return found.exchange.text.toLowerCase().includes(essence)
				? pass()
				: fail(`the schema does not name ${essence}`, "Describe the input in it, with contentMediaType.");
		},
	},
	{
		id: "A8",
		level: "SHOULD",
		title: "The schema states the security",
		how: "the schema: security, securitySchemes, or words about credentials",
		check: async (context) => {
			const found = await anySchema(context);
			if (!found) return skip("no schema is offered");
			return /securit|authenticat|authori[sz]|credential/i.test(found.exchange.text)
				? pass()
				: fail("the schema says nothing about credentials", "Say which are demanded, or that none are.");
		},
	},
	{
		id: "A9",
		level: "MUST",
		title: "HEAD gives the schema's fields",
		how: `HEAD on the mill, Accept: ${SCHEMA}: status and type of GET, no content`,
		check: async (context) => {
			const first = await offered(context);
			const head = await context.probe("HEAD", { Accept: SCHEMA });
			if (head.reply.stray > 0)
				return fail(`${head.reply.stray} bytes of content came behind HEAD`, "Send no content to HEAD.");
			return sameAs(first, head, "Answer HEAD as GET (RFC 9110 §9.3.2).");
		},
	},
	{
		id: "A10",
		level: "MUST",
		title: "Schema and refusal say Vary: Accept",
		how: "the schema, and GET with Accept: */*: both list Accept in Vary",
		check: async (context) => {
			const first = await offered(context);
			const answers = [first];
			if (context.subject.method !== "GET") answers.push(await context.probe("GET", { Accept: "*/*" }));
			const bad = answers.find((exchange) => !variesByAccept(exchange));
			if (!bad) return pass();
			return fail(
				`${bad.line}, Vary: ${printable(bad.field("vary") ?? "missing")}`,
				"List Accept in Vary, or a cache gives one for the other (RFC 9111 §4.1).",
			);
		},
	},
	asFirst("A11", "MUST", `${SCHEMA}, */*;q=0.1`, "The schema wins over wildcards", "Prefer what is named."),
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
		"Case does not matter in Accept",
		"Compare types without case.",
	),
	asFirst("A14", "SHOULD", `${SCHEMA}; charset=utf-8`, "A charset in Accept does not matter", "Ignore it."),
	{
		id: "A15",
		level: "SHOULD",
		title: "A call that accepts only the schema gets no result",
		how: `the call with Accept: ${SCHEMA}: 406, or the schema`,
		check: async (context) => {
			await goodCall(context);
			const exchange = await context.call({ headers: { Accept: SCHEMA } });
			if (exchange.status !== 200 || exchange.type === SCHEMA) return pass();
			const other = await context.call({ headers: { Accept: "text/csv" } });
			if (other.status === 200) return pass("Accept is disregarded altogether");
			return fail(exchange.line, "Answer 406.");
		},
	},
	{
		id: "A16",
		level: "INFO",
		title: "The XML Schema is there, or 404",
		how: "GET on the mill, Accept: application/schema+xml: 200 with XML Schema, or 404",
		check: async (context) => {
			const exchange = await context.probe("GET", { Accept: "application/schema+xml" });
			if (exchange.status === 404) return pass("it is not offered");
			if (exchange.status === 405 || exchange.status === 406) return pass("it is not offered");
			return exchange.status === 200 && exchange.text.includes("http://www.w3.org/2001/XMLSchema")
				? pass()
				: fail(exchange.line, "Answer with the XML Schema, or with 404.");
		},
	},
	{
		id: "A17",
		level: "INFO",
		title: "The description is there, or 404",
		how: `GET on the mill, Accept: ${DOCS}: 200 with text, or 404`,
		check: async (context) => {
			const exchange = await descriptionByAccept(context);
			if ([404, 405, 406].includes(exchange.status)) return pass("it is not offered");
			return exchange.status === 200 && exchange.text.trim() !== ""
				? pass()
				: fail(`${exchange.line}, ${exchange.reply.body.length} bytes`, "Answer with the text, or with 404.");
		},
	},
	{
		id: "A18",
		level: "SHOULD",
		title: "The schema can be asked for only if it changed",
		how: "the schema again with If-None-Match: 304 with the same ETag",
		check: async (context) => {
			const tag = (await offered(context)).field("etag");
			if (tag === undefined) return fail("the schema has no ETag", "Send an ETag with it.");
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
		how: "ETag of the schema and of the description: different",
		check: async (context) => {
			const tag = (await offered(context)).field("etag");
			const others = [await descriptionByAccept(context), await descriptionByUrl(context)];
			const tags = others.filter(({ status }) => status === 200).map((one) => one.field("etag"));
			if (tag === undefined || tags.every((one) => one === undefined))
				return skip("the schema or the description has no ETag");
			return tags.includes(tag)
				? fail(`both have ETag: ${printable(tag)}`, "Give each representation its own (RFC 9110 §8.8.3.3).")
				: pass();
		},
	},
	{
		id: "A20",
		level: "SHOULD",
		title: "A 405 does not stand in for the schema",
		how: "GET on the mill, Accept: */*: the 405 has no-store, no-cache or Vary: Accept",
		check: async (context) => {
			if (context.subject.method === "GET") return skip("GET is the mill's own method");
			const exchange = await context.probe("GET", { Accept: "*/*" });
			if (exchange.status !== 405) return skip("GET is not refused with 405 (M8)");
			const control = exchange.list("cache-control");
			return control.includes("no-store") || control.includes("no-cache") || variesByAccept(exchange)
				? pass()
				: fail("a cache may keep the 405 and give it to who asks for the schema", "Send no-store with it.");
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
					return fail(`${key} is ${printable(value)}`, SAME_TOOL);
			}
			return pass();
		},
	},
];
