import { InputError } from "../errors/errors.js";
import { builtIn } from "../errors/node-built-in.js";

type Fs = typeof import("node:fs");

const WANTED = "Give a Blob or a File instead of a file's name.";

/** A file that can be streamed repeatedly. */
interface OpenFile {
	readonly size: number;
	/** Its first bytes, to guess the type. */
	readonly start: Uint8Array;
	open(): AsyncIterable<Uint8Array>;
}

export async function openFile(path: string): Promise<OpenFile> {
	const { createReadStream, promises } = builtIn<Fs>("node:fs", WANTED);
	const handle = await promises.open(path);
	try {
		const stat = await handle.stat();
		if (!stat.isFile()) throw new InputError(`${path} is not a regular file. Name a file with the input.`);
		const { buffer, bytesRead } = await handle.read(new Uint8Array(4096), 0, 4096, 0);
		return {
			size: stat.size,
			start: buffer.subarray(0, bytesRead),
			open: () => createReadStream(path),
		};
	} finally {
		await handle.close();
	}
}

/** The bytes of a file. */
export async function readWhole(path: string): Promise<Uint8Array> {
	const { promises } = builtIn<Fs>("node:fs", WANTED);
	return promises.readFile(path);
}
