/** The parts of ONNX that a graph of one operation needs. A model is a message of Protocol Buffers. */

const FLOAT = 1;
const UINT8 = 2;
const INT8 = 3;
const TYPES = { float32: FLOAT, uint8: UINT8, int8: INT8 } as const;
/** The versions of the operations of ONNX, and of those that onnxruntime adds when it joins several. */
const VERSIONS = { "": 17, "com.microsoft": 1 } as const;

/** Numbers with their shape. */
export interface Tensor {
	readonly type: keyof typeof TYPES;
	readonly dims: readonly number[];
	readonly data: Float32Array | Uint8Array | Int8Array;
}

/** An operation. */
export interface Operation {
	readonly name: string;
	readonly domain?: keyof typeof VERSIONS;
	readonly attributes?: Readonly<Record<string, number | { readonly float: number } | readonly number[]>>;
	/** Its inputs, in order: constants, or the rank of one that is given with a call. */
	readonly inputs: readonly (Tensor | { readonly type: keyof typeof TYPES; readonly rank: number })[];
	readonly output?: keyof typeof TYPES;
}

/** The bytes of a model that computes one operation. Its inputs that are no constants are `i0`, `i1`, …, by their place; its output is `o`. */
export function modelOf({
	name,
	domain = "",
	attributes = {},
	inputs,
	output = "float32",
}: Operation): Uint8Array {
	const node = [
		...inputs.flatMap((_, place) => member(1, `i${place}`)),
		...member(2, "o"),
		...member(4, name),
		...Object.entries(attributes).flatMap(([key, value]) => member(5, attribute(key, value))),
		...member(7, domain),
	];
	const constants = inputs.flatMap((input, place) => ("data" in input ? constant(`i${place}`, input) : []));
	const given = inputs.flatMap((input, place) =>
		"data" in input ? [] : member(11, declared(`i${place}`, input.type, input.rank)),
	);
	const graph = [
		...member(1, node),
		...member(2, name),
		...constants,
		...given,
		...member(12, declared("o", output)),
	];
	const versions = Object.entries(VERSIONS).flatMap(([of, version]) =>
		member(8, [...member(1, of), ...number(2, version)]),
	);
	return Uint8Array.from([...number(1, 8), ...versions, ...member(7, graph)]);
}

function attribute(key: string, value: NonNullable<Operation["attributes"]>[string]): number[] {
	if (typeof value === "number") return [...member(1, key), ...number(3, value), ...number(20, 2)];
	if ("float" in value)
		return [...member(1, key), ...varint((2 << 3) | 5), ...bytesOf([value.float]), ...number(20, 1)];
	return [...member(1, key), ...value.flatMap((one) => number(8, one)), ...number(20, 7)];
}

function constant(name: string, { type, dims, data }: Tensor): number[] {
	const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
	return member(5, [
		...dims.flatMap((dim) => number(1, dim)),
		...number(2, TYPES[type]),
		...member(8, name),
		...member(9, raw),
	]);
}

/** A value of unknown sizes, and, if its rank is unknown too, of any shape. */
function declared(name: string, type: keyof typeof TYPES, rank?: number): number[] {
	const dims = Array.from({ length: rank ?? 0 }, (_, i) => member(1, member(2, `${name}d${i}`))).flat();
	const tensor = [...number(1, TYPES[type]), ...(rank === undefined ? [] : member(2, dims))];
	return [...member(1, name), ...member(2, member(1, tensor))];
}

function bytesOf(floats: readonly number[]): Uint8Array {
	return new Uint8Array(Float32Array.from(floats).buffer);
}

function member(field: number, content: string | Iterable<number>): number[] {
	const bytes = typeof content === "string" ? Buffer.from(content) : Array.from(content);
	return [...varint((field << 3) | 2), ...varint(bytes.length), ...bytes];
}

function number(field: number, value: number): number[] {
	return [...varint(field << 3), ...varint(value)];
}

function varint(value: number): number[] {
	return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}
