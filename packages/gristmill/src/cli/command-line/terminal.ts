import { prettyJson } from "../../core/schema/pretty-json.js";
import type { Host } from "./host.js";

/** Text styles. Without colours, they return the text unchanged. */
export interface Paint {
	bold(text: string): string;
	dim(text: string): string;
	italic(text: string): string;
	underline(text: string): string;
	error(text: string): string;
	warning(text: string): string;
	key(text: string): string;
	text(text: string): string;
	number(text: string): string;
}

/**
 * Whether to use colours: on a terminal, but not with NO_COLOR (no-color.org). FORCE_COLOR wins over both, as in Node: it is for
 * colours anywhere, or for none if it is 0 or false.
 */
export function wantsColours(stream: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv): boolean {
	const { NO_COLOR, FORCE_COLOR, TERM } = environment;
	if (FORCE_COLOR) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
	return stream.isTTY === true && !NO_COLOR && TERM !== "dumb";
}

/** The styles for a stream. */
export function paintFor(stream: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv): Paint {
	const wanted = wantsColours(stream, environment);
	const paint = (code: string) => (text: string) => (wanted ? `\u001b[${code}m${text}\u001b[0m` : text);
	return {
		bold: paint("1"),
		dim: paint("2"),
		italic: paint("3"),
		underline: paint("4"),
		error: paint("1;31"),
		warning: paint("1;33"),
		key: paint("36"),
		text: paint("32"),
		number: paint("33"),
	};
}

/** No styles. */
export const PLAIN: Paint = paintFor({}, {});

/** Writes a message for people to standard error. On a terminal, its colour tells an error from a warning. */
export function complain(
	{ stderr, env }: Pick<Host, "stderr" | "env">,
	message: string,
	kind: "error" | "warning" = "error",
): void {
	stderr.write(`${paintFor(stderr, env)[kind]("gristmill:")} ${message}\n`);
}

/**
 * Replaces control characters, and those that reverse the direction of text, so that text of other servers can neither control
 * the terminal nor appear as another text.
 */
export function printable(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
	return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}

/** The same on one line, so that the text cannot imitate another entry or message. */
export function printableLine(text: string): string {
	return printable(text.replace(/\s*[\r\n]\s*/g, " "));
}

/** Escapes the characters that JSON does not escape: controls (U+007F to U+009F), and those that reverse the direction of text. */
export function harmless(json: string): string {
	return json.replace(
		/[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
		(control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
}

/** A value as one line of JSON. */
export function jsonLine(value: unknown): string {
	return `${harmless(JSON.stringify(value))}\n`;
}

/** Words for shells, one on each line, or as one line of JSON. */
export function wordLines(words: readonly string[], json: boolean | undefined): string {
	return json ? jsonLine(words) : words.map((word) => `${word}\n`).join("");
}

/** Indented JSON with coloured strings and numbers. */
export function paintJson(json: string, paint: Paint): string {
	const text = printable(harmless(prettyJson(json)));
	// Indented JSON has one token on each line, and strings contain no line breaks.
	return text.replace(
		/^(\s*)("[^"\\]*(?:\\.[^"\\]*)*"(?=: ))?(:? ?)("[^"\\]*(?:\\.[^"\\]*)*")?(-?\d[\d.eE+-]*)?/gm,
		(_, space: string, key = "", colon = "", string = "", number = "") =>
			`${space}${key && paint.key(key)}${colon}${string && paint.text(string)}${number && paint.number(number)}`,
	);
}
