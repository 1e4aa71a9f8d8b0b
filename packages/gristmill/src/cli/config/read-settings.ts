import { resolve } from "node:path";
import { closest } from "../../core/closest.js";
import { SETTING_PREFIX } from "../../core/definition/settings.js";
import type { MillSettings, SettingsByMill } from "../../settings/mill-limits.js";
import { variableName } from "../../settings/setting.js";
import { SETTINGS, type ServeValues } from "../../settings/table.js";
import { UsageError } from "../command-line/command-error.js";
import { defaultsOf, type Layer, readEnvironment, readWords, valuesOf } from "../command-line/flags.js";
import type { Host } from "../command-line/host.js";
import { type ConfigFile, readConfigFile } from "./config-file.js";
import { readLimits, readMethods } from "./mill-limits.js";
import { type GivenValue, valuesOfEnvironment, valuesOfFlags } from "./mill-values.js";

/** The whole configuration of `serve`, from all sources. */
export interface Configuration {
	readonly settings: ServeValues;
	/** Mill files, and where they are from. */
	readonly files: readonly string[];
	readonly filesSource: string;
	/** Defaults, configuration file, environment and flags. Each layer wins over those before it. */
	readonly layers: readonly Layer[];
	/** Limits and deprecations of single mills, by name. */
	readonly mills: SettingsByMill;
	/** The source of each of these, by "tokeniser.deadline". */
	readonly millSources: ReadonlyMap<string, string>;
	/** Values for settings that mills declare, the later over the earlier. They are read when the mills are known. */
	readonly given: readonly GivenValue[];
	/** The configuration file and the files that it imports. */
	readonly watched: readonly string[];
	/** Mistakes that do not stop the server. */
	readonly warnings: readonly string[];
}

/** Reads the configuration file, the environment and the command line. Each one wins over those before it. */
export async function readConfiguration(
	words: readonly string[],
	host: Host,
	/** Whether another process reads it again. */
	{ isShared = false }: { readonly isShared?: boolean } = {},
): Promise<Configuration> {
	const { given, rest } = readWords(SETTINGS, words);
	const environment = readEnvironment(SETTINGS, host.env);
	const named = (given.get("config") ?? environment.get("config"))?.value as string | undefined;
	const isPrinted = given.has("printConfig") || environment.has("printConfig");
	const file = await readConfigFile(named, host, { isPrinted });
	const layers = [defaultsOf(SETTINGS), file?.settings ?? new Map(), environment, given];
	const settings = valuesOf<typeof SETTINGS>(layers);
	// These start processes that read the configuration again.
	if (file?.isPipe && (isShared || (settings.processes ?? 1) > 1))
		throw new UsageError(
			`${named} is a pipe, and several processes read the settings. Write them into a file.`,
		);
	const set = layers.flatMap((layer) => layer.get("set") ?? []);
	const hasFiles = rest.length > 0;
	return {
		settings,
		files: hasFiles ? rest : (file?.files ?? []),
		filesSource: hasFiles ? "command line" : file?.files ? file.file : "default",
		layers,
		...merged(file, layers),
		given: [
			...givenIn(file, host),
			...valuesOfEnvironment(host),
			...set.flatMap(({ value, source }) => valuesOfFlags(value as readonly string[], source, host)),
		],
		watched: file?.sources ?? [],
		warnings: strayVariables(host.env),
	};
}

/** The values of a configuration file for settings that mills declare. */
function givenIn(file: ConfigFile | undefined, { cwd }: Host): GivenValue[] {
	const folder = resolve(cwd, file?.folder ?? "");
	return Object.entries(file?.mills ?? {}).flatMap(([mill, { settings = {} }]) =>
		Object.entries(settings).map(([setting, value]) => ({
			...{ mill, setting, value, folder },
			from: "file",
			source: file?.file ?? "",
		})),
	);
}

/** Merges the limits and methods of the command line or the environment over those of the file, key by key. */
function merged(
	file: ConfigFile | undefined,
	layers: readonly Layer[],
): { mills: SettingsByMill; millSources: Map<string, string> } {
	const flags = [["limit", readLimits] as const, ["method", readMethods] as const].map(([key, read]) => {
		const { value, source = "" } = layers.flatMap((layer) => layer.get(key) ?? []).at(-1) ?? {};
		return [value ? read(value as readonly string[], source) : {}, source] as const;
	});
	const mills: Record<string, MillSettings> = {};
	const millSources = new Map<string, string>();
	for (const [settings, source] of [[file?.mills ?? {}, file?.file ?? ""] as const, ...flags])
		for (const [name, { settings: _, ...own }] of Object.entries(settings)) {
			mills[name] = { ...(Object.hasOwn(mills, name) ? mills[name] : {}), ...own };
			for (const key of Object.keys(own)) millSources.set(`${name}.${key}`, source);
		}
	return { mills, millSources };
}

/** Secrets, which have no flag, and the server of the client commands. */
const NO_SETTINGS = ["GRISTMILL_URL", "GRISTMILL_TOKENS", "GRISTMILL_TOKEN", "GRISTMILL_TLS_PASSPHRASE"];

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
			return `There is no setting for the variable ${name}.${hint ? ` Did you mean ${hint}?` : ""}`;
		});
}
