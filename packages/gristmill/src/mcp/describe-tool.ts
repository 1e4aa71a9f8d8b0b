import type { Tool } from "@modelcontextprotocol/server";
import type { BinaryMember } from "../core/schema/binary.js";
import { type JsonSchema, modern } from "../core/schema/json-schema.js";
import { schemaWithoutBytes } from "./binary-result.js";
import {
	argumentNames,
	inputsOf,
	type ToolFacts,
	type ToolInput,
	takesText,
	undecided,
} from "./tool-facts.js";

/** A mill only computes, so agents may call it without asking, and repeat calls. */
const ANNOTATIONS = {
	readOnlyHint: true,
	destructiveHint: false,
	idempotentHint: true,
	openWorldHint: false,
} as const;

/** Describes a mill as a tool. Input and parameters are arguments; the output is the mill's result. */
export function describeTool(facts: ToolFacts): Tool {
	const names = argumentNames(facts);
	const types = undecided(facts);
	const { parameters } = facts;
	const inputSchema = {
		type: "object" as const,
		properties: {
			[names.input]: inputSchemaOf(inputsOf(facts)),
			...(types.length > 0 && {
				[names.mediaType]: {
					type: "string",
					enum: types,
					default: types[0],
					description: "What the input is.",
				},
			}),
			...(modern(parameters).properties as object | undefined),
		},
		required: [names.input, ...((parameters.required ?? []) as string[])],
		additionalProperties: false,
		...(parameters.$defs !== undefined && { $defs: parameters.$defs }),
	};
	const output = schemaWithoutBytes(facts.output, facts.binary);
	return {
		name: facts.name,
		description: [facts.text, ...facts.binary.map(whereBytesAre)].join("\n\n"),
		inputSchema: inputSchema as Tool["inputSchema"],
		// In the protocol, a result with a schema must be an object.
		...(output.type === "object" && { outputSchema: output as Tool["outputSchema"] }),
		annotations: ANNOTATIONS,
	};
}

/** The output schema does not have the bytes, so the description says what else a result holds. */
function whereBytesAre({ path, mediaTypes }: BinaryMember): string {
	return `The result's ${JSON.stringify(path.join("/"))} (${mediaTypes[0]}) is a content block of its own.`;
}

function inputSchemaOf(inputs: readonly ToolInput[]): JsonSchema {
	const schemas = [
		...inputs
			.filter(({ kind }) => kind === "text")
			.slice(0, 1)
			.map(textSchema),
		...bytesSchema(inputs.filter(({ kind }) => kind === "bytes")),
		...inputs.filter(({ kind }) => kind === "json").map(jsonSchema),
	];
	return schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: schemas };
}

function textSchema(input: ToolInput): JsonSchema {
	return { type: "string", description: sentences(input.description ?? "Any text.", bound(input)) };
}

function jsonSchema(input: ToolInput): JsonSchema {
	const { description, ...schema } = modern(input.schema ?? {});
	const words = [input.description, description].filter((text) => typeof text === "string");
	return { description: sentences(...(words as string[]), bound(input)), ...schema };
}

/**
 * Bytes in the form of content blocks, so that an agent can pass on another tool's result: `data` and `mimeType` of an
 * image, or the `resource` of an embedded resource. One flat object, because many models fail with `anyOf`.
 */
function bytesSchema(inputs: readonly ToolInput[]): JsonSchema[] {
	const [first] = inputs;
	if (!first) return [];
	const types = inputs.map(({ mediaType }) => mediaType);
	const mimeType = {
		type: "string",
		// A mill that accepts any bytes accepts every media type.
		...(!types.includes("application/octet-stream") && { enum: types }),
		...(types.length === 1 && { default: types[0] }),
		description: types.length === 1 ? "What the bytes are." : "What the bytes are. Required.",
	};
	const text = takesText(inputs) && {
		text: { type: "string", description: "Instead of data: a text, encoded as UTF-8." },
	};
	const members = { uri: { type: "string" }, ...text, mimeType };
	return [
		{
			type: "object",
			description: sentences(
				first.description ?? "Bytes.",
				"Give `data`, or an embedded `resource`.",
				bound(first),
			),
			properties: {
				type: {
					type: "string",
					enum: types.every(isImage) ? ["image", "resource"] : ["image", "audio", "resource"],
				},
				data: { type: "string", contentEncoding: "base64", description: "The bytes in base64." },
				...text,
				mimeType,
				resource: {
					type: "object",
					description: "Instead of data: the contents of a resource.",
					properties: {
						blob: { type: "string", contentEncoding: "base64", description: "The bytes in base64." },
						...members,
					},
				},
			},
		},
	];
}

function isImage(mediaType: string): boolean {
	return mediaType.startsWith("image/");
}

function bound({ maxBytes }: ToolInput): string {
	return maxBytes === undefined ? "" : `At most ${maxBytes} bytes.`;
}

function sentences(...parts: readonly string[]): string {
	return parts
		.filter((part) => part !== "")
		.map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
		.join(" ");
}
