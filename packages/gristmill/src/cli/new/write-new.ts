import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WorkError } from "../command-line/command-error.js";

/** Writes new files to a folder, all or none: no file is overwritten. */
export async function writeNew(files: Readonly<Record<string, string>>, folder: string): Promise<void> {
	const existing = Object.keys(files).find((file) => existsSync(join(folder, file)));
	if (existing) throw new WorkError(`${existing} exists. Choose another name or another folder.`);
	// "wx" fails if another process has created the file meanwhile.
	for (const [file, text] of Object.entries(files))
		await writeFile(join(folder, file), text, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
			throw new WorkError(`${file} cannot be written (${error.code}). Choose a writable folder.`);
		});
}
