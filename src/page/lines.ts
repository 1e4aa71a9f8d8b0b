/** A call as it was made, so that others can make it again. */
export interface Call {
	readonly method: string;
	/** Absolute, with the query. */
	readonly url: string;
	readonly mediaType: string;
	readonly body: Body;
	/** The field with the credential, its value replaced by `$TOKEN`: a line is copied to where others can read it. */
	readonly credential?: { readonly field: string; readonly value: string } | undefined;
}

/** What was sent: a text, a file of the visitor's, or an example that lies on the server. */
export type Body =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "file"; readonly name: string }
	| { readonly kind: "address"; readonly url: string };

/** A word for a POSIX shell. */
export function quoted(text: string): string {
	return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Linux takes at most 128 KiB as one word of a command. */
const LONGEST_WORD = 100_000;

/** The file that a text must be saved as where it is too long for a command line. */
export const TEXT_FILE = "input.txt";

/** Whether a text can stand in a command: not if it is too long, nor with a NUL, which no word can hold. */
export function fitsLine(text: string): boolean {
	return !text.includes("\0") && new TextEncoder().encode(text).length <= LONGEST_WORD;
}

function shellCredential({ credential }: Call): string[] {
	return credential ? ["-H", `"${credential.field}: ${credential.value}"`] : [];
}

/** The call with curl. */
export function curlLine(call: Call): string {
	const words = ["curl", "-sS"];
	if (call.method !== "POST") words.push("-X", call.method);
	words.push(quoted(call.url), ...shellCredential(call), "-H", quoted(`Content-Type: ${call.mediaType}`));
	const { body } = call;
	// --data-raw gives @ no meaning, and keeps line breaks as they are.
	if (body.kind === "text" && fitsLine(body.text)) words.push("--data-raw", quoted(body.text));
	else if (body.kind === "address")
		return `curl -sS ${quoted(shellSafe(body.url))} | ${words.join(" ")} --data-binary @-`;
	else words.push("--data-binary", quoted(`@${fileName(body)}`));
	return words.join(" ");
}

/** The call with our own command line. */
export function commandLine(call: Call): string {
	const url = new URL(call.url);
	const words = ["gristmill", "call", quoted(`${url.origin}${url.pathname}`)];
	const { body } = call;
	if (body.kind === "file" || (body.kind === "text" && !fitsLine(body.text)))
		words.push(quoted(fileName(body)));
	// A word that begins with a dash would be read as a flag.
	else if (body.kind === "text") words.push(quoted(`--data=${body.text}`));
	for (const [name, text] of url.searchParams) words.push("--param", quoted(`${name}=${text}`));
	words.push("--type", quoted(call.mediaType));
	if (call.credential) words.push("--header", `"${call.credential.field}: ${call.credential.value}"`);
	const line = words.join(" ");
	return body.kind === "address" ? `curl -sS ${quoted(shellSafe(body.url))} | ${line}` : line;
}

/** The call as a module for Node; what it does with fetch works in browsers too. */
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

function bodyExpression(body: Body): string {
	if (body.kind === "text") return JSON.stringify(body.text);
	return body.kind === "file" ? `await readFile(${JSON.stringify(body.name)})` : "await example.blob()";
}

function fileName(body: Body): string {
	return body.kind === "file" ? body.name : TEXT_FILE;
}

/** A dollar sign as people can paste it between any quotation marks. */
function shellSafe(url: string): string {
	return url.replaceAll("$", "%24");
}
