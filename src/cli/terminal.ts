import { prettyJson } from "../core/pretty-json.js";

/** Ways to make a text stand out; where colours are not wanted, ways to leave it as it is. */
export interface Paint {
	bold(text: string): string;
	dim(text: string): string;
	key(text: string): string;
	text(text: string): string;
	number(text: string): string;
}

/** Colours on a terminal alone, and never with NO_COLOR (no-color.org). */
export function wantsColours(stream: { readonly isTTY?: boolean }, environment = process.env): boolean {
	return stream.isTTY === true && !environment.NO_COLOR && environment.TERM !== "dumb";
}

/** The ways that fit a stream. */
export function paintFor(stream: { readonly isTTY?: boolean }, environment = process.env): Paint {
	const wanted = wantsColours(stream, environment);
	const paint = (code: number) => (text: string) => (wanted ? `\u001b[${code}m${text}\u001b[0m` : text);
	return { bold: paint(1), dim: paint(2), key: paint(36), text: paint(32), number: paint(33) };
}

/** A stranger's text without what would move the cursor or recolour the terminal. */
export function printable(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
	return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "\ufffd");
}

/** The same on one line, so that it cannot pass for another entry or another message. */
export function printableLine(text: string): string {
	return printable(text.replace(/\s*[\r\n]\s*/g, " "));
}

/** JSON escapes what steers a terminal but for the controls above ASCII; they stand in strings only. */
export function harmless(json: string): string {
	return json.replace(/[\u007f-\u009f]/g, (control) => `\\u00${control.charCodeAt(0).toString(16)}`);
}

/** A value as one line of JSON. */
export function jsonLine(value: unknown): string {
	return `${harmless(JSON.stringify(value))}\n`;
}

/** JSON for people: indented, strings and numbers in colours. */
export function paintJson(json: string, paint: Paint): string {
	const text = printable(harmless(prettyJson(json)));
	// Indented JSON has one token to a line, and in a string no line ends.
	return text.replace(
		/^(\s*)("(?:[^"\\]|\\.)*"(?=: ))?(:? ?)("(?:[^"\\]|\\.)*")?(-?\d[\d.eE+-]*)?/gm,
		(_, space: string, key = "", colon = "", string = "", number = "") =>
			`${space}${key && paint.key(key)}${colon}${string && paint.text(string)}${number && paint.number(number)}`,
	);
}
