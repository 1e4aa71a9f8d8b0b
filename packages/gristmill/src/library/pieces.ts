import { Buffer } from "node:buffer";
import { Problem } from "../core/problem.js";

/** Whether an input comes in pieces. */
export function isLong(input: unknown): input is AsyncIterable<unknown> {
	return typeof input === "object" && input !== null && Symbol.asyncIterator in input;
}

/** The bytes of an input that comes in pieces of text or bytes. A piece may end between the halves of a character. */
export async function* piecesOf(input: AsyncIterable<unknown>): AsyncGenerator<Uint8Array, void, void> {
	let half = "";
	for await (const piece of input) {
		if (piece instanceof Uint8Array) {
			if (half !== "") throw wrong("half a character and then bytes");
			yield piece;
		} else if (typeof piece === "string") {
			const text = half + piece;
			const isHalf = /[\ud800-\udbff]$/.test(text);
			half = isHalf ? text.slice(-1) : "";
			yield Buffer.from(isHalf ? text.slice(0, -1) : text);
		} else throw wrong(piece === null ? "null" : `a ${typeof piece}`);
	}
	if (half !== "") yield Buffer.from(half);
}

function wrong(what: string): Problem {
	return new Problem("invalid-input", `The input gives ${what}. Give pieces of text, or of bytes.`);
}
