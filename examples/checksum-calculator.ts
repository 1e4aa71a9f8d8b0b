import { createHash } from "node:crypto";
import { bytes, defineMill, MiB, Type } from "gristmill";

export default defineMill({
	name: "checksum-calculator",
	version: "1.0.0",
	summary: "Calculates the checksum of any bytes.",
	description:
		"Each algorithm has its own path, such as `checksum-calculator/sha256`. SHA-1 and MD5 are not supported, because both are broken.",
	path: "checksum-calculator/{algorithm}",
	input: { "application/octet-stream": bytes({ maxBytes: 16 * MiB, description: "Any bytes." }) },
	parameters: Type.Object({
		algorithm: Type.Enum(["sha256", "sha384", "sha512"], { description: "The hash function." }),
		encoding: Type.Enum(["hex", "base64"], { default: "hex", description: "The encoding of the checksum." }),
	}),
	output: Type.Object({
		checksum: Type.String({ description: "The checksum in the chosen encoding." }),
		size: Type.Integer({ minimum: 0, description: "The number of bytes." }),
	}),
	examples: [
		{
			input: new TextEncoder().encode("abc"),
			parameters: { algorithm: "sha256" },
			output: { checksum: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", size: 3 },
		},
	],
	run: (input, { parameters: { algorithm, encoding } }) => ({
		checksum: createHash(algorithm).update(input).digest(encoding),
		size: input.byteLength,
	}),
});
