import { curlLine, shellQuoted } from "../core/curl-line.js";

/** A call, to show as code that repeats it. */
export interface Call {
	readonly method: string;
	/** Absolute, with the query. */
	readonly url: string;
	readonly mediaType: string;
	readonly body: CallBody;
	/** The header field of the credential. Its value has `$TOKEN` instead of the secret, because others may read the code. */
	readonly credential?: { readonly field: string; readonly value: string } | undefined;
}

/** The body: a text, a file of the visitor, or an example on the server. */
export type CallBody =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "file"; readonly name: string }
	| { readonly kind: "address"; readonly url: string };

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

/** The call as a curl command. */
export function callCurl({ body, ...call }: Call): string {
	if (body.kind === "text" && fitsLine(body.text)) return curlLine({ ...call, body: { text: body.text } });
	if (body.kind === "address")
		return curlLine({ ...call, body: { command: `curl -sS ${quoted(shellSafe(body.url))}` } });
	return curlLine({ ...call, body: { file: fileName(body) } });
}

/** The call as a gristmill command. */
export function commandLine(call: Call): string {
	const url = new URL(call.url);
	const words = ["gristmill", "call", quoted(`${url.origin}${url.pathname}`)];
	const { body } = call;
	if (body.kind === "file" || (body.kind === "text" && !fitsLine(body.text)))
		words.push(quoted(fileName(body)));
	// A word that starts with a dash would be a flag.
	else if (body.kind === "text") words.push(quoted(`--data=${body.text}`));
	for (const [name, text] of url.searchParams) words.push("--param", quoted(`${name}=${text}`));
	words.push("--type", quoted(call.mediaType));
	if (call.credential) words.push("--header", `"${call.credential.field}: ${call.credential.value}"`);
	const line = words.join(" ");
	return body.kind === "address" ? `curl -sS ${quoted(shellSafe(body.url))} | ${line}` : line;
}

/** The call as a module for Node. Its fetch call works in browsers too. */
export function scriptText(call: Call): string {
	const { body, credential } = call;
	const fields = [`"Content-Type": ${JSON.stringify(call.mediaType)}`];
	if (credential)
		fields.push(
			`${JSON.stringify(credential.field)}: ${JSON.stringify(credential.value.replace("$TOKEN", ""))} + token`,
		);
	const lines: string[] = [];
	if (body.kind === "file") lines.push('import { readFile } from "node:fs/promises";', "");
	if (credential) lines.push("const token = process.env.TOKEN;");
	if (body.kind === "address") lines.push(`const example = await fetch(${JSON.stringify(body.url)});`);
	lines.push(
		`const response = await fetch(${JSON.stringify(call.url)}, {`,
		`  method: ${JSON.stringify(call.method)},`,
		`  headers: { ${fields.join(", ")} },`,
		`  body: ${bodyExpression(body)},`,
		"});",
		"console.log(await response.json());",
	);
	return lines.join("\n");
}

function bodyExpression(body: CallBody): string {
	if (body.kind === "text") return JSON.stringify(body.text);
	return body.kind === "file" ? `await readFile(${JSON.stringify(body.name)})` : "await example.blob()";
}

function fileName(body: CallBody): string {
	return body.kind === "file" ? body.name : TEXT_FILE;
}

/** Escapes dollar signs, so that the URL works in any quotation marks. */
function shellSafe(url: string): string {
	return url.replaceAll("$", "%24");
}
