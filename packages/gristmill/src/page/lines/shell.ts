import { type CurlCommand, curlLine, shellQuoted } from "../../core/curl-line.js";
import type { Call, CallBody } from "./call.js";

/** Quotes a word for a POSIX shell, if it needs quotes. */
function quoted(text: string): string {
	return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : shellQuoted(text);
}

/** On Linux, one word of a command has at most 128 KiB. */
const LONGEST_WORD = 100_000;

/** The file name for a text that is too long for a command. */
export const TEXT_FILE = "input.txt";

/** Whether a text fits into a command: it is short enough and has no NUL. */
export function fitsLine(text: string): boolean {
	return !text.includes("\0") && new TextEncoder().encode(text).length <= LONGEST_WORD;
}

/** The call as a curl command, one option a line. */
export function callCurl({ body, ...call }: Call): string {
	const command = (given: CurlCommand["body"]) => curlLine({ ...call, body: given }, " \\\n  ");
	if (body.kind === "form") return command({ parts: body.parts });
	if (body.kind === "text" && fitsLine(body.text)) return command({ text: body.text });
	if (body.kind === "address") return command({ command: `curl -sS ${quoted(shellSafe(body.url))}` });
	return command({ file: fileName(body) });
}

/** The call as a gristmill command. */
export function commandLine(call: Call): string {
	const url = new URL(call.url);
	const words = ["gristmill", "call", quoted(`${url.origin}${url.pathname}`)];
	const { body } = call;
	if (body.kind === "file" || (body.kind === "text" && !fitsLine(body.text)))
		words.push(quoted(fileName(body)));
	else if (body.kind === "form")
		for (const part of body.parts)
			words.push(
				"--part",
				quoted(`${part.name}=${"text" in part ? part.text.replace(/^@/, "@@") : `@${part.file}`}`),
			);
	// A word that starts with a dash would be a flag.
	else if (body.kind === "text") words.push(quoted(`--data=${body.text}`));
	for (const [name, text] of url.searchParams) words.push("--param", quoted(`${name}=${text}`));
	if (body.kind !== "form") words.push("--type", quoted(call.mediaType));
	if (call.saves) words.push("--accept", quoted(call.saves.type), "--output", quoted(call.saves.file));
	if (call.credential) words.push("--header", `"${call.credential.field}: ${call.credential.value}"`);
	const line = words.join(" ");
	return body.kind === "address" ? `curl -sS ${quoted(shellSafe(body.url))} | ${line}` : line;
}

function fileName(body: CallBody): string {
	return body.kind === "file" ? body.name : TEXT_FILE;
}

/** Escapes dollar signs, so that the URL works in any quotation marks. */
function shellSafe(url: string): string {
	return url.replaceAll("$", "%24");
}
