import { closest } from "../core/closest.js";
import type { MillSettings, SettingsByMill } from "../http/mill-settings.js";
import { readConfigFile } from "./config-file.js";
import { readEnvironment, readWords, variableName } from "./flags.js";
import { readLimits } from "./mill-settings-table.js";
import { type Reading, readSettings, SETTINGS } from "./settings-table.js";

/** Everything that `serve` was told, wherever it was told. */
export interface Configuration extends Reading {
	/** Settings of single mills, by name. */
	readonly mills: SettingsByMill;
	/** Where each of these came from: by "tokeniser.deadline". */
	readonly millSources: ReadonlyMap<string, string>;
	/** Where the mill files were named. */
	readonly filesSource: string;
	/** The files that the configuration file was made from. */
	readonly watched: readonly string[];
	/** What somebody should look at, though it stops nothing. */
	readonly warnings: readonly string[];
}

/** Reads the configuration file, the environment and the command line: each wins over those before it. */
export async function readConfiguration(
	words: readonly string[],
	environment: NodeJS.ProcessEnv,
): Promise<Configuration> {
	const { config } = SETTINGS;
	const named = new Map([
		...readEnvironment({ config }, environment),
		...readWords(SETTINGS, words).given,
	]).get("config")?.value;
	const file = await readConfigFile(named as string | undefined);
	const reading = readSettings(words, environment, file?.settings);
	const { mills, millSources } = merged(file, reading);
	const own = reading.files.length > 0;
	return {
		...reading,
		files: own ? reading.files : (file?.files ?? []),
		filesSource: own ? "command line" : file?.files ? file.file : "default",
		mills,
		millSources,
		watched: file?.sources ?? [],
		warnings: strayVariables(environment),
	};
}

/** Limits of the command line or the environment over those of the file, key by key. */
function merged(
	file: { readonly file: string; readonly mills: SettingsByMill } | undefined,
	{ layers }: Reading,
): { mills: SettingsByMill; millSources: Map<string, string> } {
	const given = layers.flatMap((layer) => layer.get("limit") ?? []).at(-1);
	const limits = given ? readLimits(given.value as readonly string[], given.source) : {};
	const mills: Record<string, MillSettings> = {};
	const millSources = new Map<string, string>();
	for (const [settings, source] of [
		[file?.mills ?? {}, file?.file ?? ""],
		[limits, given?.source ?? ""],
	] as const)
		for (const [name, own] of Object.entries(settings)) {
			mills[name] = { ...(Object.hasOwn(mills, name) ? mills[name] : {}), ...own };
			for (const key of Object.keys(own)) millSources.set(`${name}.${key}`, source);
		}
	return { mills, millSources };
}

/** Secrets, which no flag has; and variables of the long tests, which say nothing to a server. */
const NO_SETTINGS = [
	...["GRISTMILL_TOKENS", "GRISTMILL_TOKEN", "GRISTMILL_TLS_PASSPHRASE"],
	...[
		"GRISTMILL_FUZZ",
		"GRISTMILL_SOAK",
		"GRISTMILL_MAP",
		"GRISTMILL_CHAOS",
		"GRISTMILL_IMAGE",
		"GRISTMILL_TESTS",
	],
];

/** A server that others start may inherit variables that are not meant for it: so a stray one is no error. */
function strayVariables(environment: NodeJS.ProcessEnv): string[] {
	const known = Object.keys(SETTINGS).map(variableName);
	return Object.keys(environment)
		.filter((name) => name.startsWith("GRISTMILL_") && !known.includes(name) && !NO_SETTINGS.includes(name))
		.map((name) => {
			const hint = closest(name, known);
			return `Check the variable ${name}: no setting is called so.${hint ? ` Did you mean ${hint}?` : ""}`;
		});
}
