import type * as Onnx from "onnxruntime-node";
import { ONE_THREAD } from "./one-thread.js";
import { modelOf, type Operation, type Tensor } from "./onnx-graph.js";

/** An operation, and the shapes of what it gets: one list for each call, with a shape for each input that is no constant. */
interface Kernel {
	readonly operation: Operation;
	readonly calls: readonly (readonly (readonly number[])[])[];
}

/**
 * The operations of our networks after onnxruntime has joined them. For each, a processor has one of several kernels: where they differ
 * in the last bit of a number, so may the networks. They are tried alone, because in a network most differences are lost when numbers are
 * rounded to 8 bits. The sizes are below and above those of vectors, with and without a rest.
 */
export const KERNELS = {
	softmax: () => each("Softmax", [2], ...[3, 8, 13, 17, 32, 48, 65, 110].map((n) => [[16, n]])),
	layerNorm: () => ({
		operation: { name: "LayerNormalization", inputs: [given(2), floats([256]), floats([256])] },
		calls: [[[9, 256]]],
	}),
	/** The scores of attention: of one token, of a few, and of a sentence. */
	attention: () => ({
		operation: {
			name: "FusedMatMul",
			domain: "com.microsoft",
			attributes: { transB: 1, alpha: { float: 0.125 } },
			inputs: [given(3), given(3)],
		},
		calls: [1, 5, 33].map((n) => [
			[3, n, 32],
			[3, 33, 32],
		]),
	}),
	matMul: () =>
		each(
			"MatMul",
			[3, 3],
			...[1, 5, 33].flatMap((n) => [9, 64].map((m) => [[3, n, m], [3, m, 32]])), // biome-ignore format: pairs
		),
	/** The weights of our networks have 7 bits. */
	integers: () => ({
		operation: {
			name: "MatMulIntegerToFloat",
			domain: "com.microsoft",
			inputs: [given(2, "uint8"), integers([256, 48]), scalar(0.02), floats([48]), zero("uint8")],
		},
		calls: [1, 7, 16].map((n) => [[n, 256]]),
	}),
	gemm: () => ({
		operation: { name: "Gemm", inputs: [given(2), floats([100, 48]), floats([48])] },
		calls: [1, 5].map((n) => [[n, 100]]),
	}),
	conv: () => ({
		operation: {
			name: "Conv",
			attributes: { pads: [1, 1, 1, 1] },
			inputs: [given(4), floats([24, 20, 3, 3])],
		},
		calls: [5, 20].map((n) => [[1, 20, n, n]]),
	}),
	pointConv: () => ({
		operation: { name: "Conv", inputs: [given(4), floats([32, 64, 1, 1])] },
		calls: [5, 20].map((n) => [[1, 64, n, n]]),
	}),
	integerConv: () => ({
		operation: {
			name: "QLinearConv",
			attributes: { pads: [1, 1, 1, 1] },
			inputs: [
				given(4, "uint8"),
				scalar(0.02),
				zero("uint8"),
				integers([16, 24, 3, 3]),
				scalar(0.01),
				zero("int8"),
				scalar(0.3),
				zero("uint8"),
			],
			output: "uint8",
		},
		calls: [[[1, 24, 20, 20]]],
	}),
	averagePool: () => each("GlobalAveragePool", [4], [[1, 20, 5, 5]], [[1, 20, 20, 20]]),
} satisfies Record<string, () => Kernel>;

/**
 * What this engine computes on this processor for fixed tensors, to the last bit. Engines with equal answers here have the same kernels, so
 * they give equal answers to everything.
 */
export async function goldenNumbers(
	onnx: Pick<typeof Onnx, "InferenceSession" | "Tensor">,
	names: readonly (keyof typeof KERNELS)[],
): Promise<Uint8Array> {
	const found: Uint8Array[] = [];
	for (const name of names) {
		const { operation, calls }: Kernel = KERNELS[name]();
		const session = await onnx.InferenceSession.create(modelOf(operation), ONE_THREAD);
		const open = operation.inputs.flatMap((input, place) => ("data" in input ? [] : { ...input, place }));
		for (const shapes of calls) {
			const feeds = Object.fromEntries(
				open.map(({ type, place }, i) => {
					const { data, dims } = random(type, shapes[i] as readonly number[]);
					return [`i${place}`, new onnx.Tensor(type, data as never, dims)];
				}),
			);
			const { data } = (await session.run(feeds)).o as { data: Float32Array };
			found.push(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
		}
		await session.release();
	}
	return Buffer.concat(found);
}

function each(name: string, ranks: readonly number[], ...calls: Kernel["calls"]): Kernel {
	return { operation: { name, inputs: ranks.map((rank) => given(rank)) }, calls };
}

function given(rank: number, type: Tensor["type"] = "float32") {
	return { type, rank };
}

const floats = (dims: readonly number[]) => random("float32", dims);
const integers = (dims: readonly number[]) => random("int8", dims);
const scalar = (value: number): Tensor => ({ type: "float32", dims: [], data: Float32Array.of(value) });
const zero = (type: "uint8" | "int8"): Tensor => ({
	type,
	dims: [],
	data: type === "int8" ? Int8Array.of(0) : Uint8Array.of(0),
});

/** The same numbers each time, from a shape. */
export function random(type: Tensor["type"], dims: readonly number[]): Tensor {
	const length = dims.reduce((product, dim) => product * dim, 1);
	let state = length;
	const next = () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
	if (type === "float32") return { type, dims, data: Float32Array.from({ length }, () => 8 * next() - 4) };
	if (type === "uint8")
		return { type, dims, data: Uint8Array.from({ length }, () => Math.floor(256 * next())) };
	return { type, dims, data: Int8Array.from({ length }, () => Math.floor(127 * next()) - 63) };
}
