import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type * as Onnx from "onnxruntime-node";

/** A network that can be run, and the kind of tensor that it takes. */
export interface Network {
	/** Outputs by name, as numbers in one row; `pixels` are `size` × `size` × 3. */
	run(pixels: Float32Array, size: number): Promise<Readonly<Record<string, Float32Array>>>;
}

/** The files of the networks and the SHA-256 of each; `tools/pack-classifier.mjs` makes them. */
const SHA256 = {
	"blazeface.onnx": "3441e3018bcbf6cb42fba6214a586ff1146b5cb262efb4ae8438034d68c56b12",
	"faceres-deep.onnx": "df5cc8279692ccdb7d74291866d6a32f2bca4ca5c7f57082bec079784ed9b77e",
} as const;

export type NetworkFile = keyof typeof SHA256;

/** Where the files of the networks lie. */
export function networkFiles(folder: URL): URL[] {
	return Object.keys(SHA256).map((file) => new URL(file, folder));
}

/** Loads a network; an error says what to do where its file is not the one that was packed. */
export async function loadNetwork(onnx: typeof Onnx, folder: URL, file: NetworkFile): Promise<Network> {
	const bytes = await readFile(new URL(file, folder));
	const found = createHash("sha256").update(bytes).digest("hex");
	if (found !== SHA256[file])
		throw new Error(`Restore models/classifier/${file} from the package: its SHA-256 is ${found}.`);
	const session = await onnx.InferenceSession.create(bytes, {
		// One thread for each worker: calls share the cores already, and the order of sums never changes.
		intraOpNumThreads: 1,
		interOpNumThreads: 1,
		executionMode: "sequential",
		graphOptimizationLevel: "all",
		logSeverityLevel: 3,
	});
	return {
		run: async (pixels, size) => {
			const tensor = new onnx.Tensor("float32", pixels, [1, size, size, 3]);
			const outputs = await session.run({ pixels: tensor });
			return Object.fromEntries(
				Object.entries(outputs).map(([name, { data }]) => [name, data as Float32Array]),
			);
		},
	};
}
