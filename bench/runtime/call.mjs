import { post } from "../measuring/post.mjs";
import { grind } from "./grind.mjs";

const DIGITS = 12;
const answerTo = (text) => JSON.stringify({ hash: grind(text) });
const answerLength = Buffer.byteLength(answerTo("0 0"));

/** One count for the whole run: equal calls would be computed once, and measure nothing. */
let count = 0;

/** For `load`: a request as bytes, made once; `next` only writes another counter into it. For one connection at a time. */
export const makeCall =
	({ path, turns }) =>
	() => {
		const text = `${turns} ${"0".repeat(DIGITS)}`;
		const head = [
			`POST ${path} HTTP/1.1`,
			"Host: 127.0.0.1",
			"User-Agent: bench",
			"Accept: */*",
			"Content-Type: text/plain",
			`Content-Length: ${text.length}`,
		];
		const bytes = Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}`);
		const next = () => {
			bytes.latin1Write(String(count++).padStart(DIGITS, "0"), bytes.length - DIGITS);
			return bytes;
		};
		return { next, answerLength };
	};

/** Throws where a server does not give the right hash. */
export async function verify({ port }, { path, turns }) {
	const text = `${turns} verification ${count++}`;
	const { body } = await post(port, path, text, { Accept: "*/*" });
	if (body.toString() !== answerTo(text)) throw new Error(`${path} answers wrongly: ${body}`);
}
