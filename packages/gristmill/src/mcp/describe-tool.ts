import type { Tool } from "@modelcontextprotocol/server";
import { hasSignature } from "../codecs/formats/signatures.js";
import type { BinaryMember } from "../core/schema/binary.js";
import { type JsonSchema, modern } from "../core/schema/json-schema.js";
import {
	argumentNames,
	inputsOf,
	partsOfTool,
	type ToolFacts,
	type ToolInput,
	type ToolPart,
	takesText,
	undecided,
} from "./arguments/tool-facts.js";
import { schemaWithoutBytes } from "./binary-result.js";
import { toolText, toolTitle } from "./tool-text.js";

/** A mill only computes, so agents may call it without asking, and repeat calls. */
const ANNOTATIONS = {
	readOnlyHint: true,
	destructiveHint: false,
	idempotentHint: true,
	openWorldHint: false,
} as const;

/** More members would leave no room for what the tool does. */
const MOST_BINARY = 3;

/** Describes a mill as a tool. Input and parameters are arguments; the output is the mill's result. */
export function describeTool(facts: ToolFacts): Tool {
	const names = argumentNames(facts);
	const parts = partsOfTool(facts);
	const types = parts.length > 0 ? [] : undecided(facts);
	const { parameters } = facts;
	const inputSchema = {
		type: "object" as const,
		properties: {
			...(parts.length === 0 && { [names.input]: inputSchemaOf(inputsOf(facts)) }),
			...Object.fromEntries(parts.map((part) => [part.name, inputSchemaOf(part.inputs)])),
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
		required: [
			...(parts.length === 0 ? [names.input] : needed(parts)),
			...((parameters.required ?? []) as string[]),
		],
		additionalProperties: false,
		...(parameters.$defs !== undefined && { $defs: parameters.$defs }),
	};
	const output = schemaWithoutBytes(facts.output, facts.binary);
	return {
		name: facts.name,
		title: toolTitle(facts.name),
		description: toolText(facts.text, facts.binary.slice(0, MOST_BINARY).map(whereBytesAre)),
		inputSchema: inputSchema as Tool["inputSchema"],
		// In the protocol, a result with a schema must be an object.
		...(output.type === "object" && { outputSchema: output as Tool["outputSchema"] }),
		annotations: ANNOTATIONS,
	};
}

function needed(parts: readonly ToolPart[]): string[] {
	return parts.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
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
		description: isTold(types) ? "What the bytes are." : "What the bytes are. Required.",
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
				data: {
					type: "string",
					contentEncoding: "base64",
					description: "The bytes in base64, or a data: URI.",
				},
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

/** Whether bytes of these types can do without their media type. */
function isTold(types: readonly string[]): boolean {
	return types.length === 1 || types.every(hasSignature);
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
