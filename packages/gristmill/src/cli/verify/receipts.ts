import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { readTrouble } from "../../core/file-trouble.js";
import { isObject } from "../../core/schema/is-object.js";
import { UsageError } from "../command-line/command-error.js";
import { type Host, pathOn } from "../command-line/host.js";
import { linesOf } from "../map/lines.js";

/** A receipt in a file. */
export interface ReceiptItem {
	/** The file, and the number of the line if it has one receipt on each. */
	readonly file: string;
	/** Undefined if it is longer than any receipt. */
	readonly text: string | undefined;
}

/** A receipt has an answer of 64 KiB at most, and JSON writes a byte as six characters at most. */
const LONGEST = 1024 * 1024;

/** Throws if a file cannot be read. */
export async function mustBeReadable(files: readonly string[], host: Pick<Host, "cwd">): Promise<void> {
	for (const file of files) {
		const found = await stat(pathOn(host, file)).catch((error: unknown) => {
			throw new UsageError(`${readTrouble(file, error)}. Name a file of receipts.`);
		});
		if (found.isDirectory()) throw new UsageError(`${file} is a folder. Name a file of receipts.`);
		// Its receipts are counted, and it is read as a whole or by lines.
		if (!found.isFile())
			throw new UsageError(`${file} can be read only once. Write the receipts to a regular file.`);
	}
}

/** The receipts of files: one in a whole file, or one on each line. */
export async function* receiptsIn(
	files: readonly string[],
	host: Pick<Host, "cwd">,
): AsyncGenerator<ReceiptItem> {
	for (const file of files) {
		const path = pathOn(host, file);
		const whole = (await stat(path)).size <= LONGEST ? await readFile(path, "utf8") : undefined;
		if (whole !== undefined && isOne(whole)) {
			yield { file, text: whole };
			continue;
		}
		let number = 0;
		for await (const line of linesOf(createReadStream(path), LONGEST)) {
			number++;
			if (line?.length !== 0) yield { file: `${file}:${number}`, text: line?.toString("utf8") };
		}
	}
}

function isOne(text: string): boolean {
	// What is neither JSON nor lines of it is told as one wrong receipt.
	if (!text.trim().includes("\n")) return true;
	try {
		return isObject(JSON.parse(text));
	} catch {
		return false;
	}
}

/** Counts the receipts, for the progress. */
export async function countReceipts(files: readonly string[], host: Pick<Host, "cwd">): Promise<number> {
	let count = 0;
	for await (const _ of receiptsIn(files, host)) count++;
	return count;
}
