import { REQUEST } from "./access-log.js";

const COLOURS = { info: 2, warn: 33, error: 31 } as const;

/** A line of the log for people: the time of day, the level where it matters, what happened, and the rest. */
export function textLine(
	time: string,
	level: keyof typeof COLOURS,
	message: string,
	fields: Readonly<Record<string, unknown>>,
	colours: boolean,
): string {
	const paint = (text: string) => (colours ? `\u001b[${COLOURS[level]}m${text}\u001b[0m` : text);
	const { said, rest } = message === REQUEST ? request(fields) : { said: message, rest: fields };
	const pairs = Object.entries(rest).filter(([, value]) => value !== undefined);
	const long = pairs.filter(([, value]) => isLong(value));
	const shown = pairs.filter(([, value]) => !isLong(value)).map(([name, value]) => `${name}=${plain(value)}`);
	const below = long.flatMap(([, value]) =>
		String(value)
			.split("\n")
			.map((line) => `    ${printable(line)}`),
	);
	return `${[[time, paint(level.padEnd(5)), said, ...shown].join(" "), ...below].join("\n")}\n`;
}

/** What one looks for first stands first: `POST /tokeniser 200 1.2 ms`. */
function request(fields: Readonly<Record<string, unknown>>) {
	const { method, route, status, totalMs, mill: _, ...rest } = fields;
	return { said: `${method} ${route || "-"} ${status} ${totalMs} ms`, rest };
}

/** A stack is read line by line: it stands below. */
function isLong(value: unknown): boolean {
	return typeof value === "string" && value.includes("\n");
}

/** Without what would move a terminal's cursor. */
function printable(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
	return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, "\ufffd");
}

/** Quoted where it would not stay one word. */
function plain(value: unknown): string {
	const text = typeof value === "string" ? value : JSON.stringify(value);
	return /^[\w.:/@$-]+$/.test(text) ? text : printable(JSON.stringify(text));
}
