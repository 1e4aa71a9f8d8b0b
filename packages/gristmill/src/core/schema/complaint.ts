/** An error of the validator at one place. */
interface SchemaError {
	readonly keyword: string;
	/** A JSON Pointer; "" is the whole value. */
	readonly instancePath: string;
	readonly message: string;
	readonly params: object;
}

/** Maximum number of places in a complaint. */
const MOST_PLACES = 5;

/** What people call the types of JSON Schema. */
const TYPES: Readonly<Record<string, string>> = {
	string: "a string",
	number: "a number",
	integer: "a whole number",
	boolean: "true or false",
	object: "an object",
	array: "an array",
};

/** In the place of a name that may be input. */
const HIDDEN = "…";

/**
 * A JSON Pointer for a log. A name in it stays only if `isKnown`, because a result may have words of the input as names of its members;
 * the positions of a list stay.
 */
export function pathForLog(path: string, value: unknown, isKnown: (name: string) => boolean): string {
	let place = value;
	const parts = path.split("/").map((part, i) => {
		if (i === 0) return part;
		const isPosition = Array.isArray(place);
		const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
		place = (place as Record<string, unknown> | null | undefined)?.[name];
		return isPosition || isKnown(name) ? part : HIDDEN;
	});
	return parts.join("/");
}

/** The same errors for a log: without names that may be input. */
export function forLog(
	errors: readonly SchemaError[],
	value: unknown,
	isKnown: (name: string) => boolean,
): SchemaError[] {
	return errors.map((error) => {
		const { keyword, message } = error;
		const instancePath = pathForLog(error.instancePath, value, isKnown);
		const told = keyword === "propertyNames" ? "has names that its schema does not allow" : message;
		return { ...error, instancePath, message: told };
	});
}

/** The places that are wrong, each with its first error: `/age must be a whole number; /town is not declared`. */
export function complaintOf(errors: readonly SchemaError[], namesUndeclared: boolean): string {
	const places = new Map<string, string>();
	const found = named(errors, namesUndeclared);
	for (const error of found)
		if (!places.has(error.instancePath))
			places.set(error.instancePath, allowedAt(error.instancePath, error.keyword, found) ?? inWords(error));
	if (places.size === 0) return "the value is not valid";
	const parts = [...places].map(([path, text]) => `${shortened(path) || "the value"} ${shortened(text)}`);
	const more = parts.length > MOST_PLACES ? ["there is more"] : [];
	return [...parts.slice(0, MOST_PLACES), ...more].join("; ");
}

/** The values that a place may have, if that is what its first error is about: those of an enumeration, a constant, or a union. */
function allowedAt(path: string, first: string, errors: readonly SchemaError[]): string | undefined {
	if (first !== "const" && first !== "enum") return undefined;
	const values = errors
		.filter(({ instancePath }) => instancePath === path)
		.flatMap(({ params }) => {
			const { allowedValue, allowedValues } = params as {
				readonly allowedValue?: unknown;
				readonly allowedValues?: readonly unknown[];
			};
			return allowedValues ?? (allowedValue === undefined ? [] : [allowedValue]);
		});
	const texts = [...new Set(values.map((value) => JSON.stringify(value)))];
	return texts.length === 1 ? `must be ${texts[0]}` : `must be one of ${texts.join(", ")}`;
}

function inWords({ keyword, message, params }: SchemaError): string {
	switch (keyword) {
		case "boolean":
			return "is not declared";
		case "required":
			return message.replace(/^must have required propert(?:y|ies) /, "lacks ");
		case "multipleOf":
			return message.replace("be multiple", "be a multiple");
		case "type": {
			const { type } = params as { readonly type: string | readonly string[] };
			return `must be ${[type]
				.flat()
				.map((one) => TYPES[one] ?? one)
				.join(" or ")}`;
		}
		default:
			return message;
	}
}

/** The errors at an object that has undeclared members. */
const UNDECLARED = ["additionalProperties", "unevaluatedProperties"];

/**
 * The validator reports an undeclared member twice: "schema is false" at the member, and an error at the object that does
 * not name it. Only one of the two is kept.
 */
function named(errors: readonly SchemaError[], namesUndeclared: boolean): readonly SchemaError[] {
	if (!namesUndeclared) {
		const others = errors.filter(
			({ keyword, instancePath }) => keyword !== "boolean" || !instancePath.endsWith(`/${HIDDEN}`),
		);
		if (others.some(({ keyword }) => keyword === "boolean"))
			return others.filter(({ keyword }) => !UNDECLARED.includes(keyword));
		return others.length > 0 ? others : errors;
	}
	const [only] = errors;
	// With other errors, this one lists declared members too: if a part of an allOf fails, none of its members counts.
	if (errors.length === 1 && only?.keyword === "unevaluatedProperties")
		return undeclared(only).map((name) => ({
			...only,
			keyword: "boolean",
			instancePath: `${only.instancePath}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
		}));
	return errors.some(({ keyword }) => keyword === "boolean")
		? errors.filter(({ keyword }) => !UNDECLARED.includes(keyword))
		: errors;
}

function undeclared({ params }: SchemaError): readonly string[] {
	const { unevaluatedProperties } = params as { readonly unevaluatedProperties?: readonly string[] };
	return unevaluatedProperties ?? [];
}

/** Truncates the caller's own keys, so that the answer stays small. */
function shortened(text: string): string {
	return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
