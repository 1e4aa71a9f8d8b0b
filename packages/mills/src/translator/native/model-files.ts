import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** The manifest that `training/translator/export.py` writes. */
interface Manifest {
	readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;
}

/** The files of the model that the engine needs. */
export const MODEL_FILES = ["enc.onnx", "dec.onnx", "emb.bin", "vocab.json", "manifest.json"] as const;

/**
 * Checks every file against the manifest, so that truncated or changed weights are never used. Throws if a file is missing
 * or differs.
 */
export function checkModel(folder: URL): void {
	const { files }: Manifest = JSON.parse(readFileSync(new URL("manifest.json", folder), "utf8"));
	for (const name of MODEL_FILES) {
		if (name === "manifest.json") continue;
		const expected = files[name];
		const found = createHash("sha256")
			.update(readFileSync(new URL(name, folder)))
			.digest("hex");
		if (found !== expected?.sha256)
			throw new Error(
				`models/translator/${name} has changed: its SHA-256 is ${found}. Restore it from the package.`,
			);
	}
}
