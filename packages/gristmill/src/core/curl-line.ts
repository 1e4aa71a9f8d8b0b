/** A call to show as a curl command. */
export interface CurlCommand {
	readonly method: string;
	/** Absolute, with the query. */
	readonly url: string;
	readonly mediaType: string;
	/** A header field with a credential. Its value is for the shell, such as `Bearer $TOKEN`. */
	readonly credential?: { readonly field: string; readonly value: string } | undefined;
	/** The media type to accept, and the file to write the result to. */
	readonly saves?: { readonly type: string; readonly file: string } | undefined;
	/** The body: text in the command, the name of a file, the output of another command, or the parts of a form. */
	readonly body:
		| { readonly text: string }
		| { readonly file: string }
		| { readonly command: string }
		| { readonly parts: readonly CurlPart[] };
}

/** A part of a form: text in the command, or the name of a file. */
export type CurlPart =
	| { readonly name: string; readonly text: string }
	| { readonly name: string; readonly file: string };

/** Quotes a word for a POSIX shell. */
export function shellQuoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns a command for a terminal that makes the call. `between` separates its options. */
export function curlLine(
	{ method, url, mediaType, credential, body, saves }: CurlCommand,
	between: " " | " \\\n  " = " ",
): string {
	const start = method === "POST" ? "curl -sS" : `curl -sS -X ${method}`;
	const parts = [`${start} ${shellQuoted(url)}`];
	// For a form, curl writes Content-Type itself, with the boundary.
	if (!("parts" in body)) parts.push(`-H ${shellQuoted(`Content-Type: ${mediaType}`)}`);
	// Double quotes: the shell replaces $TOKEN.
	if (credential) parts.push(`-H "${credential.field}: ${credential.value}"`);
	if (saves) parts.push(`-H ${shellQuoted(`Accept: ${saves.type}`)}`, `-o ${shellQuoted(saves.file)}`);
	if ("parts" in body) parts.push(...body.parts.map(formWord));
	else if ("command" in body) parts.push("--data-binary @-");
	else if ("file" in body) parts.push(`--data-binary ${shellQuoted(`@${body.file}`)}`);
	// Unlike --data, --data-raw gives @ no meaning and keeps line breaks.
	else parts.push(`--data-raw ${shellQuoted(body.text)}`);
	const line = parts.join(between);
	return "command" in body ? `${body.command}${between}| ${line}` : line;
}

/** Unlike -F, --form-string gives @, < and ; no meaning. */
function formWord(part: CurlPart): string {
	if ("text" in part) return `--form-string ${shellQuoted(`${part.name}=${part.text}`)}`;
	return `-F ${shellQuoted(`${part.name}=@"${part.file.replace(/["\\]/g, "\\$&")}"`)}`;
}
