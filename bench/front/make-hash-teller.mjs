import { createHash } from "node:crypto";
import { bytes, defineMill, Type } from "../../packages/gristmill/dist/index.js";

/** Tells the hash of its input, and the version of the mill. */
export const makeHashTeller = (version) =>
	defineMill({
		name: "hash-teller",
		version,
		summary: "Tells the hash of bytes.",
		input: { "application/octet-stream": bytes({ maxBytes: 16_000_000 }) },
		output: Type.Object({ hash: Type.String(), version: Type.String() }),
		run: (input) => ({ hash: createHash("sha256").update(input).digest("base64"), version }),
	});
