import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { canonicalTag } from "../contract.js";
import type { Pair } from "../engine.js";
import { parseMode, type Stage } from "./mode.js";

/** One installed direction: the file that holds its pipeline, and its programs with their paths. */
export interface Mode extends Pair {
	readonly file: string;
	readonly stages: readonly Stage[];
	/** What its answers are made by: the mode file, the programs, the dictionaries and rules. */
	readonly files: readonly URL[];
}

/** Where packages put Apertium, and where it goes when it is built by hand. */
const PREFIXES = ["/usr", "/usr/local"];

/** Languages, and of their varieties those that BCP 47 knows: regions, and Valencian. */
const NAME = /^([a-z]{2,3}(?:_[A-Z]{2}|_valencia)?)-([a-z]{2,3}(?:_[A-Z]{2}|_valencia)?)$/;

/** The modes that are installed and can be read, whether they work or not; each pair once, sorted. */
export function installedModes(prefixes: readonly string[] = PREFIXES): readonly Mode[] {
	const byPair = new Map<string, Mode>();
	for (const prefix of prefixes)
		for (const file of modeFiles(prefix)) {
			const mode = readMode(file);
			const pair = mode && `${mode.from} ${mode.to}`;
			if (mode && pair && !byPair.has(pair)) byPair.set(pair, mode);
		}
	return [...byPair.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, mode]) => mode);
}

function modeFiles(prefix: string): string[] {
	const folder = join(prefix, "share/apertium/modes");
	if (!existsSync(folder)) return [];
	return readdirSync(folder)
		.filter((name) => name.endsWith(".mode"))
		.sort()
		.map((name) => join(folder, name));
}

/** Reads one mode; undefined where it is no pair of languages, or not to be run safely or at all. */
export function readMode(file: string): Mode | undefined {
	const [, source, target] = NAME.exec(basename(file, ".mode")) ?? [];
	const from = source && canonicalTag(source);
	const to = target && canonicalTag(target);
	if (!from || !to || from === to) return undefined;
	const prefix = join(dirname(file), "../../..");
	const stages = parseMode(readFileSync(file, "utf8"))?.map(({ program, arguments: words }) => ({
		program: join(prefix, "bin", program),
		arguments: words,
	}));
	if (!stages || stages.filter(({ program }) => program.endsWith("/apertium-tagger")).length > 1)
		return undefined;
	const paths = stages.flatMap(({ program, arguments: words }) => [
		program,
		...words.filter((word) => word.startsWith("/")),
	]);
	if (!paths.every((path) => existsSync(path))) return undefined;
	const files = [file, ...new Set(paths)].map((path) => pathToFileURL(path));
	return { file, from, to, stages, files };
}
