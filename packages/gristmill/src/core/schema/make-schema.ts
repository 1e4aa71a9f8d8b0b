/** A schema as TypeBox makes it, so that schemas of both can be mixed: plain JSON Schema, with hidden marks. */
type Made = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, object>>;

const KIND = "~kind";
const OPTIONAL = "~optional";

/** The keys of a map, by the kind of its names. */
const KEYS: Readonly<Record<string, string>> = {
	string: "^.*$",
	integer: "^-?(?:0|[1-9][0-9]*)$",
	number: "^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$",
};

function made(kind: string, schema: Made, options: Made = {}): Made {
	return Object.defineProperty({ ...schema, ...options }, KIND, hidden(kind));
}

function hidden(value: unknown): PropertyDescriptor {
	return { value, writable: true, configurable: true };
}

/** A schema of one type. */
const ofType = (kind: string) => (options?: Made) => made(kind, { type: kind.toLowerCase() }, options);

function isOptional(schema: object): boolean {
	return (schema as Made)[OPTIONAL] === true;
}

function optional(schema: object): Made {
	const marks = Object.getOwnPropertyDescriptors(schema);
	return Object.defineProperties({}, { ...marks, [OPTIONAL]: hidden(true) }) as Made;
}

function objectOf(members: Members, options?: Made): Made {
	const required = Object.keys(members).filter((name) => !isOptional(members[name] as object));
	return made(
		"Object",
		{ type: "object", ...(required.length > 0 && { required }), properties: { ...members } },
		options,
	);
}

/** An object with some of the members of another one. */
function membersOf(
	object: object,
	change: (members: [string, object][]) => [string, object][],
	options?: Made,
): Made {
	const { properties = {} } = object as { properties?: Members };
	return objectOf(Object.fromEntries(change(Object.entries(properties))), options);
}

function recordOf(names: object, value: object, options?: Made): Made {
	const { enum: words, anyOf: choices, type, pattern } = names as Readonly<Record<string, unknown>>;
	const known = words ?? (choices as Made[] | undefined)?.map((choice) => choice.const);
	if (Array.isArray(known)) return objectOf(Object.fromEntries(known.map((name) => [name, value])), options);
	const key = pattern ?? KEYS[String(type)] ?? KEYS.string;
	return made("Record", { type: "object", patternProperties: { [String(key)]: value } }, options);
}

/** The definitions have their own names as identifiers, which `Ref` names. */
function cyclic(definitions: Members, name: string, options?: Made): Made {
	const rows = Object.entries(definitions).map(([id, schema]) => [id, { ...schema, $id: id }]);
	return made("Cyclic", { $defs: Object.fromEntries(rows), $ref: name }, options);
}

/** The functions of `Type`. They make what the functions of TypeBox of these names make; a test compares them. */
export const MAKERS = {
	String: ofType("String"),
	Number: ofType("Number"),
	Integer: ofType("Integer"),
	Boolean: ofType("Boolean"),
	Null: ofType("Null"),
	Unknown: (options?: Made) => made("Unknown", {}, options),
	Any: (options?: Made) => made("Any", {}, options),
	Literal: (value: unknown, options?: Made) => made("Literal", { type: typeof value, const: value }, options),
	Enum: (values: object, options?: Made) => made("Enum", { enum: Object.values(values) }, options),
	Array: (items: object, options?: Made) => made("Array", { type: "array", items }, options),
	Tuple: (items: readonly object[], options?: Made) =>
		made("Tuple", { type: "array", additionalItems: false, items, minItems: items.length }, options),
	Object: objectOf,
	Record: recordOf,
	Optional: optional,
	Union: (choices: readonly object[], options?: Made) => made("Union", { anyOf: choices }, options),
	Intersect: (parts: readonly object[], options?: Made) => made("Intersect", { allOf: parts }, options),
	Partial: (object: object, options?: Made) =>
		membersOf(object, (all) => all.map(([name, schema]) => [name, optional(schema)]), options),
	Pick: (object: object, names: readonly string[], options?: Made) =>
		membersOf(object, (all) => all.filter(([name]) => names.includes(name)), options),
	Omit: (object: object, names: readonly string[], options?: Made) =>
		membersOf(object, (all) => all.filter(([name]) => !names.includes(name)), options),
	Cyclic: cyclic,
	Ref: (name: string, options?: Made) => made("Ref", { $ref: name }, options),
	Unsafe: (schema: object) => made("Unsafe", schema as Made),
} as const;
