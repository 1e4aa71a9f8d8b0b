import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Mill } from "../../core/definition/mill.js";
import { settingFiles } from "../../core/definition/settings.js";
import { readTrouble } from "../../core/file-trouble.js";

/** Throws a RangeError if an asset of a mill, or a file of its settings, is not a file or cannot be read. */
export async function demandAssets(mill: Mill): Promise<void> {
	await demandFiles(mill.assets, `An asset of "${mill.name}" cannot be used:`);
	await demandFiles(settingFiles(mill), `A file in the settings of "${mill.name}" cannot be used:`);
}

async function demandFiles(files: readonly URL[], demand: string): Promise<void> {
	for (const asset of files) {
		const file = fileURLToPath(asset);
		try {
			const found = await stat(file);
			// A worker may read only files that are named and hashed. For a folder it is unknown which files a result depends on.
			if (found.isDirectory()) throw new RangeError(`${demand} ${file} is a folder. Name each file in it.`);
			await access(file, constants.R_OK);
		} catch (error) {
			if (error instanceof RangeError) throw error;
			throw new RangeError(`${demand} ${readTrouble(file, error)}.`);
		}
	}
}
