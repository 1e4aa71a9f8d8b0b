import { isObject } from "../../core/schema/is-object.js";
import { fail, pass, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import { anyDescription, HAL, listOf, schemaByAccept, schemaByUrl } from "../schema/documents.js";
import { printable } from "../wire/exchange.js";
import { at, sameContent } from "../wire/json.js";
import { isSuccess } from "./ground.js";

const ORIGIN = "https://page.example";

/** D1 to D5: discovery as a whole, and what browsers need. */
export const DISCOVERY_ROWS: readonly Row[] = [
	{
		id: "D1",
		level: "INFO",
		title: "A client can learn about the mill",
		how: "negotiation, links, URLs: at least one works",
		check: async (context) => {
			const ways: string[] = [];
			if ((await schemaByAccept(context)).status === 200) ways.push("negotiation");
			const hal = await context.call({ headers: { Accept: HAL } });
			if (hal.status === 200 && isObject(at(hal.json, "_links"))) ways.push("links");
			if ((await schemaByUrl(context)).status === 200) ways.push("addresses");
			return ways.length > 0
				? pass(ways.join(", "))
				: fail("no schema is offered in any way", "Offer a schema, so that clients can learn how to call.");
		},
	},
	{
		id: "D2",
		level: "SHOULD",
		title: "The description says how to call",
		how: "the description: the mill, its method and its input's type",
		check: async (context) => {
			const description = await anyDescription(context);
			if (!description) return skip("no description is offered");
			const { tool, method, canary } = context.subject;
			const [essence = ""] = canary.mediaType.toLowerCase().split(";");
			const text = description.text.toLowerCase();
			const missing = [tool, method, essence].filter((word) => !text.includes(word.toLowerCase()));
			return missing.length === 0
				? pass()
				: fail(`the description does not mention ${missing.join(", ")}`, "Describe how to call the mill.");
		},
	},
	{
		id: "D3",
		level: "MUST",
		title: "Documents do not change between requests",
		how: "schema, description and list, requested again: unchanged",
		check: async (context) => {
			const first = [await schemaByAccept(context), await schemaByUrl(context), await listOf(context)];
			const description = await anyDescription(context);
			if (description) first.push(description);
			const there = first.filter(({ status }) => status === 200);
			for (const exchange of there) {
				const again = await context.askAfresh(exchange.question);
				const sameTag = again.field("etag") === exchange.field("etag");
				if (again.status !== 200 || !sameTag || !sameContent(again.reply.body, exchange.reply.body))
					return fail(
						`${exchange.url.pathname} is different the second time`,
						"Make documents depend on the mill only.",
					);
			}
			return there.length > 0 ? pass() : skip("there are no documents");
		},
	},
	{
		id: "D4",
		level: "MUST",
		title: "A preflight needs no credentials",
		how: "OPTIONS with Origin and Access-Control-Request-Method, without credentials: 2xx",
		check: async (context) => {
			const exchange = await context.ask({ ...preflight(context.subject), bare: true });
			return isSuccess(exchange)
				? pass()
				: fail(`a preflight: ${exchange.answer}`, "Answer OPTIONS without credentials.");
		},
	},
	{
		id: "D5",
		level: "INFO",
		title: "CORS, if it is on, is complete",
		how: "the preflight: Allow-Origin together with Allow-Methods and Allow-Headers",
		check: async (context) => {
			const exchange = await context.ask({ ...preflight(context.subject), bare: true });
			const origin = exchange.field("access-control-allow-origin");
			if (!isSuccess(exchange) || origin === undefined) return skip("CORS is off");
			const allows = (name: string, value: string) => {
				const list = exchange.list(`access-control-allow-${name}`);
				return list.includes(value) || list.includes("*");
			};
			// POST is allowed without being named (Fetch standard, CORS-safelisted methods).
			const method = context.subject.method;
			const missing = [
				...(method === "POST" || allows("methods", method.toLowerCase()) ? [] : ["Allow-Methods"]),
				...(allows("headers", "content-type") ? [] : ["Allow-Headers"]),
			];
			return missing.length === 0
				? pass()
				: fail(
						`Allow-Origin is ${printable(origin)}, and ${missing.join(", ")} does not let the call through`,
						"Send all three.",
					);
		},
	},
];

function preflight({ mill, method }: { readonly mill: URL; readonly method: string }) {
	const headers = {
		Origin: ORIGIN,
		"Access-Control-Request-Method": method,
		"Access-Control-Request-Headers": "content-type",
	};
	return { method: "OPTIONS", url: mill, headers };
}
