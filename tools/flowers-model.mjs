// Writes examples/flowers.onnx: a logistic regression of Fisher's iris data, as the ONNX file of the cookbook.
// The weights are those of scikit-learn's LogisticRegression, rounded.
import { writeFileSync } from "node:fs";

const WEIGHTS = [
	[-0.42, 0.53, -0.11],
	[0.97, -0.32, -0.65],
	[-2.52, -0.21, 2.72],
	[-1.08, -0.94, 2.02],
];
const BIAS = [9.85, 2.24, -12.09];

/** Fields of protobuf. */
const varint = (number) => {
	const bytes = [];
	for (let rest = number; ; rest = Math.floor(rest / 128)) {
		if (rest < 128) return [...bytes, rest];
		bytes.push((rest % 128) + 128);
	}
};
const whole = (field, number) => Buffer.from([...varint(field * 8), ...varint(number)]);
const bytes = (field, ...parts) => {
	const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
	return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(content.length)]), content]);
};

const FLOAT = 1;
const tensor = (name, shape, numbers) =>
	Buffer.concat([
		...shape.map((size) => whole(1, size)),
		whole(2, FLOAT),
		bytes(8, name),
		bytes(9, Buffer.from(Float32Array.from(numbers).buffer)),
	]);
const node = (type, inputs, output) =>
	Buffer.concat([...inputs.map((name) => bytes(1, name)), bytes(2, output), bytes(4, type)]);
const value = (name, shape) => {
	const sizes = shape.map((size) => bytes(1, whole(1, size)));
	return Buffer.concat([bytes(1, name), bytes(2, bytes(1, whole(1, FLOAT), bytes(2, ...sizes)))]);
};

const graph = [
	bytes(1, node("Gemm", ["sizes", "weights", "bias"], "scores")),
	bytes(1, node("Softmax", ["scores"], "probabilities")),
	bytes(2, "flowers"),
	bytes(5, tensor("weights", [4, 3], WEIGHTS.flat())),
	bytes(5, tensor("bias", [3], BIAS)),
	bytes(11, value("sizes", [1, 4])),
	bytes(12, value("probabilities", [1, 3])),
];
const OPSET = whole(2, 13);
const model = Buffer.concat([whole(1, 7), bytes(7, ...graph), bytes(8, OPSET)]);
writeFileSync(process.argv[2] ?? new URL("../examples/flowers.onnx", import.meta.url), model);
