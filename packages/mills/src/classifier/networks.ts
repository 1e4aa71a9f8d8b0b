import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type * as Onnx from "onnxruntime-node";

/** A loaded network. */
export interface Network {
	/** Returns the outputs by name, flattened. `pixels` has `size` × `size` × 3 values, floats or bytes as the network needs. */
	run(pixels: Float32Array | Uint8Array, size: number): Promise<Readonly<Record<string, Float32Array>>>;
}

/** The network files and their SHA-256. NOTICE.md in the same folder says how they are made. */
const SHA256 = {
	"blazeface-narrow.onnx": "3f185dbd39442475d9b96d526ada736eaafcf4e9a7c8b4aa9c2959977dbd4d5d",
	"blazeface.onnx": "3441e3018bcbf6cb42fba6214a586ff1146b5cb262efb4ae8438034d68c56b12",
	"faces.onnx": "ea90e55260ad8d798fdcff329c315e816f13c71bcddb4d0f162883b6b49dd6b3",
} as const;

type NetworkFile = keyof typeof SHA256;

/** The detector in the form that is faster on a processor: ONNX Runtime computes in blocks of channels on x64 alone. */
export function detectorFile(architecture: string = process.arch): NetworkFile {
	return architecture === "x64" ? "blazeface.onnx" : "blazeface-narrow.onnx";
}

/** The URLs of the network files. All belong to the algorithm, so that its digest is the same on every processor. */
export function networkFiles(folder: URL): URL[] {
	return Object.keys(SHA256).map((file) => new URL(file, folder));
}

/** Loads a network. Throws if the SHA-256 of its file is wrong. */
export async function loadNetwork(onnx: typeof Onnx, folder: URL, file: NetworkFile): Promise<Network> {
	const bytes = await readFile(new URL(file, folder));
	const found = createHash("sha256").update(bytes).digest("hex");
	if (found !== SHA256[file])
		throw new Error(`Restore models/classifier/${file} from the package: its SHA-256 is ${found}.`);
	const session = await onnx.InferenceSession.create(bytes, {
		// One thread per worker: the workers already share the cores, and the order of additions never changes.
		intraOpNumThreads: 1,
		interOpNumThreads: 1,
		executionMode: "sequential",
		graphOptimizationLevel: "all",
		logSeverityLevel: 3,
	});
	return {
		run: async (pixels, size) => {
			const shape = [1, size, size, 3];
			const tensor =
				pixels instanceof Float32Array
					? new onnx.Tensor("float32", pixels, shape)
					: new onnx.Tensor("uint8", pixels, shape);
			const outputs = await session.run({ pixels: tensor });
			return Object.fromEntries(
				Object.entries(outputs).map(([name, { data }]) => [name, data as Float32Array]),
			);
		},
	};
}
