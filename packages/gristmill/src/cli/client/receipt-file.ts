import { createHash } from "node:crypto";
import type { Answer } from "../../client/index.js";
import { NoReceipt, RECEIPT_FIELDS, type Receipt, readReceipt } from "../../core/receipt/receipt.js";
import { isObject } from "../../core/schema/is-object.js";
import { UnexpectedError, WorkError } from "../command-line/command-error.js";

/** A larger answer is not kept in its receipt: its digest is there. */
const MOST_KEPT = 64 * 1024;

/** The name of an input: its path, or its line number. */
type Named = { readonly file: string } | { readonly line: number };

/** The receipt of an answer as a line of JSON: what was signed, the answer if it is short, and the input's name. */
export function receiptLine(input: Named | undefined, { bytes, headers, url }: Answer): string {
	if (!headers.has("signature"))
		throw new WorkError(
			`The answer of ${url} has no receipt. A server gives receipts with gristmill serve --sign KEY, and a mill that runs in this command with --sign KEY. Inputs that are forms, and results in parts, have none.`,
		);
	const fields = Object.fromEntries(RECEIPT_FIELDS.map((name) => [name, headers.get(name) ?? ""]));
	const name = input && ("file" in input ? { file: input.file } : { line: input.line });
	const made = { ...name, status: 200, fields, ...(bytes.byteLength <= MOST_KEPT && keptAnswer(bytes)) };
	let receipt: Receipt;
	try {
		receipt = readReceipt(made);
	} catch (error) {
		if (error instanceof NoReceipt)
			throw new UnexpectedError(
				`The receipt of ${url} cannot be used: ${error.message}. Report this to the operator.`,
			);
		throw error;
	}
	if (!isDigestOf(receipt.answer, bytes))
		throw new UnexpectedError(`The receipt of ${url} is not of its answer. Report this to the operator.`);
	return `${JSON.stringify(made)}\n`;
}

/** Text as text, so that people can read it. Everything else, such as a byte order mark, which a decoder drops, as base64. */
function keptAnswer(bytes: Uint8Array): { answer: string } | { base64: string } {
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const text = buffer.toString("utf8");
	return Buffer.from(text).equals(buffer) ? { answer: text } : { base64: buffer.toString("base64") };
}

/** A receipt that was kept, with what its file says besides. */
export interface KeptReceipt {
	readonly receipt: Receipt;
	readonly input: Named | undefined;
	/** Undefined if the answer was not kept. */
	readonly answer: Uint8Array | undefined;
}

/** Reads what `receiptLine` wrote. Throws NoReceipt. */
export function keptReceipt(text: string): KeptReceipt {
	let made: unknown;
	try {
		made = JSON.parse(text);
	} catch {
		throw new NoReceipt("it is no valid JSON");
	}
	if (!isObject(made)) throw new NoReceipt("it is no object");
	const { status, fields, file, line, answer, base64 } = made;
	const receipt = readReceipt({ status, fields });
	for (const [name, value] of Object.entries({ file, answer, base64 }))
		if (value !== undefined && typeof value !== "string") throw new NoReceipt(`its "${name}" is no text`);
	if (line !== undefined && !(Number.isSafeInteger(line) && Number(line) > 0))
		throw new NoReceipt('its "line" is no number of a line');
	if (answer !== undefined && base64 !== undefined) throw new NoReceipt("it has two answers");
	if (file !== undefined && line !== undefined) throw new NoReceipt("it names two inputs");
	const bytes =
		answer !== undefined
			? Buffer.from(answer as string)
			: base64 !== undefined
				? Buffer.from(base64 as string, "base64")
				: undefined;
	// A half of a surrogate pair is another character as bytes.
	if (answer !== undefined && bytes?.toString("utf8") !== answer)
		throw new NoReceipt('its "answer" is no valid text');
	// Characters that base64 does not have are passed over, and would be changes that nobody finds.
	if (base64 !== undefined && bytes?.toString("base64") !== base64)
		throw new NoReceipt('its "base64" is malformed');
	const input =
		file !== undefined ? { file: file as string } : line !== undefined ? { line: line as number } : undefined;
	return { receipt, input, answer: bytes };
}

/** Whether bytes have this SHA-256. */
export function isDigestOf(digest: Uint8Array, bytes: Uint8Array): boolean {
	return createHash("sha256").update(bytes).digest().equals(digest);
}
