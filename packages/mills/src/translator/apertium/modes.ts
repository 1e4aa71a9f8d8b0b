import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { canonicalTag } from "../contract.js";
import type { Pair } from "../engine.js";
import { parseMode, type Stage } from "./mode.js";

/** One installed direction: the file of its pipeline, and its programs with their paths. */
export interface Mode extends Pair {
	readonly file: string;
	readonly stages: readonly Stage[];
	/** The files that determine its answers: the mode file, the programs, the dictionaries and rules. */
	readonly files: readonly URL[];
}

/** Where packages install Apertium, and where a manual build installs it. */
const PREFIXES = ["/usr", "/usr/local"];

/** Two languages. The only varieties are those with a BCP 47 tag: regions and Valencian. */
const NAME = /^([a-z]{2,3}(?:_[A-Z]{2}|_valencia)?)-([a-z]{2,3}(?:_[A-Z]{2}|_valencia)?)$/;

/** The installed modes that can be parsed, whether they work or not. Each pair is listed once, sorted. */
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

/** Reads one mode. Undefined if it is not a language pair, cannot run safely, or lacks a file. */
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
