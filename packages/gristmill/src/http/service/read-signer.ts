import { readFile } from "node:fs/promises";
import { readTrouble } from "../../core/file-trouble.js";
import { readSigner, type Signer } from "../../core/receipt/keys.js";

/** Reads the key of the setting `sign`. Throws a RangeError that names the file. */
export async function signerIn(file: string): Promise<Signer> {
	const pem = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
		throw new RangeError(
			`The key of --sign cannot be used: ${readTrouble(file, error)}. "gristmill key new" makes one.`,
		);
	});
	return readSigner(pem, file);
}
