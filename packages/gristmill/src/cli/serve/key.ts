import { readFile, writeFile } from "node:fs/promises";
import { readTrouble, writeTrouble } from "../../core/file-trouble.js";
import { newPrivateKey, readPublicKeys, readSigner } from "../../core/receipt/keys.js";
import type { Command } from "../command-line/command.js";
import { refusing, UsageError, WorkError } from "../command-line/command-error.js";
import { readFlags } from "../command-line/flags.js";
import { type Host, pathOn } from "../command-line/host.js";

const DEFAULT_FILE = "key.pem";

/** `gristmill key`: makes and shows the keys that sign receipts. */
export const KEY: Command = {
	flags: {},
	help: () => `gristmill key new [FILE]: make a private key that signs receipts
gristmill key show FILE: print the public key of a file

new writes an Ed25519 key in PEM to FILE (${DEFAULT_FILE}), which only you can read, and never overwrites a file. Both print the
public key as a JSON Web Key. "kid" is its id, which receipts name. A server shows it at its address $keys.

Examples
  gristmill key new
  gristmill serve --sign key.pem
  gristmill key show key.pem > public.json
  gristmill verify receipt.json --key public.json

Exit codes: 0 success, 1 the file exists, 2 wrong usage, or the file cannot be read or written.
`,
	async run(words, host) {
		const [verb, file, more] = readFlags({}, words).rest;
		if (verb !== "new" && verb !== "show")
			throw new UsageError(
				verb === undefined
					? "The verb is missing: gristmill key new, or gristmill key show FILE"
					: `"${verb}" is neither new nor show: gristmill key new, or gristmill key show FILE`,
			);
		if (more !== undefined) throw new UsageError(`"${more}" is a second file. Name only one.`);
		if (verb === "new") return makeKey(file ?? DEFAULT_FILE, host);
		if (file === undefined)
			throw new UsageError("The file of the key is missing: gristmill key show key.pem");
		const text = await readFile(pathOn(host, file), "utf8").catch((error: unknown) => {
			throw new UsageError(`${readTrouble(file, error)}. Name a readable file.`);
		});
		for (const { jwk } of refusing(() => readPublicKeys(text, file)))
			host.stdout.write(`${JSON.stringify(jwk)}\n`);
		return 0;
	},
};

async function makeKey(file: string, host: Host): Promise<number> {
	const pem = newPrivateKey();
	try {
		await writeFile(pathOn(host, file), pem, { flag: "wx", mode: 0o600 });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST")
			throw new WorkError(`${file} exists. Name another file: a key that is overwritten is lost.`);
		throw new UsageError(`${writeTrouble(file, error)}. Name a writable file.`);
	}
	host.stdout.write(
		`Written: ${file}. Keep it secret. Its public key:\n${JSON.stringify(readSigner(pem, file).jwk)}\n`,
	);
	return 0;
}
