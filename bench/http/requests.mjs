import { post } from "../measuring/post.mjs";

export const SIZES = { "1 KB": 1_000, "100 KB": 100_000, "2 MB": 2_000_000 };

/** English text takes one byte per character in memory. The other text makes V8 use two. */
const SENTENCES = {
	ascii: 'Raw data goes in, "clean" data comes out.\n',
	unicode: "Ein Müller mahlt — für 3 € — “Grieß” und 面粉.\n",
};
export const KINDS = Object.keys(SENTENCES);

/** A text of this many bytes. */
export function makeText(kind, size) {
	const sentence = SENTENCES[kind];
	const length = Buffer.byteLength(sentence);
	// Full stops fill the rest, so that no character is split.
	return sentence.repeat(Math.floor(size / length)) + ".".repeat(size % length);
}

/** For `load`: the whole request as bytes, made once because it is sent repeatedly, and the length of its answer. */
export function makeCall(text, fields = []) {
	const body = Buffer.from(text);
	const head = [
		"POST /echoer HTTP/1.1",
		"Host: 127.0.0.1",
		"User-Agent: bench",
		"Accept: */*",
		"Content-Type: text/plain",
		`Content-Length: ${body.length}`,
		...fields,
	];
	const bytes = Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]);
	const call = { next: () => bytes, answerLength: Buffer.byteLength(JSON.stringify({ text })) };
	return () => call;
}

/** Throws if a server does not return the text. */
export async function verify({ port }, text) {
	const { headers, body } = await post(port, "/echoer", text, { Accept: "*/*" });
	const right =
		headers["content-type"].startsWith("application/json") &&
		headers["content-length"] === String(body.length) &&
		body.equals(Buffer.from(JSON.stringify({ text })));
	if (!right) throw new Error(`The server on port ${port} answers ${text.length} characters wrongly.`);
}
