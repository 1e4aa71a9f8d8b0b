import { UsageError } from "../errors/errors.js";

/** An answer that was kept. */
export interface KeptAnswer {
	/** Its Content-Type. */
	readonly type: string;
	/** The Mill-Digest that it came with. */
	readonly digest: string;
	readonly bytes: Uint8Array;
}

/**
 * Where a client keeps answers: `memory(…)`, `folder(…)`, or a place of your own. A key is a hash in hexadecimal digits. What cannot be
 * read is not there, and what cannot be written is not kept: neither fails a call.
 */
export interface Keep {
	get(key: string): Promise<KeptAnswer | undefined>;
	set(key: string, answer: KeptAnswer): Promise<void>;
}

/** Throws a UsageError unless this is a number of bytes. */
export function mustBeSize(maxBytes: number): void {
	if (!(maxBytes >= 1))
		throw new UsageError(`The size of the kept answers is ${maxBytes}. Give a number of bytes, 1 or more.`);
}
