import { type ResultType, rawTypes, resultFormat } from "../../codecs/encode.js";
import { streamTypes } from "../../codecs/parts.js";
import type { Mill } from "../../core/definition/mill.js";
import { properties, required } from "../../core/schema/json-schema.js";
import { resultTypes } from "../links.js";
import type { ServerInfo } from "../server-info.js";
import { resultExamples } from "./examples.js";
import { BYTES } from "./inputs.js";
import { itemsOf, manyContent, partItem, TEXT } from "./items.js";
import { linkedOutputName, outputName, schemaReference } from "./names.js";

const LINKS_SCHEMA = {
	title: "Links to the documents of a mill",
	type: "object",
	additionalProperties: {
		type: "object",
		properties: { href: { type: "string" }, type: { type: "string" } },
		required: ["href"],
	},
};

/** Returns whether results of this type have `_links`. */
function carriesLinks(mill: Mill, info: ServerInfo, type: ResultType): boolean {
	if (!info.offers("links", mill.name)) return false;
	return resultFormat(type).needsLinks === true || (info.linksInJson && type === "application/json");
}

/** Returns the schemas of all results, by the names of their components. */
export function outputSchemas(mills: readonly Mill[], info: ServerInfo): object {
	const schemas = mills.flatMap((mill) => [
		[outputName(mill), { title: `The result of ${mill.name}`, ...mill.output }],
		...(info.offers("links", mill.name) ? [[linkedOutputName(mill), linkedOutput(mill)]] : []),
	]);
	const hasLinks = mills.some(({ name }) => info.offers("links", name));
	return { ...(hasLinks && { Links: LINKS_SCHEMA }), ...Object.fromEntries(schemas) };
}

/** A result is a closed object, so a result with links needs a schema of its own: `allOf` cannot add a member. */
function linkedOutput(mill: Mill): object {
	return {
		title: `The result of ${mill.name}, with links`,
		...mill.output,
		properties: { ...properties(mill.output), _links: schemaReference("Links") },
		required: [...required(mill.output), "_links"],
	};
}

/** Returns the response with the result, in all its media types. */
export function resultResponse(mill: Mill, info: ServerInfo, version: string): object {
	const raw = rawTypes(mill);
	const parts = streamTypes(mill);
	const content = resultTypes(mill, info).map((type) => {
		if (raw.includes(type)) return [type, { schema: BYTES }];
		if (parts.includes(type)) {
			const item = partItem(mill, type);
			return [type, { schema: TEXT, ...(item && itemsOf(version, item)) }];
		}
		const isLinked = carriesLinks(mill, info, type);
		const schema = schemaReference(isLinked ? linkedOutputName(mill) : outputName(mill));
		// An example must satisfy the schema, and that of XML is an object.
		const examples = type === "application/xml" ? {} : resultExamples(mill, info, isLinked);
		return [type, { schema, ...(Object.keys(examples).length > 0 && { examples }) }];
	});
	return {
		description: "The result",
		headers: {
			"Mill-Digest": {
				description: "Names the algorithm. The same digest gives the same answer.",
				schema: { type: "string" },
			},
		},
		content: { ...Object.fromEntries(content), ...manyContent(mill, version).result },
		"x-max-bytes": mill.maxOutput,
	};
}
