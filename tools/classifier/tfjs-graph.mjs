// Reads a graph model of TensorFlow.js from its two files.
import { readFileSync } from "node:fs";

/** The nodes in the order of the file (a node stands behind its inputs), and the constants by name. */
export function readGraph(json) {
	const { modelTopology, weightsManifest } = JSON.parse(readFileSync(json, "utf8"));
	const constants = new Map();
	for (const { paths, weights } of weightsManifest) {
		const bytes = Buffer.concat(paths.map((path) => readFileSync(new URL(path, json))));
		let at = 0;
		for (const { name, shape, dtype, quantization } of weights) {
			if (quantization) throw new TypeError(`Teach readGraph to unpack quantised weights: ${name}.`);
			const size = shape.reduce((product, one) => product * one, 1);
			// A copy of its own, because a view must begin at a multiple of its width.
			const { buffer } = new Uint8Array(bytes.subarray(at, at + 4 * size));
			constants.set(name, {
				shape,
				values: dtype === "int32" ? new Int32Array(buffer) : new Float32Array(buffer),
			});
			at += 4 * size;
		}
	}
	const nodes = modelTopology.node.filter(({ op }) => op !== "Const");
	return { nodes: nodes.map(plainNode), constants };
}

function plainNode({ name, op, input = [], attr = {} }) {
	return { name, op, inputs: input.map((one) => one.replace(/:0$/, "")), attributes: attr };
}

const text = (base64) => Buffer.from(base64, "base64").toString("latin1");

/** What is fused into a convolution or a product: `BiasAdd`, `Relu`. */
export const fusedOf = ({ attributes }) => (attributes.fused_ops?.list?.s ?? []).map(text);

/** SAME or VALID. */
export const paddingOf = ({ attributes }) => text(attributes.padding.s);

/** Along height and width: a graph of TensorFlow.js says it for all four dimensions. */
export const alongImage = (list) => list.list.i.slice(1, 3).map(Number);
