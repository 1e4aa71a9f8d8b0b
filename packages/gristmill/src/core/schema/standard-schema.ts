import { isObject } from "./is-object.js";
import { defaultsOf, type JsonSchema, required } from "./schema-parts.js";
import { Loss, zodLoss } from "./zod-losses.js";

/**
 * A schema of Zod, ArkType, Valibot or another library, by the convention "Standard JSON Schema": the library says which JSON Schema
 * it is, and of which types its values are. https://standardschema.dev/json-schema
 */
export interface StandardSchema<Input = unknown, Output = unknown> {
	readonly "~standard": {
		readonly version: 1;
		readonly vendor: string;
		readonly types?: { readonly input: Input; readonly output: Output } | undefined;
		readonly jsonSchema: {
			readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown>;
			readonly output: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown>;
		};
	};
}

/** What a caller sends, what a mill answers, or what a caller sends and the toolkit fills with the defaults. */
export type Direction = "input" | "output" | "filled";

/** Whether a value is a schema of another library, also one that offers no JSON Schema. */
export function isStandard(
	value: unknown,
): value is { readonly "~standard": Readonly<Record<string, unknown>> } {
	const isSchema = (typeof value === "object" && value !== null) || typeof value === "function";
	return isSchema && isObject((value as { readonly "~standard"?: unknown })["~standard"]);
}

/** The JSON Schema of another library's schema; anything else, and what the library cannot write, as it came. */
export function inJson<T>(value: T, direction: Direction): T | JsonSchema {
	if (!isStandard(value)) return value;
	const found = converted(value, direction);
	return found instanceof Loss ? value : found;
}

/** Says why a schema of another library has no JSON Schema; undefined if it has one. */
export function complainAboutStandard(
	value: unknown,
	place: string,
	direction: Direction,
): string | undefined {
	if (!isStandard(value)) return undefined;
	const found = converted(value, direction);
	return found instanceof Loss ? `The schema at ${place}${found.place} is of ${found.sentence}` : undefined;
}

/** How to get JSON Schema of a library's schema, by its vendor. */
const REMEDIES: Readonly<Record<string, string>> = {
	zod: "Zod has it from version 4.2.",
	valibot: "Wrap it: toStandardJsonSchema(schema) of @valibot/to-json-schema.",
	arktype: "ArkType has it from version 2.1.28.",
};

/** The JSON Schema, or why there is none. */
function converted(schema: { "~standard": Fields }, direction: Direction): JsonSchema | Loss {
	const standard = schema["~standard"];
	const vendor = String(standard.vendor ?? "another library");
	const { jsonSchema } = standard;
	const convert = isObject(jsonSchema) ? jsonSchema[direction === "filled" ? "input" : direction] : undefined;
	if (typeof convert !== "function") {
		const remedy = Object.hasOwn(REMEDIES, vendor)
			? REMEDIES[vendor]
			: "Write it as JSON Schema, or with Type.";
		return new Loss("", `${vendor}, and offers no JSON Schema. ${remedy}`);
	}
	try {
		// A copy without functions and prototypes. `$schema` would stand inside other documents.
		const { $schema: _, ...written } = JSON.parse(JSON.stringify(convert({ target: "draft-2020-12" })));
		const lost = direction === "filled" ? lostDefault(written, converted(schema, "output")) : undefined;
		if (lost !== undefined)
			return new Loss(
				"",
				`${vendor}, and its JSON Schema lacks the default of "${lost}". Make the member optional, and fill it in run.`,
			);
		return zodLoss(schema, direction === "output") ?? written;
	} catch (error) {
		const reason = (error instanceof Error ? error.message : String(error)).split("\n")[0]?.slice(0, 200);
		return new Loss(
			"",
			`${vendor}, which cannot write it as JSON Schema: ${reason?.replace(/\.$/, "")}. Describe there what JSON has.`,
		);
	}
}

/** A member that `run` would miss: the library fills it with a default, and its JSON Schema does not say with which. */
function lostDefault(sent: JsonSchema, whole: JsonSchema | Loss): string | undefined {
	if (whole instanceof Loss) return undefined;
	return required(whole).find(
		(name) => !required(sent).includes(name) && !Object.hasOwn(defaultsOf(sent), name),
	);
}

type Fields = Readonly<Record<string, unknown>>;
