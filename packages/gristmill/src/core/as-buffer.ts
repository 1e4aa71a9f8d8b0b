import { Buffer } from "node:buffer";

/** The same bytes as a Buffer, without a copy. They usually are one already, and then nothing is allocated. */
export function asBuffer(bytes: Uint8Array): Buffer {
	return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
