import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** What `training/translator/export.py` says of the files that it wrote. */
export interface Manifest {
	readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;
}

/** The files of the model that a translation needs, in a folder. */
export const MODEL_FILES = ["enc.onnx", "dec.onnx", "emb.bin", "vocab.json", "manifest.json"] as const;

/**
 * Reads the manifest and checks every file against it: weights that were cut or changed must not translate. Throws where
 * one is missing or differs.
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
			throw new Error(`Restore the model's file ${name}: it is not the one that was trained.`);
	}
}
