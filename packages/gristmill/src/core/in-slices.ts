import { Buffer } from "node:buffer";
import { createHash, webcrypto } from "node:crypto";

/** The most bytes that are copied or hashed before the event loop goes on. */
export const SLICE = 1024 * 1024;
/** The longest time, in milliseconds, that work takes of the event loop before everything else has its turn. */
export const TURN_MS = 5;
/** Hashing these takes the event loop less time than to hand them to other threads. */
const SHORT = 128 * 1024;
/** Node has four threads for such work. */
const THREADS = 4;

const known = new WeakMap<Uint8Array, Uint8Array>();

/** Whether `digestOf` takes little time. */
export function isDigested(bytes: Uint8Array): boolean {
	return bytes.byteLength <= SHORT || known.has(bytes);
}

/** The SHA-256 of the SHA-256 of each slice. It is remembered if `digestInThreads` has computed it. */
export function digestOf(bytes: Uint8Array): Uint8Array {
	const digest = known.get(bytes);
	if (digest) return digest;
	const whole = createHash("sha256");
	for (const slice of slicesOf(bytes)) whole.update(createHash("sha256").update(slice).digest());
	return whole.digest();
}

/** Computes the digest of bytes beside the event loop, for `digestOf`. They must not change. */
export async function digestInThreads(bytes: Uint8Array): Promise<void> {
	if (isDigested(bytes)) return;
	const whole = createHash("sha256");
	const slices = [...slicesOf(bytes)];
	for (let i = 0; i < slices.length; i += THREADS) {
		const group = slices.slice(i, i + THREADS);
		const digests = await Promise.all(
			group.map((slice) => webcrypto.subtle.digest("SHA-256", slice as Uint8Array<ArrayBuffer>)),
		);
		for (const digest of digests) whole.update(new Uint8Array(digest));
	}
	known.set(bytes, whole.digest());
}

/** Joins pieces, and lets the event loop go on after each slice. They must not change. */
export async function joinInSlices(pieces: readonly Uint8Array[]): Promise<Buffer> {
	const total = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
	if (total <= SLICE) return Buffer.concat(pieces);
	// Not from the pool, and not filled with zeros: every byte is written.
	const joined = Buffer.allocUnsafeSlow(total);
	let at = 0;
	let turned = 0;
	for (const piece of pieces)
		for (const slice of slicesOf(piece)) {
			joined.set(slice, at);
			at += slice.byteLength;
			if (at - turned < SLICE) continue;
			turned = at;
			await nextTurn();
		}
	return joined;
}

/** Lets everything else that waits for the event loop go first. */
export function nextTurn(): Promise<void> {
	return new Promise((turn) => setImmediate(turn));
}

export function* slicesOf(bytes: Uint8Array): Generator<Uint8Array, void, void> {
	for (let at = 0; at < bytes.byteLength; at += SLICE) yield bytes.subarray(at, at + SLICE);
}
