import { resolve } from "node:path";
import { closest } from "../../core/closest.js";
import { SETTING_PREFIX } from "../../core/definition/settings.js";
import type { MillSettings, SettingsByMill } from "../../http/service/mill-settings.js";
import { variableName } from "../../settings/setting.js";
import { SETTINGS, type ServeValues } from "../../settings/table.js";
import { UsageError } from "../command-error.js";
import { defaultsOf, type Layer, readEnvironment, readWords, valuesOf } from "../flags/flags.js";
import { readConfigFile } from "./config-file.js";
import { readLimits } from "./mill-limits.js";
import { type GivenValue, valuesOfEnvironment, valuesOfFlags } from "./mill-values.js";

/** The values of `gristmill serve` and their sources. */
export interface SettingsReading {
	readonly settings: ServeValues;
	/** The words that are not flags. */
	readonly files: readonly string[];
	/** Defaults, configuration file, environment and flags. Each layer wins over those before it. */
	readonly layers: readonly Layer[];
}

/** Reads flags over environment variables over a configuration file over defaults. */
export function readSettings(
	words: readonly string[],
	environment: NodeJS.ProcessEnv,
	fromFile: Layer = new Map(),
): SettingsReading {
	const { given, rest } = readWords(SETTINGS, words);
	const layers = [defaultsOf(SETTINGS), fromFile, readEnvironment(SETTINGS, environment), given];
	return { settings: valuesOf<typeof SETTINGS>(layers), files: rest, layers };
}

/** The whole configuration of `serve`, from all sources. */
export interface Configuration extends SettingsReading {
	/** Limits and deprecations of single mills, by name. */
	readonly mills: SettingsByMill;
	/** Values for settings that mills declare, the later over the earlier. They are read when the mills are known. */
	readonly given: readonly GivenValue[];
	/** The source of each of these, by "tokeniser.deadline". */
	readonly millSources: ReadonlyMap<string, string>;
	/** The source of the mill files. */
	readonly filesSource: string;
	/** The configuration file and the files that it imports. */
	readonly watched: readonly string[];
	/** Mistakes that do not stop the server. */
	readonly warnings: readonly string[];
}

/** Reads the configuration file, the environment and the command line. Each one wins over those before it. */
export async function readConfiguration(
	words: readonly string[],
	environment: NodeJS.ProcessEnv,
): Promise<Configuration> {
	const { config, printConfig } = SETTINGS;
	const given = new Map([
		...readEnvironment({ config, printConfig }, environment),
		...readWords(SETTINGS, words).given,
	]);
	const named = given.get("config")?.value as string | undefined;
	const file = await readConfigFile(named, { isPrinted: given.has("printConfig") });
	const reading = readSettings(words, environment, file?.settings);
	const { watch, processes = 1 } = reading.settings;
	// These start processes that read the configuration again.
	if (file?.isPipe && (watch || processes > 1))
		throw new UsageError(`Write the settings of --watch and --processes into a file: ${named} is a pipe.`);
	const { mills, millSources } = merged(file, reading);
	const hasFiles = reading.files.length > 0;
	return {
		...reading,
		files: hasFiles ? reading.files : (file?.files ?? []),
		filesSource: hasFiles ? "command line" : file?.files ? file.file : "default",
		mills,
		millSources,
		given: [...givenIn(file), ...givenValues(reading.layers, environment)],
		watched: file?.sources ?? [],
		warnings: strayVariables(environment),
	};
}

/** The values of the environment and of `--set` for settings that mills declare. */
export function givenValues(layers: readonly Layer[], environment: NodeJS.ProcessEnv): GivenValue[] {
	const set = layers.flatMap((layer) => layer.get("set") ?? []);
	return [
		...valuesOfEnvironment(environment),
		...set.flatMap(({ value, source }) => valuesOfFlags(value as readonly string[], source)),
	];
}

/** The values of a configuration file for settings that mills declare. */
function givenIn(
	file: { readonly file: string; readonly folder: string; readonly mills: SettingsByMill } | undefined,
): GivenValue[] {
	const folder = resolve(file?.folder ?? "");
	return Object.entries(file?.mills ?? {}).flatMap(([mill, { settings = {} }]) =>
		Object.entries(settings).map(([setting, value]) => ({
			...{ mill, setting, value, folder },
			from: "file",
			source: file?.file ?? "",
		})),
	);
}

/** Merges the limits of the command line or the environment over those of the file, key by key. */
function merged(
	file: { readonly file: string; readonly mills: SettingsByMill } | undefined,
	{ layers }: SettingsReading,
): { mills: SettingsByMill; millSources: Map<string, string> } {
	const given = layers.flatMap((layer) => layer.get("limit") ?? []).at(-1);
	const limits = given ? readLimits(given.value as readonly string[], given.source) : {};
	const mills: Record<string, MillSettings> = {};
	const millSources = new Map<string, string>();
	for (const [settings, source] of [
		[file?.mills ?? {}, file?.file ?? ""],
		[limits, given?.source ?? ""],
	] as const)
		for (const [name, { settings: _, ...own }] of Object.entries(settings)) {
			mills[name] = { ...(Object.hasOwn(mills, name) ? mills[name] : {}), ...own };
			for (const key of Object.keys(own)) millSources.set(`${name}.${key}`, source);
		}
	return { mills, millSources };
}

/** Secrets, which have no flag, the server of the client commands, and variables of the long tests. */
const NO_SETTINGS = [
	"GRISTMILL_URL",
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

function isStray(name: string, known: readonly string[]): boolean {
	const isOurs = name.startsWith("GRISTMILL_") && !name.startsWith(SETTING_PREFIX);
	return isOurs && !known.includes(name) && !NO_SETTINGS.includes(name);
}

/** Warns of unknown variables. They are not errors, because a server inherits variables that are not meant for it. */
function strayVariables(environment: NodeJS.ProcessEnv): string[] {
	const known = Object.keys(SETTINGS).map(variableName);
	return Object.keys(environment)
		.filter((name) => isStray(name, known))
		.map((name) => {
			const hint = closest(name, known);
			return `Check the variable ${name}: there is no such setting.${hint ? ` Did you mean ${hint}?` : ""}`;
		});
}
