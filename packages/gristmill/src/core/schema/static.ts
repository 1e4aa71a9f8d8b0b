import type { StandardSchema } from "./standard-schema.js";
import type { ObjectSchema } from "./type.js";

/**
 * The type of the values that a schema describes. It reads plain JSON Schema keywords, so it also understands schemas that
 * were made with TypeBox itself, and plain schemas `as const`. What it does not understand, such as `$ref`, is `unknown`.
 *
 * TypeBox has a `Static` of its own. It understands more, and costs an editor about a million type instantiations.
 */
export type Static<S> = S extends { readonly "~unsafe": infer Value }
	? Value
	: S extends StandardSchema<unknown, infer Value>
		? Value
		: StaticOf<S>;

/** The values of an input: what a caller sends. In a schema of another library, a member with a default may be missing. */
export type Sent<S> = S extends StandardSchema<infer Value, unknown> ? Value : Static<S>;

/** The values that `run` gets of parameters or settings: what a caller sends, and the defaults. */
export type Filled<S> =
	S extends StandardSchema<infer Sent, infer Whole>
		? {
				-readonly [K in keyof Whole]: K extends keyof Sent
					? undefined extends Whole[K]
						? Sent[K]
						: Exclude<Sent[K], undefined>
					: Whole[K];
			}
		: Static<S>;

/** The schemas of an object with named members. */
export type Members = ObjectSchema | StandardSchema<object, object>;

type StaticOf<S> = S extends { readonly const: infer Value }
	? Value
	: S extends { readonly enum: readonly (infer Value)[] }
		? Value
		: S extends { readonly anyOf: readonly (infer Choice)[] }
			? Static<Choice>
			: S extends { readonly allOf: infer Parts extends readonly unknown[] }
				? All<Parts>
				: S extends { readonly type: infer Name extends keyof ByType<S> }
					? ByType<S>[Name]
					: unknown;

/** The values of an object schema as a caller gives them: members that have a default may be missing, too. */
export type Given<S> =
	S extends StandardSchema<infer Value, unknown>
		? Value
		: S extends { readonly properties: infer Members }
			? ObjectOf<Members, OptionalKeys<S, Members> | DefaultKeys<Members>>
			: Record<never, never>;

type DefaultKeys<Members> = {
	[K in keyof Members]: Members[K] extends { readonly default: unknown } ? K : never;
}[keyof Members];

/** By the keyword `type`. The members of an interface are computed only when they are needed. */
interface ByType<S> {
	readonly string: string;
	readonly number: number;
	readonly integer: number;
	readonly boolean: boolean;
	readonly null: null;
	readonly array: S extends { readonly items: infer Items } ? List<Items> : unknown[];
	readonly object: S extends { readonly properties: infer Members }
		? ObjectOf<Members, OptionalKeys<S, Members>>
		: S extends { readonly patternProperties: infer Patterns }
			? { [name: string]: Static<Patterns[keyof Patterns]> }
			: Record<string, unknown>;
}

type List<Items> = Items extends readonly unknown[]
	? { -readonly [K in keyof Items]: Static<Items[K]> }
	: Static<Items>[];

type All<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Rest]
	? Static<First> & All<Rest>
	: unknown;

/** Schemas of `Type` and of TypeBox mark optional members. In a plain schema, members that are not `required` are optional. */
type OptionalKeys<S, Members> = S extends { readonly "~kind": unknown }
	? { [K in keyof Members]: Members[K] extends { readonly "~optional": unknown } ? K : never }[keyof Members]
	: S extends { readonly required: readonly (infer Name)[] }
		? Exclude<keyof Members, Name>
		: keyof Members;

type ObjectOf<Members, Optional> = [Optional] extends [never]
	? { -readonly [K in keyof Members]: Static<Members[K]> }
	: Joined<
			{ -readonly [K in keyof Members as K extends Optional ? never : K]: Static<Members[K]> } & {
				-readonly [K in keyof Members as K extends Optional ? K : never]?: Static<Members[K]>;
			}
		>;

/** Shows an intersection of objects as one object. */
type Joined<T> = { [K in keyof T]: T[K] };
