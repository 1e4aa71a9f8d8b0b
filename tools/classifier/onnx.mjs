// Writes ONNX: as much of its protobuf messages as the networks of the classifier use.
// The numbers are the field numbers of onnx.proto (IR version 8, operator set 17).

const VARINT = 0;
const BYTES = 2;

function varint(value) {
	const bytes = [];
	for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
		if (rest < 0x80n) return Buffer.from([...bytes, Number(rest)]);
		bytes.push(Number(rest & 0x7fn) | 0x80);
	}
}

const number = (field, value) => Buffer.concat([varint((field << 3) | VARINT), varint(value)]);

function chunk(field, content) {
	const bytes = typeof content === "string" ? Buffer.from(content) : content;
	return Buffer.concat([varint((field << 3) | BYTES), varint(bytes.length), bytes]);
}

const message = (...fields) => Buffer.concat(fields.flat());

const ATTRIBUTE = { int: 2, string: 3, ints: 7 };
const FLOAT = 1;
const INT64 = 7;

function attribute([name, value]) {
	if (typeof value === "string")
		return message(chunk(1, name), chunk(4, value), number(20, ATTRIBUTE.string));
	if (Array.isArray(value))
		return message(
			chunk(1, name),
			value.map((one) => number(8, one)),
			number(20, ATTRIBUTE.ints),
		);
	return message(chunk(1, name), number(3, value), number(20, ATTRIBUTE.int));
}

const node = ({ operator, inputs, output, attributes }) =>
	message(
		inputs.map((input) => chunk(1, input)),
		chunk(2, output),
		chunk(3, output),
		chunk(4, operator),
		Object.entries(attributes).map((one) => chunk(5, attribute(one))),
	);

/** Raw values are little endian, as they lie in memory on every machine that Node runs on. */
const tensor = ({ name, shape, values }) =>
	message(
		shape.map((size) => number(1, size)),
		number(2, values instanceof BigInt64Array ? INT64 : FLOAT),
		chunk(8, name),
		chunk(9, Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
	);

function value({ name, shape }) {
	const dimensions = shape.map((size) => chunk(1, number(1, size)));
	return message(
		chunk(1, name),
		chunk(2, chunk(1, message(number(1, FLOAT), chunk(2, message(dimensions))))),
	);
}

/** The bytes of a model; all inputs and outputs are of 32-bit floats. */
export function writeModel({ name, nodes, tensors, inputs, outputs }) {
	const graph = message(
		nodes.map((one) => chunk(1, node(one))),
		chunk(2, name),
		tensors.map((one) => chunk(5, tensor(one))),
		inputs.map((one) => chunk(11, value(one))),
		outputs.map((one) => chunk(12, value(one))),
	);
	return message(number(1, 8), chunk(2, "gristmill"), chunk(7, graph), chunk(8, number(2, 17)));
}
