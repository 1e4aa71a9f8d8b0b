import { closest } from "../../core/closest.js";
import { complainAboutDeprecation } from "../../core/definition/deprecation.js";
import { isObject } from "../../core/schema/is-object.js";
import type { MillSettings, SettingsByMill } from "../../settings/mill-limits.js";
import { MILL_LIMITS, MILL_METHOD } from "../../settings/mill-limits.js";
import { flagName, type SettingTable } from "../../settings/setting.js";
import { UsageError } from "../command-line/command-error.js";
import { valueOfJson, valueOfText } from "../command-line/flag-value.js";

const LIMITS: SettingTable = MILL_LIMITS;
const KEYS = Object.keys(LIMITS);

/** Reads the values of `--limit`. `where` is the flag or its variable. */
export function readLimits(words: readonly string[], where: string): SettingsByMill {
	const mills: Record<string, MillSettings> = {};
	for (const word of words) {
		const [, mill = "", name = "", text = ""] = /^([^:=]+):([^:=]+)=(.*)$/.exec(word) ?? [];
		if (mill === "")
			throw new UsageError(`${where} "${word}" is not MILL:KEY=N, such as tokeniser:deadline=500.`);
		const key = KEYS.find((key) => key === name || flagName(key) === name);
		const setting = (key && LIMITS[key]) || unknown(name, KEYS.map(flagName), where);
		const own = Object.hasOwn(mills, mill) ? mills[mill] : {};
		mills[mill] = { ...own, [key as string]: valueOfText(setting, text, `${where} ${mill}:${name}`) };
	}
	return mills;
}

/** Reads the values of `--method`. `where` is the flag or its variable. */
export function readMethods(words: readonly string[], where: string): SettingsByMill {
	const rows = words.map((word) => {
		const [, mill = "", text = ""] = /^([^:]+):(.*)$/.exec(word) ?? [];
		if (mill === "") throw new UsageError(`${where} "${word}" is not MILL:METHOD, such as tokeniser:QUERY.`);
		return [mill, { method: valueOfText(MILL_METHOD, text, `${where} ${mill}`) as MillSettings["method"] }];
	});
	return Object.fromEntries(rows);
}

/** Reads the settings of one mill in a configuration file. */
export function readMillSettings(value: unknown, where: string): MillSettings {
	if (!isObject(value))
		throw new UsageError(`${where} is neither an object such as { deadline: 500 } nor true or false.`);
	const rows = Object.entries(value).map(([key, member]) => {
		const setting = key === "method" ? MILL_METHOD : Object.hasOwn(LIMITS, key) ? LIMITS[key] : undefined;
		if (setting) return [key, valueOfJson(setting, member, `${where}.${key}`)];
		if (key === "settings") {
			// They are checked when the mill is known.
			if (isObject(member)) return [key, member];
			throw new UsageError(`${where}.settings is not an object such as { threshold: 0.5 }.`);
		}
		if (key !== "deprecated") return unknown(key, [...KEYS, "method", "deprecated", "settings"], where);
		const complaint = complainAboutDeprecation(member);
		if (complaint !== undefined) throw new UsageError(`${where}: ${complaint}`);
		return [key, member];
	});
	return Object.fromEntries(rows);
}

function unknown(key: string, known: readonly string[], where: string): never {
	const hint = closest(key, known);
	throw new UsageError(
		`${where}: Unknown key "${key}".${hint ? ` Did you mean "${hint}"?` : ` Use one of ${known.join(", ")}.`}`,
	);
}
