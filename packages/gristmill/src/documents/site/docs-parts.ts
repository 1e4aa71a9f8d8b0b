import { describeBytes } from "../../core/describe-bytes.js";
import { type JsonSchema, properties, required } from "../../core/schema/json-schema.js";
import { prettyJson } from "../../core/schema/pretty-json.js";
import { describeType } from "../describe-type.js";
import { escaped, markdownHtml } from "../html.js";
import type { Media, Parameter } from "./api-view.js";

/** A term with its type and its meaning. The type is text; the meaning is Markdown. */
interface Entry {
	readonly term: string;
	readonly type: string;
	readonly meaning: string;
}

/** Returns a heading with a list of terms, or nothing if there are none. */
export function termList(heading: string, entries: readonly Entry[]): string {
	return entries.length === 0 ? "" : `<h3>${escaped(heading)}</h3>\n${terms(entries)}`;
}

/** Returns a list of terms. It fits every width, unlike a table. */
export function terms(entries: readonly Entry[]): string {
	const items = entries.map(({ term, type, meaning }) => {
		const about = `<span class="soft">${escaped(type)}</span>`;
		// Each term needs a definition, for screen readers.
		if (meaning === "") return `<dt>${term}</dt>\n<dd>${about}</dd>\n`;
		return `<dt>${term}${type === "" ? "" : ` ${about}`}</dt>\n<dd>${markdownHtml(meaning)}</dd>\n`;
	});
	return `<dl>\n${items.join("")}</dl>\n`;
}

export function code(text: string): string {
	return `<code>${escaped(text)}</code>`;
}

export function block(text: string): string {
	return `<pre>${code(text)}</pre>\n`;
}

/** A result with more lines is closed at first, so that readers find the next example. */
const MOST_OPEN = 16;

/** Returns a value that readers can open and close. */
export function foldedJson(summary: string, value: unknown): string {
	const text = prettyJson(JSON.stringify(value));
	const isOpen = text.split("\n").length <= MOST_OPEN;
	return `<details${isOpen ? " open" : ""}><summary>${escaped(summary)}</summary>\n${block(text)}</details>\n`;
}

export function parameterEntries(parameters: readonly Parameter[]): Entry[] {
	return parameters.map(({ name, in: place, required: isRequired, schema, description = "" }) => ({
		term: code(name),
		type: [
			describeType(schema),
			...(place === "path" ? ["in the path"] : []),
			...("default" in schema ? [`default ${JSON.stringify(schema.default)}`] : []),
			...(isRequired && place !== "path" ? ["required"] : []),
		].join("; "),
		meaning: description,
	}));
}

export function inputEntries(input: Readonly<Record<string, Media>>): Entry[] {
	return Object.entries(input).flatMap(([mediaType, { schema, "x-max-bytes": limit }]) => [
		{
			term: code(mediaType),
			type: [typeOfInput(schema), ...(limit === undefined ? [] : [`at most ${describeBytes(limit)}`])].join(
				"; ",
			),
			meaning: String(schema.description ?? ""),
		},
		...memberEntries(schema),
	]);
}

function typeOfInput(schema: JsonSchema): string {
	return schema.format === "binary" ? "bytes" : describeType(schema);
}

/** Nested objects beyond this depth are described by their type alone. */
const DEEPEST = 4;

/** Returns the members of an object with their paths: `face.x`, `tokens[].text`. */
export function memberEntries(schema: JsonSchema, path = "", depth = 0): Entry[] {
	if (depth === DEEPEST) return [];
	return Object.entries(properties(schema)).flatMap(([name, member]) => {
		const isList = member.type === "array" && !member.prefixItems;
		const inner = isList ? ((member.items ?? {}) as JsonSchema) : member;
		const own = `${path}${name}`;
		return [
			{
				term: code(own),
				type: `${typeOfInput(member)}${required(schema).includes(name) ? "" : "; optional"}`,
				meaning: String(member.description ?? ""),
			},
			...memberEntries(inner, `${own}${isList ? "[]" : ""}.`, depth + 1),
		];
	});
}
