import { MAKERS } from "./make-schema.js";

/** A JSON Schema, as the functions of `Type` make it. */
export type Schema = object;

/** Keywords that every schema may have. */
export interface SchemaOptions {
	readonly [keyword: string]: unknown;
	readonly title?: string;
	readonly description?: string;
	readonly default?: unknown;
	readonly examples?: unknown;
}

export interface StringOptions extends SchemaOptions {
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly pattern?: string | RegExp;
	readonly format?: string;
}

export interface NumberOptions extends SchemaOptions {
	readonly minimum?: number;
	readonly maximum?: number;
	readonly exclusiveMinimum?: number;
	readonly exclusiveMaximum?: number;
	readonly multipleOf?: number;
}

export interface ArrayOptions extends SchemaOptions {
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly uniqueItems?: boolean;
}

export interface ObjectOptions extends SchemaOptions {
	readonly minProperties?: number;
	readonly maxProperties?: number;
	readonly additionalProperties?: boolean | Schema;
}

export interface Properties {
	readonly [name: string]: Schema;
}

export interface StringSchema {
	readonly type: "string";
}
export interface NumberSchema {
	readonly type: "number";
}
export interface IntegerSchema {
	readonly type: "integer";
}
export interface BooleanSchema {
	readonly type: "boolean";
}
export interface NullSchema {
	readonly type: "null";
}
/** Any value: no keyword says what it is. */
export interface UnknownSchema {
	readonly "~kind": "Unknown";
}
export interface ConstSchema<Value> {
	readonly const: Value;
}
export interface EnumSchema<Value> {
	readonly enum: Value[];
}
export interface ArraySchema<Items> {
	readonly type: "array";
	readonly items: Items;
}
export interface ObjectSchema<Members = object> {
	readonly "~kind": "Object";
	readonly type: "object";
	readonly properties: Members;
}
export interface RecordSchema<Value> {
	readonly type: "object";
	readonly patternProperties: { readonly [pattern: string]: Value };
}
export interface UnionSchema<Choices> {
	readonly anyOf: Choices;
}
export interface IntersectSchema<Parts> {
	readonly allOf: Parts;
}
export interface RefSchema {
	readonly $ref: string;
}
/** The type of the value is the author's claim. */
export interface UnsafeSchema<Value> {
	readonly "~unsafe": Value;
}
export interface OptionalMark {
	readonly "~optional": true;
}
/** Callers may omit a parameter with this keyword. */
export interface DefaultMark {
	readonly default: unknown;
}

/** The functions that make schemas. Options are keywords of JSON Schema. */
export interface SchemaFunctions {
	String(options: StringOptions & DefaultMark): StringSchema & DefaultMark;
	String(options?: StringOptions): StringSchema;
	Number(options: NumberOptions & DefaultMark): NumberSchema & DefaultMark;
	Number(options?: NumberOptions): NumberSchema;
	Integer(options: NumberOptions & DefaultMark): IntegerSchema & DefaultMark;
	Integer(options?: NumberOptions): IntegerSchema;
	Boolean(options: SchemaOptions & DefaultMark): BooleanSchema & DefaultMark;
	Boolean(options?: SchemaOptions): BooleanSchema;
	Null(options?: SchemaOptions): NullSchema;
	/** Any value that JSON can write. */
	Unknown(options?: SchemaOptions): UnknownSchema;
	/** Any value; the same as `Unknown`. */
	Any(options?: SchemaOptions): UnknownSchema;
	/** One value. */
	Literal<const Value extends string | number | boolean>(
		value: Value,
		options?: SchemaOptions,
	): ConstSchema<Value>;
	/** One of several strings or numbers. */
	Enum<const Value extends string | number>(
		values: readonly Value[],
		options: SchemaOptions & DefaultMark,
	): EnumSchema<Value> & DefaultMark;
	Enum<const Value extends string | number>(
		values: readonly Value[],
		options?: SchemaOptions,
	): EnumSchema<Value>;
	Array<Items extends Schema>(
		items: Items,
		options: ArrayOptions & DefaultMark,
	): ArraySchema<Items> & DefaultMark;
	Array<Items extends Schema>(items: Items, options?: ArrayOptions): ArraySchema<Items>;
	/** A list of fixed length, with a schema for each place. */
	Tuple<const Items extends readonly Schema[]>(items: Items, options?: ArrayOptions): ArraySchema<Items>;
	Object<Members extends Properties>(members: Members, options?: ObjectOptions): ObjectSchema<Members>;
	/** A map from any names to values. */
	Record<Value extends Schema>(
		names: StringSchema | IntegerSchema | NumberSchema,
		value: Value,
		options?: ObjectOptions,
	): RecordSchema<Value>;
	/** An object with the same schema for each of these names. */
	Record<Name extends string | number, Value extends Schema>(
		names: EnumSchema<Name>,
		value: Value,
		options?: ObjectOptions,
	): ObjectSchema<{ readonly [N in Name]: Value }>;
	/** Marks a member of an object that may be missing. */
	Optional<S extends Schema>(schema: S): S & OptionalMark;
	/** A value of one of these schemas. */
	Union<const Choices extends readonly Schema[]>(
		choices: Choices,
		options: SchemaOptions & DefaultMark,
	): UnionSchema<Choices> & DefaultMark;
	Union<const Choices extends readonly Schema[]>(
		choices: Choices,
		options?: SchemaOptions,
	): UnionSchema<Choices>;
	/** A value of all of these schemas. */
	Intersect<const Parts extends readonly Schema[]>(
		parts: Parts,
		options?: SchemaOptions,
	): IntersectSchema<Parts>;
	/** The object with all members optional. */
	Partial<Members>(
		object: ObjectSchema<Members>,
		options?: ObjectOptions,
	): ObjectSchema<{ [K in keyof Members]: Members[K] & OptionalMark }>;
	/** The object with these members only. */
	Pick<Members, const Name extends keyof Members & string>(
		object: ObjectSchema<Members>,
		names: readonly Name[],
		options?: ObjectOptions,
	): ObjectSchema<Pick<Members, Name>>;
	/** The object without these members. */
	Omit<Members, const Name extends keyof Members & string>(
		object: ObjectSchema<Members>,
		names: readonly Name[],
		options?: ObjectOptions,
	): ObjectSchema<Omit<Members, Name>>;
	/** A schema that refers to itself: `Ref` names one of the definitions. Its values are `unknown`. */
	Cyclic(definitions: Properties, name: string, options?: SchemaOptions): RefSchema;
	Ref(name: string, options?: SchemaOptions): RefSchema;
	/** Any JSON Schema, with the type that you claim for its values. */
	Unsafe<Value>(schema: Schema): UnsafeSchema<Value>;
}

/**
 * Makes schemas: the functions of TypeBox that mills need, with types that are light to check. A schema that needs another
 * function of TypeBox can be made with TypeBox itself.
 *
 * @example Type.Object({ words: Type.Integer(), language: Type.Optional(Type.String()) })
 */
export const Type = MAKERS as unknown as SchemaFunctions;
