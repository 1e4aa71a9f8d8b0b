import { dirname } from "node:path/posix";
import { SETTING_PREFIX } from "../../core/definition/settings.js";
import type { Settings } from "../../http/service/settings.js";
import { shareOf } from "../../http/service/share.js";
import type { MillModule } from "../../runtime/loading/import-mill.js";
import { groupOf } from "../../runtime/options.js";
import { DEFAULTS, type ServeValues } from "../../settings/table.js";
import { refusing } from "../command-line/command-error.js";
import {
	type EffectiveValue,
	millsByName,
	type NamedMills,
	settle,
	withValues,
} from "../config/mill-values.js";
import type { Configuration } from "../config/read-settings.js";
import type { MillFileImports } from "../mills/mill-file-imports.js";
import { millFile, namedMills } from "../mills/mill-files.js";
import type { Member } from "./member.js";
import { byVersion, millFilesIn } from "./versions.js";

/** The settings of the command, as the library takes them. */
export type SettingsInUse = Omit<ServeValues, "mills"> & Settings;

/** What a process serves, and how. */
export interface Plan {
	/** The mills without a version. The others are among the settings. */
	readonly mills: readonly MillModule[];
	readonly settings: SettingsInUse;
	/** The values of the settings that the mills declare. */
	readonly values: readonly EffectiveValue[];
}

/** Imports the mills, settles their own settings, and divides the limits if several processes serve. */
export async function planOf(
	{ settings, files, given, mills: limits }: Configuration,
	more: Pick<Settings, "auth" | "tls" | "sign" | "log" | "accessLog">,
	imports: MillFileImports,
	member: Member | undefined,
): Promise<Plan> {
	const { mills: names, translator: engine, python, processes = DEFAULTS.processes } = settings;
	const words = millFilesIn(files);
	const named = await namedMills(names, { engine, hasFiles: words.length > 0 }, imports, python);
	const rows = [...byVersion(words)].map(
		async ([label, some]) =>
			[label, await Promise.all(some.map((file) => millFile(file, imports, python)))] as const,
	);
	const { "": own = [], ...versions } = Object.fromEntries(await Promise.all(rows));
	const mills = [...named, ...own];
	const byName = await millsByName(mills, versions);
	const { values, rows: effective } = settle(given, byName);
	removeValues(imports.host.env);
	const whole = { ...settings, ...more, mills: withValues(limits, values), versions };
	const part = member?.part ?? { slot: 0, of: processes };
	const share = part.of === 1 ? whole : refusing(() => shareOf(whole, part, groupsOf(byName)));
	return { mills, settings: share, values: effective };
}

/** The number of groups of workers. Each version has its own. */
function groupsOf(mills: NamedMills): number {
	return new Set([...mills].map(([name, mill]) => `${dirname(name)} ${groupOf(mill)}`)).size;
}

/** Values of settings may be secrets. */
function removeValues(environment: NodeJS.ProcessEnv): void {
	for (const name of Object.keys(environment)) if (name.startsWith(SETTING_PREFIX)) delete environment[name];
}
