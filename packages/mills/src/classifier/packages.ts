import "../native/no-telemetry.js";
import type * as Onnx from "onnxruntime-node";
import type Sharp from "sharp";

/** The native packages. They are imported when the mill is loaded, so the other mills run without them. */
export interface Packages {
	readonly onnx: typeof Onnx;
	readonly sharp: typeof Sharp;
}

/** The allowed decoders. Every other decoder would be attack surface for hostile files. */
const LOADERS = ["Jpeg", "Png", "Webp", "Heif"].map((format) => `VipsForeignLoad${format}Buffer`);

export async function importPackages(): Promise<Packages> {
	const onnx = await importOrExplain("onnxruntime-node", () => import("onnxruntime-node"));
	const { default: sharp } = await importOrExplain("sharp", () => import("sharp"));
	// A worker runs one call at a time and keeps no data of it.
	sharp.concurrency(1);
	sharp.cache(false);
	sharp.block({ operation: ["VipsForeignLoad"] });
	sharp.unblock({ operation: LOADERS });
	return { onnx, sharp };
}

/** Whether this package is installed in another project. A clone of the repository runs `npm ci` instead. */
const isInstalled = import.meta.url.includes("/node_modules/");

async function importOrExplain<T>(name: string, load: () => Promise<T>): Promise<T> {
	try {
		return await load();
	} catch (error) {
		const here = `${process.platform}-${process.arch}`;
		const remedy = isInstalled ? "npm install onnxruntime-node sharp" : "npm ci";
		const [reason] = String(error instanceof Error ? error.message : error).split("\n");
		throw new Error(
			`${name} cannot be loaded (${reason}). Install it for ${here} with "${remedy}", or serve without the classifier.`,
		);
	}
}
