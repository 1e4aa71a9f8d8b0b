/** One program of the pipeline of a mode, with its arguments. */
export interface Stage {
	readonly program: string;
	readonly arguments: readonly string[];
}

/** The programs that flush their output at each NUL if -z is given. */
const PROGRAMS = new Set([
	"apertium-anaphora",
	"apertium-interchunk",
	"apertium-postchunk",
	"apertium-pretransfer",
	"apertium-tagger",
	"apertium-transfer",
	"cg-proc",
	"hfst-proc",
	"lrx-proc",
	"lsx-proc",
	"lt-proc",
	"rtx-proc",
]);

/** What `apertium -u` sets for the parameters of a mode: generation without marks, and no tagger option. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = { $1: ["-n"], $2: [] };

/** A simple shell word, or a pipe character. Sticky: anything else stops the parser. */
const WORD = /\s*(?:'([^']*)'|"([^"$`\\]*)"|([\w./=:,@%+-]+)|(\$[12]))(?=[\s|]|$)|\s*(\|)/y;

/**
 * Parses a .mode file, which is a shell pipeline, without a shell. Returns undefined if it contains anything but known
 * programs and simple words.
 */
export function parseMode(text: string): readonly Stage[] | undefined {
	const source = text.trim();
	const stages: string[][] = [[]];
	WORD.lastIndex = 0;
	while (WORD.lastIndex < source.length) {
		const found = WORD.exec(source);
		if (!found) return undefined;
		const [, single, double, bare, parameter, bar] = found;
		if (bar) stages.push([]);
		else
			stages.at(-1)?.push(...(parameter ? (PARAMETERS[parameter] ?? []) : [single ?? double ?? bare ?? ""]));
	}
	const parsed: Stage[] = [];
	for (const [program = "", ...rest] of stages) {
		if (!PROGRAMS.has(program)) return undefined;
		parsed.push({ program, arguments: ["-z", ...rest] });
	}
	return parsed;
}
