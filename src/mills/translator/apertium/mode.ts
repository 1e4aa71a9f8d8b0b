/** One program of a mode's pipeline, with its arguments. */
export interface Stage {
	readonly program: string;
	readonly arguments: readonly string[];
}

/** The programs that answer at each NUL when they are given -z. */
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

/** What `apertium -u` puts for a mode's parameters: generation without marks, and no option of the tagger's. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = { $1: ["-n"], $2: [] };

/** A word of the shell in its plainest forms, or a bar. Sticky: whatever else there is ends the reading. */
const WORD = /\s*(?:'([^']*)'|"([^"$`\\]*)"|([\w./=:,@%+-]+)|(\$[12]))(?=[\s|]|$)|\s*(\|)/y;

/**
 * Reads a .mode file, which is a pipeline for a shell, without one: undefined where it holds anything but known
 * programs and plain words.
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
