import { parseMediaType } from "../http-words/media-type.js";
import { binaryMembers, countBinary, rawMember } from "../schema/binary.js";
import { isObject } from "../schema/is-object.js";
import { type JsonSchema, properties } from "../schema/json-schema.js";
import { complainAboutViews } from "./view-rules.js";

/** Says in one sentence what to change in the output of a definition; undefined if it is valid. */
export function complainAboutOutput(output: unknown): string | undefined {
	if (!isObject(output)) return "The output must be a Type.Object({ … }).";
	if (!isObjectSchema(output))
		return "The output must be an object, because a mill returns one JSON object. Wrap it, as in Type.Object({ result: … }).";
	const reserved = Object.keys(properties(output)).find((key) => key === "_links" || key === "_embedded");
	if (reserved) return `The member "${reserved}" of the output is reserved for links. Rename it.`;
	const wrong = complainAboutBinary(output);
	if (wrong !== undefined) return wrong;
	const badView = complainAboutViews(properties(output));
	if (badView !== undefined) return badView;
	const open = findOpen(output, "output");
	return (
		open &&
		`The object at ${open} allows unknown members. Remove additionalProperties, or use Type.Record for a map.`
	);
}

/** Media types that mean something else at a mill's address. */
const TAKEN = ["application/json", "application/hal+json", "application/xml", "application/problem+json"];

function complainAboutBinary(output: JsonSchema): string | undefined {
	const members = binaryMembers(output);
	if (countBinary(output) > members.length)
		return "binary() is inside a union or a map, and may only be in objects and arrays.";
	const raw = rawMember(members);
	for (const { path, mediaTypes } of members) {
		const place = path.join("/");
		for (const mediaType of mediaTypes) {
			const parsed = typeof mediaType === "string" ? parseMediaType(mediaType) : undefined;
			if (!parsed || parsed.essence !== mediaType || mediaType.includes("*"))
				return `The binary() at ${place} has the type ${JSON.stringify(mediaType)}, and must have media types in lower case, such as "image/png".`;
			if (TAKEN.includes(mediaType) || mediaType.startsWith("application/schema+"))
				return `The binary() at ${place} has the type ${mediaType}, which the server itself uses. Choose another.`;
		}
		if (new Set(mediaTypes).size < mediaTypes.length)
			return `The binary() at ${place} has a media type more than once.`;
		if (mediaTypes.length === 0)
			return `The binary() at ${place} has no media type. Give it one, such as "image/png".`;
		if (mediaTypes.length > 1 && !raw)
			return `The binary() at ${place} must have one media type. Several are only for a single binary member at the top of the output that is not optional.`;
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
