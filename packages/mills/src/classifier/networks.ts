import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type * as Onnx from "onnxruntime-node";
import { ONE_THREAD } from "../native/one-thread.js";

/** A loaded network. */
export interface Network {
	/** Returns the outputs by name, flattened. `pixels` has `size` × `size` × 3 bytes. */
	run(pixels: Uint8Array, size: number): Promise<Readonly<Record<string, Float32Array>>>;
}

/** The network files and their SHA-256. NOTICE.md in the same folder says how they are made. */
const SHA256 = {
	"detector.onnx": "0c19bb2791bb0611fb11cd91359f78d5207b9b4c4c3d32c55a0195bd12b1fae3",
	"faces.onnx": "8ec74fda63ae67506adae89c9fba809a59afd6ae30ab8e8dfe85f283663dc277",
} as const;

type NetworkFile = keyof typeof SHA256;

/** The URLs of the network files. */
export function networkFiles(folder: URL): URL[] {
	return Object.keys(SHA256).map((file) => new URL(file, folder));
}

/** Loads a network. Throws if the SHA-256 of its file is wrong. */
export async function loadNetwork(onnx: typeof Onnx, folder: URL, file: NetworkFile): Promise<Network> {
	const bytes = await readFile(new URL(file, folder));
	const found = createHash("sha256").update(bytes).digest("hex");
	if (found !== SHA256[file])
		throw new Error(
			`models/classifier/${file} has changed: its SHA-256 is ${found}. Restore it from the package.`,
		);
	const session = await onnx.InferenceSession.create(bytes, {
		...ONE_THREAD,
		logSeverityLevel: 3,
	});
	return {
		run: async (pixels, size) => {
			const tensor = new onnx.Tensor("uint8", pixels, [1, size, size, 3]);
			const outputs = await session.run({ pixels: tensor });
			return Object.fromEntries(
				Object.entries(outputs).map(([name, { data }]) => [name, data as Float32Array]),
			);
		},
	};
}
