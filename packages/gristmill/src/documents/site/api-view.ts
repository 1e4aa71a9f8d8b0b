import type { JsonSchema } from "../../core/schema/json-schema.js";
import type { OpenApi, Operation } from "../openapi/openapi.js";

/** The parts of an OpenAPI document that the reference shows, with the types that our documents have. */
export interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly description?: string;
	readonly required: boolean;
	readonly schema: JsonSchema;
}

interface ApiExample {
	readonly summary?: string;
	readonly value?: unknown;
	readonly externalValue?: string;
}

export interface Media {
	readonly schema: JsonSchema;
	readonly examples?: Readonly<Record<string, ApiExample>>;
	readonly "x-max-bytes"?: number;
}

interface Content {
	readonly description: string;
	readonly content?: Readonly<Record<string, Media>>;
}

/** An operation with its address. */
export interface ApiOperation {
	readonly path: string;
	readonly method: string;
	readonly operation: Operation;
	readonly parameters: readonly Parameter[];
	readonly input: Readonly<Record<string, Media>>;
	readonly responses: Readonly<Record<string, Content>>;
}

/** Returns the operations of a document, with their references replaced. */
export function operationsOf(document: OpenApi): readonly ApiOperation[] {
	return Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => {
			const { parameters = [], requestBody, responses } = operation;
			return {
				path,
				method: method.toUpperCase(),
				operation,
				parameters: parameters as readonly Parameter[],
				input: (requestBody as Content | undefined)?.content ?? {},
				responses: Object.fromEntries(
					Object.entries(responses).map(([status, one]) => [status, resolved<Content>(document, one)]),
				),
			};
		}),
	);
}

/** Returns a part of the document, or what its reference leads to. */
export function resolved<Part>(document: OpenApi, part: object): Part {
	const { $ref } = part as { $ref?: string };
	if ($ref === undefined) return part as Part;
	const keys = $ref.slice("#/".length).split("/");
	return keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document) as Part;
}
