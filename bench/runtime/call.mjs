import { request } from "node:http";
import { grind } from "./grind.mjs";

const DIGITS = 12;
const ANSWER = (text) => JSON.stringify({ hash: grind(text) });
export const ANSWER_LENGTH = Buffer.byteLength(ANSWER("0 0"));

/** One count for the whole run: equal calls would be computed once, and measure nothing. */
let count = 0;

/** A request as bytes, made once; `next` only writes another counter into it. For one connection at a time. */
export class Call {
	#bytes;
	#at;

	constructor(path, turns) {
		const text = `${turns} ${"0".repeat(DIGITS)}`;
		const head = [
			`POST ${path} HTTP/1.1`,
			"Host: 127.0.0.1",
			"User-Agent: bench",
			"Accept: */*",
			"Content-Type: text/plain",
			`Content-Length: ${text.length}`,
		];
		this.#bytes = Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}`);
		this.#at = this.#bytes.length - DIGITS;
	}

	next() {
		this.#bytes.latin1Write(String(count++).padStart(DIGITS, "0"), this.#at);
		return this.#bytes;
	}
}

/** Throws where a server does not give the right hash; checked with the client of Node, not with ours. */
export async function verify({ name, port }, path, turns) {
	const text = `${turns} verification ${count++}`;
	const { status, body } = await new Promise((resolve, reject) => {
		const headers = { Accept: "*/*", "Content-Type": "text/plain" };
		const call = request({ port, host: "127.0.0.1", method: "POST", path, headers });
		call.on("error", reject);
		call.on("response", async (response) => {
			resolve({ status: response.statusCode, body: Buffer.concat(await response.toArray()).toString() });
		});
		call.end(text);
	});
	if (status !== 200 || body !== ANSWER(text))
		throw new Error(`${name} answers ${path} wrongly: ${status} ${body}`);
}
