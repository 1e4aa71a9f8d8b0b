/** Bytes that are decoded at once on the way to the broken place, and the most that one character takes. */
const STRIDE = 4096;
const LONGEST = 8;

/** The offset of the first byte of the first sequence that this charset cannot decode; only for bytes with such a one. */
export function brokenAt(bytes: Uint8Array, label: string): number {
	// A sequence may begin before the stride in which it breaks.
	const from = Math.max(0, lastWhole(bytes, label) - LONGEST);
	const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
	decoder.decode(bytes.subarray(0, from), { stream: true });
	// One byte at a time: the sequence that has not become a character yet is the one that breaks.
	let sequence = from;
	try {
		for (let at = from; at < bytes.length; at++)
			if (decoder.decode(bytes.subarray(at, at + 1), { stream: true }) !== "") sequence = at + 1;
	} catch {
		// Broken in the middle; a text that ends within a sequence comes to its end here.
	}
	return sequence;
}

/** Where the stride begins in which the text breaks or ends. */
function lastWhole(bytes: Uint8Array, label: string): number {
	const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
	let at = 0;
	try {
		for (; at + STRIDE < bytes.length; at += STRIDE)
			decoder.decode(bytes.subarray(at, at + STRIDE), { stream: true });
	} catch {
		// In this stride.
	}
	return at;
}
