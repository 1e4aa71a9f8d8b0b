import { type JsonSchema, properties } from "../core/json-schema.js";
import { type Mill, pathParameters } from "../core/mill.js";
import { parametersSchema, wholeText } from "../documents/schema.js";

/** One media type that a tool takes, and how an argument stands for it. */
export interface ToolInput {
	readonly mediaType: string;
	/** Text is a string, JSON is itself, and bytes stand in base64. */
	readonly kind: "text" | "json" | "bytes";
	/** What the argument must satisfy; only `json` has one. */
	readonly schema?: JsonSchema;
	readonly description?: string;
	readonly maxBytes?: number;
	/** The parameter that says `reject` or `replace` of what is not valid Unicode. */
	readonly invalidBy?: string;
}

/** What is known of a mill that becomes a tool, wherever the mill is. */
export interface ToolFacts {
	readonly name: string;
	/** The whole text about it. */
	readonly text: string;
	readonly inputs: readonly ToolInput[];
	/** An object schema; those of the path are among them. */
	readonly parameters: JsonSchema;
	/** An object schema. */
	readonly output: JsonSchema;
}

/** The facts of a mill of our own. */
export function factsOf(mill: Mill): ToolFacts {
	const inPath = pathParameters(mill.path);
	const parameters = parametersSchema(mill);
	const required = new Set([...((parameters.required ?? []) as string[]), ...inPath]);
	return {
		name: mill.name,
		text: wholeText(mill),
		inputs: Object.entries(mill.input).map(
			([mediaType, { kind, schema, description, maxBytes, invalidBy }]) => ({
				mediaType,
				kind: kind === "image" ? "bytes" : kind,
				maxBytes,
				...(schema !== undefined && { schema }),
				...(description !== undefined && { description }),
				...(invalidBy !== undefined && { invalidBy }),
			}),
		),
		parameters: { ...parameters, ...(required.size > 0 && { required: [...required] }) },
		output: mill.output,
	};
}

/** The names of the arguments that are no parameters. An underscore keeps them apart: no parameter begins with one. */
export function argumentNames({ parameters }: ToolFacts): {
	readonly input: string;
	readonly mediaType: string;
} {
	const free = (name: string) => (Object.hasOwn(properties(parameters), name) ? `_${name}` : name);
	return { input: free("input"), mediaType: free("mediaType") };
}

/**
 * The inputs that an argument can stand for: a JSON string says no more than the text that it holds, so where there is
 * text it is left out.
 */
export function inputsOf({ inputs }: ToolFacts): readonly ToolInput[] {
	const hasText = inputs.some(({ kind }) => kind === "text");
	return inputs.filter(({ kind, schema }) => !(hasText && kind === "json" && schema?.type === "string"));
}

/** The media types among which the argument alone does not tell: several texts, or several forms of JSON. */
export function undecided(facts: ToolFacts): readonly string[] {
	const inputs = inputsOf(facts);
	return (["text", "json"] as const).flatMap((kind) => {
		const types = inputs.filter((input) => input.kind === kind).map(({ mediaType }) => mediaType);
		return types.length > 1 ? types : [];
	});
}

/** Whether bytes may be given as a text: any bytes may, a picture is none. */
export function takesText(inputs: readonly ToolInput[]): boolean {
	return inputs.some(({ mediaType }) => !/^(?:image|audio|video)\//.test(mediaType));
}
