import { type FileHandle, open, readFile, stat } from "node:fs/promises";
import { readTrouble } from "../../core/file-trouble.js";
import type { KeptReceipt } from "../client/receipt-file.js";
import { UsageError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";
import { NotHere } from "./judge.js";

/** The lines of a file, by their numbers. */
export class LineFile {
	readonly #file: FileHandle;
	/** Where each line begins, and where the last one ends. */
	readonly #starts: readonly number[];

	private constructor(file: FileHandle, starts: readonly number[]) {
		this.#file = file;
		this.#starts = starts;
	}

	static async open(path: string, host: Pick<Host, "cwd">): Promise<LineFile> {
		const refuse = (error: unknown) => {
			throw new UsageError(`${readTrouble(path, error)}. Give --lines a readable file.`);
		};
		const file = await open(pathOn(host, path)).catch(refuse);
		const starts = [0];
		let size = 0;
		try {
			for await (const chunk of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
				for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) starts.push(size + at + 1);
				size += chunk.length;
			}
		} catch (error) {
			await file.close();
			refuse(error);
		}
		if (starts.at(-1) !== size) starts.push(size);
		return new LineFile(file, starts);
	}

	/** A line as `map --lines` sends it: without its line end, and the first one without a byte order mark. */
	async read(number: number): Promise<Uint8Array> {
		const [from, to] = [this.#starts[number - 1], this.#starts[number]];
		if (from === undefined || to === undefined)
			throw new NotHere(`the file of --lines has no line ${number}`);
		const { buffer } = await this.#file.read(Buffer.alloc(to - from), 0, to - from, from);
		const hasEnd = buffer.at(-1) === 10;
		const end = buffer.length - (hasEnd ? (buffer.at(-2) === 13 ? 2 : 1) : 0);
		const isMarked = number === 1 && buffer.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
		return buffer.subarray(isMarked ? 3 : 0, end);
	}

	close(): Promise<void> {
		return this.#file.close();
	}
}

/** Finds the input of a receipt: the file of --input, else that of the receipt, or its line in the file of --lines. */
export function inputFinder(
	chosen: string | undefined,
	lines: LineFile | undefined,
	host: Pick<Host, "cwd">,
): (kept: KeptReceipt) => Promise<{ bytes: Uint8Array; name: string }> {
	return async ({ input }) => {
		const file = chosen ?? (input && "file" in input ? input.file : undefined);
		if (file !== undefined) {
			const path = pathOn(host, file);
			const missing = (error: unknown) => {
				throw new NotHere(`its input ${readTrouble(file, error)}. Name it with --input`);
			};
			// A receipt may name a device or a pipe, which never ends.
			if (chosen === undefined && !(await stat(path).catch(missing)).isFile())
				throw new NotHere(`its input ${file} is no regular file. Name it with --input`);
			const bytes = await readFile(path).catch(missing);
			return { bytes, name: file };
		}
		if (!input || !("line" in input))
			throw new NotHere("it does not say which file its input is. Name it with --input");
		if (!lines) throw new NotHere(`its input is line ${input.line} of a file. Name the file with --lines`);
		return { bytes: await lines.read(input.line), name: `line ${input.line}` };
	};
}
