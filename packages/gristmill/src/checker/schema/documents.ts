import { isObject } from "../../core/schema/is-object.js";
import { below, type Subject, toolDocument, under } from "../probe/subject.js";
import type { ProbeExchange } from "../wire/exchange.js";
import { at, type JsonObject, objectsIn } from "../wire/json.js";

export const SCHEMA = "application/schema+json";
export const DOCS = "x-text/docs";
export const HAL = "application/hal+json";

/** Sends requests for documents of the mill. */
export type Asker = {
	readonly get: (url: URL, headers?: Readonly<Record<string, string>>) => Promise<ProbeExchange>;
	readonly subject: Pick<Subject, "mill" | "base" | "tool">;
};

/** Variant A: the schema at the mill's URL. */
export function schemaByAccept(asker: Asker): Promise<ProbeExchange> {
	return asker.get(asker.subject.mill, { Accept: SCHEMA });
}

/** Variant C: the schema of the tool. */
export function schemaByUrl(asker: Asker): Promise<ProbeExchange> {
	return asker.get(toolDocument(asker.subject, "$schema"));
}

export function descriptionByAccept(asker: Asker): Promise<ProbeExchange> {
	return asker.get(asker.subject.mill, { Accept: DOCS });
}

export function descriptionByUrl(asker: Asker): Promise<ProbeExchange> {
	return asker.get(toolDocument(asker.subject, "$description"));
}

export function listOf(asker: Asker): Promise<ProbeExchange> {
	return asker.get(below(asker.subject, "$list"));
}

export function openApiOf(asker: Asker): Promise<ProbeExchange> {
	return asker.get(below(asker.subject, "$schema"));
}

/** The input of the tool's first example. */
export function exampleByUrl(asker: Asker): Promise<ProbeExchange> {
	return asker.get(toolDocument(asker.subject, "$example"));
}

/** The schema document, in any way that the server offers. */
export async function anySchema(
	context: Asker,
): Promise<{ exchange: ProbeExchange; schema: JsonObject } | undefined> {
	for (const ask of [schemaByAccept, schemaByUrl, schemaOfAddress]) {
		const exchange = await ask(context);
		if (exchange.status === 200 && isObject(exchange.json)) return { exchange, schema: exchange.json };
	}
	return undefined;
}

/** `{mill}/$schema`, which differs from the tool's URL if the mill has path parameters. */
function schemaOfAddress(asker: Asker): Promise<ProbeExchange> {
	return asker.get(under(asker.subject, "$schema"));
}

/** The description, in any way that the server offers. */
export async function anyDescription(context: Asker): Promise<ProbeExchange | undefined> {
	for (const ask of [descriptionByUrl, descriptionByAccept]) {
		const exchange = await ask(context);
		if (exchange.status === 200 && exchange.reply.body.length > 0) return exchange;
	}
	return undefined;
}

/** Whether a list names the tool, in any string or path. */
export function namesTool(list: ProbeExchange, { tool }: Pick<Subject, "tool">): boolean {
	if (list.json === undefined) return tool !== "" && list.text.split(/[^\w-]+/).includes(tool);
	for (const object of objectsIn({ list: list.json }))
		for (const [key, value] of Object.entries(object)) {
			const texts = [key, ...(Array.isArray(value) ? value : [value])];
			if (texts.some((text) => typeof text === "string" && segments(text).includes(tool))) return true;
		}
	return false;
}

/** The list entry of the tool. */
export function listEntry(list: ProbeExchange, { tool }: Pick<Subject, "tool">): JsonObject | undefined {
	if (list.status !== 200) return undefined;
	for (const object of objectsIn(list.json))
		if (object.name === tool || (typeof object.href === "string" && segments(object.href).includes(tool)))
			return object;
	return undefined;
}

function segments(path: string): string[] {
	return path.split(/[/?#]/).filter(Boolean);
}

const OPERATIONS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** The mill's path in an OpenAPI document: its template and the item. */
export function openApiPath(
	openApi: unknown,
	{ mill }: Pick<Subject, "mill">,
): { readonly path: string; readonly operations: Readonly<Record<string, JsonObject>> } | undefined {
	const paths = at(openApi, "paths");
	if (!isObject(paths)) return undefined;
	const asked = mill.pathname.split("/").filter(Boolean);
	for (const [path, item] of Object.entries(paths)) {
		const template = path.split("/").filter(Boolean);
		const tail = asked.slice(-template.length);
		const fits =
			template.length > 0 &&
			template.length === tail.length &&
			template.every((segment, i) => segment.startsWith("{") || segment === tail[i]);
		if (!fits || !isObject(item) || template.every((segment) => segment.startsWith("{"))) continue;
		const operations = Object.entries(item).filter(
			(entry): entry is [string, JsonObject] => OPERATIONS.includes(entry[0]) && isObject(entry[1]),
		);
		return { path, operations: Object.fromEntries(operations) };
	}
	return undefined;
}
