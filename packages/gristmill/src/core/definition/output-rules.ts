import { parseMediaType } from "../http-words/media-type.js";
import { binaryMembers, countBinary, rawMember } from "../schema/binary.js";
import { isObject } from "../schema/is-object.js";
import { type JsonSchema, properties } from "../schema/json-schema.js";
import { complainAboutViews } from "./view-rules.js";

/** Says in one sentence what to change in the output of a definition; undefined if it is valid. */
export function complainAboutOutput(output: unknown): string | undefined {
	if (!isObject(output)) return "Describe the output with Type.Object({ … }).";
	if (!isObjectSchema(output))
		return "Wrap the output into an object, such as Type.Object({ result: … }): a mill answers with one JSON object.";
	const reserved = Object.keys(properties(output)).find((key) => key === "_links" || key === "_embedded");
	if (reserved) return `Name the output field otherwise: "${reserved}" is reserved for links.`;
	const wrong = complainAboutBinary(output);
	if (wrong !== undefined) return wrong;
	const badView = complainAboutViews(properties(output));
	if (badView !== undefined) return badView;
	const open = findOpen(output, "output");
	return open && `Close the object at ${open}: remove additionalProperties, or use Type.Record for a map.`;
}

/** Media types that mean something else at a mill's address. */
const TAKEN = ["application/json", "application/hal+json", "application/xml", "application/problem+json"];

function complainAboutBinary(output: JsonSchema): string | undefined {
	const members = binaryMembers(output);
	if (countBinary(output) > members.length)
		return "Use binary() in objects and arrays only, not in unions or maps.";
	const raw = rawMember(members);
	for (const { path, mediaTypes } of members) {
		const place = path.join("/");
		for (const mediaType of mediaTypes) {
			const parsed = typeof mediaType === "string" ? parseMediaType(mediaType) : undefined;
			if (!parsed || parsed.essence !== mediaType || mediaType.includes("*"))
				return `Give binary() plain media types in lower case, such as "image/png": ${place} has ${JSON.stringify(mediaType)}.`;
			if (TAKEN.includes(mediaType) || mediaType.startsWith("application/schema+"))
				return `Choose another media type for the bytes of ${place}: a mill answers ${mediaType} itself.`;
		}
		if (new Set(mediaTypes).size < mediaTypes.length) return `Give binary() each media type once: ${place}.`;
		if (mediaTypes.length === 0) return `Give binary() a media type, such as "image/png": ${place}.`;
		if (mediaTypes.length > 1 && !raw)
			return `Give binary() one media type: ${place}. Several are for the only binary member, at the top of the output and not optional.`;
	}
	return undefined;
}

/** Keywords that contain values, not schemas; and keywords whose members are named by the author. */
const VALUES = ["const", "enum", "default", "examples"];
const NAMED = ["properties", "patternProperties", "$defs"];

/** Where a schema allows undeclared members; such a result could not be validated. */
function findOpen(schema: unknown, place: string, named = false): string | undefined {
	if (Array.isArray(schema)) return first(schema.map((member, i) => findOpen(member, `${place}/${i}`)));
	if (!isObject(schema)) return undefined;
	if (!named && schema.additionalProperties === true) return place;
	return first(
		Object.entries(schema)
			.filter(([keyword]) => named || !VALUES.includes(keyword))
			.map(([keyword, member]) => findOpen(member, `${place}/${keyword}`, !named && NAMED.includes(keyword))),
	);
}

/** Whether a value is the schema of an object with named members. */
export function isObjectSchema(value: unknown): value is JsonSchema {
	return (
		isObject(value) &&
		value.type === "object" &&
		isObject(value.properties) &&
		value.patternProperties === undefined
	);
}

function first(complaints: readonly (string | undefined)[]): string | undefined {
	return complaints.find((complaint) => complaint !== undefined);
}
