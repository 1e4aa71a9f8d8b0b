/** What decodes base64: new browsers and Node 25, or any Node, or any browser. */
interface Decoders {
	readonly Uint8Array: { fromBase64?(text: string): Uint8Array };
	readonly Buffer?: { from(text: string, encoding: "base64"): Uint8Array };
	atob(text: string): string;
}

/** The bytes of base64 with its padding (RFC 4648 §4); undefined if the text is something else. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
	if (text.length % 4 !== 0) return undefined;
	const size = (text.length / 4) * 3 - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);
	try {
		const bytes = decoded(text);
		// Some decoders skip what is not base64.
		return bytes.byteLength === size ? bytes : undefined;
	} catch {
		return undefined;
	}
}

function decoded(text: string): Uint8Array {
	const { Uint8Array: Bytes, Buffer, atob } = globalThis as unknown as Decoders;
	if (Bytes.fromBase64) return Bytes.fromBase64(text);
	if (Buffer) {
		const { buffer, byteOffset, byteLength } = Buffer.from(text, "base64");
		const bytes = new Uint8Array(buffer, byteOffset, byteLength);
		// A small Buffer shares its memory with others.
		return byteLength === buffer.byteLength ? bytes : bytes.slice();
	}
	const binary = atob(text);
	const bytes = new Uint8Array(binary.length);
	for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
	return bytes;
}

/** Writes bytes as base64 with its padding. */
export function toBase64(bytes: Uint8Array): string {
	const { Buffer } = globalThis as {
		Buffer?: { from(all: ArrayBufferLike, at: number, size: number): object };
	};
	if (Buffer)
		return (
			Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) as { toString(as: string): string }
		).toString("base64");
	return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
