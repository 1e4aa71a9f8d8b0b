import { partsOf } from "../../core/definition/form.js";
import { type InputForm, mostWhole } from "../../core/definition/input.js";
import { type Mill, pathParameters } from "../../core/definition/mill.js";
import type { BinaryMember } from "../../core/schema/binary.js";
import { type JsonSchema, properties } from "../../core/schema/json-schema.js";
import { parametersSchema, wholeText } from "../../documents/schema.js";

/** One media type that a tool accepts, and its form as an argument. */
export interface ToolInput {
	readonly mediaType: string;
	/** Text is a string, JSON is itself, bytes are base64. The parts of a form are arguments of their own. */
	readonly kind: "text" | "json" | "bytes" | "form";
	/** The parts of a form. */
	readonly parts?: readonly ToolPart[];
	/** The schema of the argument; only for `json`. */
	readonly schema?: JsonSchema;
	readonly description?: string;
	readonly maxBytes?: number;
	/** The parameter that chooses `reject` or `replace` for invalid Unicode. */
	readonly invalidBy?: string;
}

/** A part of a form, and the media types that it may have: each is one input. */
export interface ToolPart {
	readonly name: string;
	readonly isOptional: boolean;
	readonly inputs: readonly ToolInput[];
}

/** The facts about a local or remote mill that a tool is made from. */
export interface ToolFacts {
	readonly name: string;
	/** The complete description. */
	readonly text: string;
	readonly inputs: readonly ToolInput[];
	/** An object schema, including the path parameters. */
	readonly parameters: JsonSchema;
	/** An object schema. */
	readonly output: JsonSchema;
	/** The members of the output that are bytes. Their first media type is the one of a tool's result. */
	readonly binary: readonly BinaryMember[];
}

/** The facts of a local mill. */
export function factsOf(mill: Mill): ToolFacts {
	const inPath = pathParameters(mill.path);
	const parameters = parametersSchema(mill);
	const required = new Set([...((parameters.required ?? []) as string[]), ...inPath]);
	return {
		name: mill.name,
		text: wholeText(mill),
		inputs: Object.entries(mill.input).map(([mediaType, form]) => toolInput(mediaType, form)),
		parameters: { ...parameters, ...(required.size > 0 && { required: [...required] }) },
		output: mill.output,
		binary: mill.binary,
	};
}

function toolInput(mediaType: string, form: InputForm): ToolInput {
	const { kind, schema, description, invalidBy } = form;
	return {
		mediaType,
		kind: kind === "image" ? "bytes" : kind,
		maxBytes: mostWhole(form),
		...(schema !== undefined && { schema }),
		...(description !== undefined && { description }),
		...(invalidBy !== undefined && { invalidBy }),
		...(kind === "form" && {
			parts: partsOf(form).map(([name, part]) => ({
				name,
				isOptional: part.isOptional ?? false,
				inputs: (part.types ?? []).map((type) => toolInput(type, part)),
			})),
		}),
	};
}

/** The parts that are arguments, if the tool's first input is a form; none for other tools. */
export function partsOfTool({ inputs: [first] }: ToolFacts): readonly ToolPart[] {
	return first?.parts ?? [];
}

/** The names of the arguments that are not parameters. An underscore avoids conflicts: no parameter starts with one. */
export function argumentNames({ parameters }: ToolFacts): {
	readonly input: string;
	readonly mediaType: string;
} {
	const free = (name: string) => (Object.hasOwn(properties(parameters), name) ? `_${name}` : name);
	return { input: free("input"), mediaType: free("mediaType") };
}

/**
 * The inputs that an argument can be. A JSON string is no different from text, so it is omitted if the tool accepts text.
 */
export function inputsOf({ inputs }: ToolFacts): readonly ToolInput[] {
	const single = inputs.filter(({ kind }) => kind !== "form");
	const hasText = single.some(({ kind }) => kind === "text");
	return single.filter(({ kind, schema }) => !(hasText && kind === "json" && schema?.type === "string"));
}

/** The media types that the argument alone cannot distinguish: several of text, or several of JSON. */
export function undecided(facts: ToolFacts): readonly string[] {
	const inputs = inputsOf(facts);
	return (["text", "json"] as const).flatMap((kind) => {
		const types = inputs.filter((input) => input.kind === kind).map(({ mediaType }) => mediaType);
		return types.length > 1 ? types : [];
	});
}

/** Whether the bytes may be given as text. Pictures, audio and video may not. */
export function takesText(inputs: readonly ToolInput[]): boolean {
	return inputs.some(({ mediaType }) => !/^(?:image|audio|video)\//.test(mediaType));
}
