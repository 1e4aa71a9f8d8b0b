import { Buffer } from "node:buffer";

/** Says how bytes differ from others: their sizes and the first place. Undefined if they are equal. */
export function bytesDifference(old: Uint8Array, fresh: Uint8Array): string | undefined {
	if (Buffer.compare(old, fresh) === 0) return undefined;
	const at = firstDifference(old, fresh);
	const shorter = Math.min(old.byteLength, fresh.byteLength);
	return at === shorter ? `one is the beginning of the other` : `they differ first at byte ${at}`;
}

/** The index of the first byte that differs. Whole blocks are compared first, because that is fast. */
function firstDifference(old: Uint8Array, fresh: Uint8Array): number {
	const shorter = Math.min(old.byteLength, fresh.byteLength);
	const BLOCK = 4096;
	let at = 0;
	const isSame = (from: number, to: number) =>
		Buffer.compare(old.subarray(from, to), fresh.subarray(from, to)) === 0;
	while (at + BLOCK <= shorter && isSame(at, at + BLOCK)) at += BLOCK;
	while (at < shorter && old[at] === fresh[at]) at++;
	return at;
}

/** Bytes in a line of a report: `540 bytes of image/webp`. */
export function shownBytes({ byteLength }: Uint8Array, mediaType: string): string {
	const size = `${byteLength.toLocaleString("en")} ${byteLength === 1 ? "byte" : "bytes"}`;
	return mediaType === "" ? size : `${size} of ${mediaType}`;
}
