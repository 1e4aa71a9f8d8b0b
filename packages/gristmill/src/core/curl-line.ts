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
	/** The body: text in the command, the name of a file, or the output of another command. */
	readonly body: { readonly text: string } | { readonly file: string } | { readonly command: string };
}

/** Quotes a word for a POSIX shell. */
export function shellQuoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns a command for a terminal that makes the call. */
export function curlLine({ method, url, mediaType, credential, body, saves }: CurlCommand): string {
	const words = ["curl", "-sS"];
	if (method !== "POST") words.push("-X", method);
	words.push(shellQuoted(url), "-H", shellQuoted(`Content-Type: ${mediaType}`));
	// Double quotes: the shell replaces $TOKEN.
	if (credential) words.push("-H", `"${credential.field}: ${credential.value}"`);
	if (saves) words.push("-H", shellQuoted(`Accept: ${saves.type}`), "-o", shellQuoted(saves.file));
	if ("command" in body) return `${body.command} | ${words.join(" ")} --data-binary @-`;
	if ("file" in body) words.push("--data-binary", shellQuoted(`@${body.file}`));
	// Unlike --data, --data-raw gives @ no meaning and keeps line breaks.
	else words.push("--data-raw", shellQuoted(body.text));
	return words.join(" ");
}
