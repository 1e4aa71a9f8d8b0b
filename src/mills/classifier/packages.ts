import type * as Onnx from "onnxruntime-node";
import type Sharp from "sharp";

/** The native packages, imported when the mill is loaded: where they are missing, the other mills run all the same. */
export interface Packages {
	readonly onnx: typeof Onnx;
	readonly sharp: typeof Sharp;
}

/** Only what the mill offers is decoded: each further decoder is a further way in for a hostile file. */
const LOADERS = ["Jpeg", "Png", "Webp", "Heif"].map((format) => `VipsForeignLoad${format}Buffer`);

export async function importPackages(): Promise<Packages> {
	const onnx = await tried("onnxruntime-node", () => import("onnxruntime-node"));
	const { default: sharp } = await tried("sharp", () => import("sharp"));
	// A worker computes one call at a time, and keeps nothing of it.
	sharp.concurrency(1);
	sharp.cache(false);
	sharp.block({ operation: ["VipsForeignLoad"] });
	sharp.unblock({ operation: LOADERS });
	return { onnx, sharp };
}

async function tried<T>(name: string, load: () => Promise<T>): Promise<T> {
	try {
		return await load();
	} catch (error) {
		const here = `${process.platform}-${process.arch}`;
		const [reason] = String(error instanceof Error ? error.message : error).split("\n");
		throw new Error(
			`Install ${name} for ${here} with "npm ci", or serve without the classifier: ${name} cannot be loaded: ${reason}`,
		);
	}
}
