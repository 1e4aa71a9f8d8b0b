import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Mill } from "../core/mill.js";

/** Throws a RangeError where a mill names an asset that is no file, or cannot be read. */
export async function demandAssets({ name, assets }: Mill): Promise<void> {
	for (const asset of assets) {
		const file = fileURLToPath(asset);
		const demand = `Name files that can be read as assets of "${name}":`;
		try {
			const found = await stat(file);
			// A worker may read what is named and hashed, file by file: of a folder nobody knows what an answer depends on.
			if (found.isDirectory()) throw new RangeError(`${demand} ${file} is a folder; name each file in it.`);
			await access(file, constants.R_OK);
		} catch (error) {
			if (error instanceof RangeError) throw error;
			throw new RangeError(`${demand} ${file} (${(error as NodeJS.ErrnoException).code}).`);
		}
	}
}
