/**
 * The SHA-256 of a content in hexadecimal digits. Node reads a large one piece by piece. Undefined in a page without a secure context: its
 * browser has no hashes for it.
 */
export async function sha256(
	content: string | Uint8Array | Blob | ReadableStream<Uint8Array>,
): Promise<string | undefined> {
	const node = globalThis.process?.getBuiltinModule?.("node:crypto");
	if (node) {
		const hash = node.createHash("sha256");
		if (typeof content === "string" || content instanceof Uint8Array)
			return hash.update(content).digest("hex");
		const pieces: unknown = content instanceof Blob ? content.stream() : content;
		for await (const piece of pieces as AsyncIterable<Uint8Array>) hash.update(piece);
		return hash.digest("hex");
	}
	const { subtle } = globalThis.crypto ?? {};
	if (subtle === undefined) return undefined;
	const whole = await new Response(content as Blob).arrayBuffer();
	const bytes = new Uint8Array(await subtle.digest("SHA-256", whole));
	return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
