// Turns a graph model of TensorFlow.js into ONNX, node by node. TensorFlow has channels last, ONNX Runtime is made for
// channels first: pictures are turned once at the input, and back where a node flattens them. In between every picture has
// as many channels as fill whole blocks. On x64, ONNX Runtime works in blocks of 16 and leaves them wherever a node has another
// number of channels: with whole blocks the detector takes a quarter less time. On arm64 it knows no blocks, and channels of zeros
// take a third of the time: there, a block is one channel.
import { byHalves, channelsFirst, copying, depthwiseFirst, stretched, wide } from "./kernels.mjs";
import { writeModel } from "./onnx.mjs";
import { alongImage, fusedOf, paddingOf, readGraph } from "./tfjs-graph.mjs";

const LAST_TO_FIRST = [0, 3, 1, 2];
const FIRST_TO_LAST = [0, 2, 3, 1];

/** The bytes of the same network as ONNX; `input` and `outputs` give shapes by the names of nodes, `block` the channels of a block. */
export function toOnnx(json, { name, input, outputs, block }) {
	const graph = readGraph(json);
	const written = { nodes: [], tensors: [] };

	const put = (operator, output, inputs, attributes = {}) => {
		written.nodes.push({ operator, inputs, output, attributes });
		return output;
	};
	const constant = (label, shape, values) => {
		written.tensors.push({ name: label, shape, values });
		return label;
	};
	const known = (label) => {
		const found = graph.constants.get(label);
		if (!found) throw new TypeError(`Teach toOnnx to compute this at run time: ${label}.`);
		return found;
	};
	const whole = (label, values) => constant(label, [values.length], BigInt64Array.from(values, BigInt));

	/** What is fused comes after: the bias is part of the node already. */
	const finish = (node, operator, inputs, attributes) => {
		const relu = fusedOf(node).includes("Relu");
		put(operator, relu ? `${node.name}/linear` : node.name, inputs, attributes);
		if (relu) put("Relu", node.name, [`${node.name}/linear`]);
	};

	/** The answers themselves have no room for channels of zeros. */
	const flattened = new Set(graph.nodes.filter(({ op }) => op === "Reshape").map(({ inputs }) => inputs[0]));
	/** How many channels a picture has, those of zeros among them. */
	const channels = new Map();

	const convolve = (node, depthwise) => {
		const [picture, kernel, bias] = node.inputs;
		const { shape, values } = known(kernel);
		const [height, width, , times] = shape;
		const ins = channels.get(picture);
		const outs = depthwise ? ins : flattened.has(node.name) ? times : wide(times, block);
		channels.set(node.name, outs);
		const strides = alongImage(node.attributes.strides);
		const padding = paddingOf(node);
		const weights = `${node.name}/weights`;
		const biases = bias ? [constant(`${node.name}/bias`, [outs], stretched(known(bias).values, outs))] : [];
		if (!depthwise && byHalves.fits(shape, strides, padding)) {
			const halves = put("SpaceToDepth", `${node.name}/halves`, [picture], { blocksize: 2 });
			const room = wide(byHalves.channels, block);
			const pads = [0, 0, 0, 0, 0, room - byHalves.channels, 0, 0];
			const filled =
				room === byHalves.channels
					? halves
					: put("Pad", `${node.name}/filled`, [halves, whole(`${node.name}/pads`, pads)]);
			constant(weights, [outs, room, 3, 3], byHalves.weights(values, shape, outs, room));
			finish(node, "Conv", [filled, weights, ...biases], { pads: [1, 1, 1, 1], kernel_shape: [3, 3] });
			return;
		}
		if (depthwise) constant(weights, [outs, 1, height, width], depthwiseFirst(values, shape, outs));
		else constant(weights, [outs, ins, height, width], channelsFirst(values, shape, ins, outs));
		finish(node, "Conv", [picture, weights, ...biases], {
			auto_pad: padding === "SAME" ? "SAME_UPPER" : "VALID",
			strides,
			dilations: alongImage(node.attributes.dilations),
			kernel_shape: [height, width],
			group: depthwise ? ins : 1,
		});
	};

	const rules = {
		Placeholder: (node) => {
			channels.set(node.name, input.at(-1));
			put("Transpose", node.name, ["pixels"], { perm: LAST_TO_FIRST });
		},
		Identity: (node) => put("Identity", node.name, node.inputs),
		Relu: (node) => put("Relu", node.name, node.inputs),
		Conv2D: (node) => convolve(node, false),
		_FusedConv2D: (node) => convolve(node, false),
		DepthwiseConv2dNative: (node) => convolve(node, true),
		AddV2: (node) => put("Add", node.name, node.inputs),
		MaxPool: (node) =>
			put("MaxPool", node.name, node.inputs, {
				auto_pad: paddingOf(node) === "SAME" ? "SAME_UPPER" : "VALID",
				kernel_shape: alongImage(node.attributes.ksize),
				strides: alongImage(node.attributes.strides),
			}),
		// BlazeFace pads only behind the channels, twice as many as there were. A copying convolution does the same.
		Pad: (node) => {
			const pads = known(node.inputs[1]).values;
			const added = pads[7];
			if (pads.some((pad, i) => pad !== (i === 7 ? added : 0)))
				throw new TypeError(`Teach toOnnx to pad more than channels: ${node.name}.`);
			const ins = channels.get(node.inputs[0]);
			const outs = wide(2 * added, block);
			channels.set(node.name, outs);
			const weights = constant(`${node.name}/weights`, [outs, ins, 1, 1], copying(added, ins, outs));
			put("Conv", node.name, [node.inputs[0], weights], { kernel_shape: [1, 1] });
		},
		Reshape: (node) => {
			put("Transpose", `${node.name}/turned`, [node.inputs[0]], { perm: FIRST_TO_LAST });
			const shape = whole(`${node.name}/to`, known(node.inputs[1]).values);
			put("Reshape", node.name, [`${node.name}/turned`, shape]);
		},
	};

	for (const node of graph.nodes) {
		const rule = rules[node.op];
		if (!rule) throw new TypeError(`Teach toOnnx this operation: ${node.op}.`);
		rule(node);
		if (!channels.has(node.name)) channels.set(node.name, channels.get(node.inputs[0]));
	}
	const results = Object.entries(outputs).map(([label, { from, shape }]) => {
		if (from.length > 1) put("Concat", label, from, { axis: 1 });
		else put("Identity", label, from);
		return { name: label, shape };
	});
	return writeModel({
		name,
		...pruned(written, results),
		inputs: [{ name: "pixels", shape: input }],
		outputs: results,
	});
}

/** Leaves out what no output needs. */
function pruned({ nodes, tensors }, outputs) {
	const wanted = new Set(outputs.map(({ name }) => name));
	const kept = nodes.toReversed().filter(({ output, inputs }) => {
		if (!wanted.has(output)) return false;
		for (const input of inputs) wanted.add(input);
		return true;
	});
	return { nodes: kept.reverse(), tensors: tensors.filter(({ name }) => wanted.has(name)) };
}
