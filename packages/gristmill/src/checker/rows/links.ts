import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../core/schema/is-object.js";
import { fail, pass, Skipped, skip } from "../probe/outcome.js";
import type { Row } from "../probe/row.js";
import type { RowContext } from "../probe/row-context.js";
import { HAL, SCHEMA } from "../schema/documents.js";
import { type ProbeExchange, printable } from "../wire/exchange.js";
import { at, type JsonObject } from "../wire/json.js";
import { goodCall, JSON_TYPE, whole, wholeCall } from "./ground.js";

const NO_LINKS = "no links are offered";

/** The result as HAL; skips the row if it has no links. */
async function halOf(context: RowContext): Promise<{ exchange: ProbeExchange; links: JsonObject }> {
	await goodCall(context);
	const exchange = whole(await context.call({ headers: { Accept: HAL } }));
	const links = at(exchange.json, "_links");
	if (exchange.status !== 200 || !isObject(links)) throw new Skipped(NO_LINKS);
	return { exchange, links };
}

/** Follows a link; skips the row if it is missing. */
async function follow(context: RowContext, name: string): Promise<ProbeExchange> {
	const { exchange, links } = await halOf(context);
	const href = at(links, name, "href");
	if (typeof href !== "string") throw new Skipped(`there is no ${name} link`);
	if (!URL.canParse(href, exchange.url.href)) throw new Skipped(`the ${name} link is not a URL (B2)`);
	return context.get(new URL(href, exchange.url));
}

/** The targets of a relation in a Link field (RFC 8288 §3). The patterns run in linear time. */
function linkTargets(field: string, relation: string): string[] {
	return field.split(/,(?=\s*<)/).flatMap((member) => {
		const target = /^\s*<([^>]*)>/.exec(member)?.[1];
		const relations = /;\s*rel="?([^";]*)/i.exec(member)?.[1]?.toLowerCase().split(/\s+/);
		return target !== undefined && relations?.includes(relation) ? [target] : [];
	});
}

/** B1 to B8: links in the result. */
export const LINK_ROWS: readonly Row[] = [
	{
		id: "B1",
		level: "INFO",
		title: "Links are offered as HAL, or not at all",
		how: `call with Accept: ${HAL}: 200 with _links, plain JSON, or 406`,
		check: async (context) => {
			await goodCall(context);
			const exchange = whole(await context.call({ headers: { Accept: HAL } }));
			if (exchange.status === 406) return pass("links are not offered");
			if (exchange.status === 200 && isObject(at(exchange.json, "_links"))) return pass();
			if (exchange.status === 200 && exchange.type === JSON_TYPE) return pass("links are not offered");
			return fail(exchange.line, `Answer with ${HAL} and _links, or with 406.`);
		},
	},
	{
		id: "B2",
		level: "MUST",
		title: "Links have an href",
		how: "_links: schema or description, each an object with a string href",
		check: async (context) => {
			const { links } = await halOf(context);
			const named = ["schema", "description"].filter((name) => name in links);
			const bad = named.find((name) => typeof at(links, name, "href") !== "string");
			if (named.length > 0 && bad === undefined) return pass();
			return fail(
				bad
					? `_links.${bad} is ${printable(JSON.stringify(links[bad]))}`
					: "_links has neither schema nor description",
				'Write {"schema": {"href": "…"}, "description": {"href": "…"}}.',
			);
		},
	},
	{
		id: "B3",
		level: "MUST",
		title: "The schema link leads to the schema",
		how: `_links.schema.href: 200 ${SCHEMA}`,
		check: async (context) => {
			const exchange = await follow(context, "schema");
			return exchange.status === 200 && exchange.type === SCHEMA
				? pass()
				: fail(exchange.line, "Make it resolve to the schema, relative to the mill's URL.");
		},
	},
	{
		id: "B4",
		level: "MUST",
		title: "The description link leads to text",
		how: "_links.description.href: 200 with text",
		check: async (context) => {
			const exchange = await follow(context, "description");
			return exchange.status === 200 && exchange.text.trim() !== ""
				? pass()
				: fail(exchange.line, "Make it resolve to the description, relative to the mill's URL.");
		},
	},
	{
		id: "B5",
		level: "MUST",
		title: "HAL is the result with links",
		how: "the HAL result without _links and _embedded: the plain result",
		check: async (context) => {
			const { exchange } = await halOf(context);
			const plain = (await wholeCall(context)).json;
			if (!isObject(plain)) return skip("the plain result is not an object (O2)");
			const bare = ({ _links, _embedded, ...rest }: JsonObject) => rest;
			return isDeepStrictEqual(bare(exchange.json as JsonObject), bare(plain))
				? pass()
				: fail(
						`as HAL: ${printable(exchange.text, 80)}; plain: ${printable(JSON.stringify(plain), 80)}`,
						"Return the same result in every format.",
					);
		},
	},
	{
		id: "B6",
		level: "SHOULD",
		title: "HAL has its own Content-Type",
		how: `the HAL result: Content-Type ${HAL}`,
		check: async (context) => {
			const { exchange } = await halOf(context);
			const plain = await wholeCall(context);
			if (at(plain.json, "_links") !== undefined) return skip("plain results have _links too");
			return exchange.type === HAL ? pass() : fail(exchange.line, `Send it as ${HAL}.`);
		},
	},
	{
		id: "B7",
		level: "MUST",
		title: "A result has no URL",
		how: "the HAL result: no _links.self, no Location",
		check: async (context) => {
			const { exchange, links } = await halOf(context);
			const location = exchange.field("location");
			if ("self" in links) return fail("_links has self", "Remove it. A result has no URL.");
			return location === undefined ? pass() : fail(`Location: ${printable(location)}`, "Leave it out.");
		},
	},
	{
		id: "B8",
		level: "INFO",
		title: "Link leads to the schema",
		how: "call: Link with rel=describedby leads to the schema",
		check: async (context) => {
			const exchange = await goodCall(context);
			const [target] = linkTargets(exchange.field("link") ?? "", "describedby");
			if (target === undefined) return skip("there is no Link with rel=describedby");
			if (!URL.canParse(target, exchange.url.href)) return fail("its target is not a URL", "Write a URI.");
			const document = await context.get(new URL(target, exchange.url));
			return document.status === 200 && document.type === SCHEMA
				? pass()
				: fail(document.line, "Make it resolve to the schema.");
		},
	},
];
