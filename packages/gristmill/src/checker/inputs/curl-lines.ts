import { Buffer } from "node:buffer";

/** The request of a curl command. */
interface CurlCall {
	readonly url: string;
	readonly mediaType: string | undefined;
	readonly body: Uint8Array;
}

const MOST_LINES = 20;
const LONGEST = 16 * 1024;
/** Maximum number of characters to parse. Commands that are none may overlap, each up to the longest length. */
const MOST_PARSED = 64 * LONGEST;

/** The curl commands in a description whose body is in the command, or is piped from printf. */
export function curlCalls(markdown: string): CurlCall[] {
	const calls: CurlCall[] = [];
	const starts = markdown.matchAll(/^[ \t]*(?:\$ )?(?=(?:printf |curl ))/gm);
	let parsed = 0;
	let end = 0;
	for (const { index, 0: indent } of starts) {
		if (calls.length === MOST_LINES || parsed > MOST_PARSED) break;
		// A command may continue inside quotes and on the next line. A line inside it is no command.
		if (index < end) continue;
		const from = index + indent.length;
		const command = words(markdown, from);
		parsed += command.end - from;
		const call = readCall(command.words);
		if (!call) continue;
		calls.push(call);
		end = command.end;
	}
	return calls;
}

const BODY = new Set(["-d", "--data", "--data-raw", "--data-binary", "--data-ascii"]);
const FORM = new Set(["-F", "--form", "--form-string"]);
const WITH_VALUE = new Set(["-X", "--request", "-o", "--output", "-u", "--user", "-A", "-w", "-m"]);

function readCall(line: readonly string[]): CurlCall | undefined {
	const pipe = line.indexOf("|");
	const piped = line[0] === "printf" && pipe === 2 ? printed(line[1] ?? "") : undefined;
	const curl = piped ? line.slice(pipe + 1) : line;
	if (curl[0] !== "curl") return undefined;
	let url: string | undefined;
	let mediaType: string | undefined;
	let body: Uint8Array | undefined;
	const parts: string[] = [];
	for (let i = 1; i < curl.length; i++) {
		const word = curl[i] ?? "";
		if (word === "-H" || word === "--header")
			mediaType = /^content-type:\s*(.*)$/i.exec(curl[++i] ?? "")?.[1] ?? mediaType;
		else if (BODY.has(word)) {
			const value = curl[++i] ?? "";
			// A body in a file is not available here.
			if (value.startsWith("@") && word !== "--data-raw") body = value === "@-" ? piped : undefined;
			else body = Buffer.from(value, "utf8");
		} else if (FORM.has(word)) parts.push(curl[++i] ?? "");
		else if (WITH_VALUE.has(word)) i++;
		else if (!word.startsWith("-")) url ??= word;
	}
	if (url !== undefined && parts.length > 0) return formCall(url, parts);
	return url !== undefined && body !== undefined ? { url, mediaType, body } : undefined;
}

/** A form of texts. A part in a file is not available here. */
function formCall(url: string, parts: readonly string[]): CurlCall | undefined {
	const boundary = "checker-form-9f2c71e4a8";
	const pieces = parts.map((part) => {
		const [, name = "", value = ""] = /^([\w-]+)=(.*)$/s.exec(part) ?? [];
		if (name === "" || value.startsWith("@") || value.startsWith("<")) return undefined;
		return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
	});
	if (pieces.includes(undefined)) return undefined;
	const mediaType = `multipart/form-data; boundary=${boundary}`;
	return { url, mediaType, body: Buffer.from(`${pieces.join("")}--${boundary}--\r\n`) };
}

/** Splits one command into words as a POSIX shell does, and tells where it ends. */
function words(text: string, from: number): { readonly words: readonly string[]; readonly end: number } {
	const found: string[] = [];
	let word: string | undefined;
	let quote = "";
	const limit = Math.min(text.length, from + LONGEST);
	for (let i = from; i < limit; i++) {
		const c = text[i] ?? "";
		if (quote === "'") {
			if (c === "'") quote = "";
			else word += c;
		} else if (c === "\\" && (quote === "" || '"\\$`\n'.includes(text[i + 1] ?? ""))) {
			const next = text[++i] ?? "";
			if (next !== "\n") word = (word ?? "") + next;
		} else if (quote === '"') {
			if (c === '"') quote = "";
			else word += c;
		} else if (c === "'" || c === '"') {
			quote = c;
			word ??= "";
		} else if (c === " " || c === "\t" || c === "\n") {
			if (word !== undefined) found.push(word);
			word = undefined;
			if (c === "\n") return { words: found, end: i };
		} else word = (word ?? "") + c;
	}
	// An open quote is prose, or longer than any example.
	if (quote !== "") return { words: [], end: limit };
	if (word !== undefined) found.push(word);
	return { words: found, end: limit };
}

/** Expands octal escapes as printf does. Other escapes are unchanged. */
function printed(format: string): Buffer {
	const text = format.replace(/\\([0-7]{1,3})/g, (_, digits: string) =>
		String.fromCharCode(Number.parseInt(digits, 8) & 0xff),
	);
	return Buffer.from(text, "latin1");
}
