import { fail, pass, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import { anySchema, SCHEMA, schemaByAccept } from "../schema/documents.js";
import { schemaComplaint } from "../schema/schema-rules.js";
import { printable } from "../wire/exchange.js";
import { complaintsBySchema, offered, wholeCall } from "./ground.js";

/** A1 to A8: the schema at the mill's URL, and its content. */
export const SCHEMA_ROWS: readonly Row[] = [
	{
		id: "A1",
		level: "MUST",
		title: "The schema is offered, or 404",
		how: `GET on the mill, Accept: ${SCHEMA}: 200 or 404`,
		check: async (context) => {
			const exchange = await schemaByAccept(context);
			if (exchange.status === 200) return pass();
			if (exchange.status === 404) return pass("not offered");
			const refused = exchange.status === 405 || exchange.status === 406;
			return fail(
				exchange.line,
				"Answer with the schema, or with 404 if there is none.",
				refused ? "SHOULD" : undefined,
			);
		},
	},
	{
		id: "A2",
		level: "MUST",
		title: "The schema has the schema media type",
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
				if (status === 200 && json === undefined)
					return fail("the schema is not JSON", "Send a JSON Schema.");
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
			const { json } = await wholeCall(context);
			const [complaint] = await complaintsBySchema(context, [json]);
			return complaint === null
				? pass()
				: fail(
						`the result breaks the schema: ${printable(complaint ?? "")}`,
						"Make the result match the schema.",
					);
		},
	},
	{
		id: "A6",
		level: "SHOULD",
		title: "The schema rejects something",
		how: "an empty object and a string against the schema: at least one is not valid",
		check: async (context) => {
			const found = await complaintsBySchema(context, [{}, "a string"]);
			return found.some((complaint) => complaint !== null)
				? pass()
				: fail("the schema accepts everything", "Describe the result in the schema.");
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
				: fail(
						`the schema does not name ${essence}`,
						"Describe the input in the schema, with contentMediaType.",
					);
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
				: fail("the schema says nothing about credentials", "State which are required, or that none are.");
		},
	},
];
