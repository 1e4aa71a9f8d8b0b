import { closest } from "../core/closest.js";
import { complainAboutDeprecation } from "../core/deprecation.js";
import { isObject } from "../core/is-object.js";
import type { MillSettings, SettingsByMill } from "../http/mill-settings.js";
import { UsageError } from "./command-error.js";
import { valueOfJson, valueOfText } from "./flag-value.js";
import { type Flag, type Flags, keyName } from "./flags.js";

/** What can be set for one mill: `--limit tokeniser:max-body=64k`, or `mills: { tokeniser: { maxBody: "64k" } }`. */
export const MILL_SETTINGS = {
	"max-body": {
		kind: "bytes",
		least: 1,
		most: 2 ** 31,
		help: "The most bytes of an input, where the mill itself does not allow less.",
	},
	deadline: {
		kind: "number",
		least: 1,
		most: 3_600_000,
		help: "Milliseconds that one call may run, where the mill itself does not allow less.",
	},
	concurrency: { kind: "number", least: 1, most: 1_024, help: "So many of its calls run at a time." },
	"max-waiting": { kind: "number", least: 1, help: "So many of its calls may wait." },
} as const satisfies Flags;

const ROWS: readonly (readonly [string, Flag])[] = Object.entries(MILL_SETTINGS).map(([name, flag]) => [
	keyName(name),
	flag,
]);
const LIMITS: ReadonlyMap<string, Flag> = new Map(ROWS);

/** Reads the words of `--limit`; `where` is the flag or its variable. */
export function readLimits(words: readonly string[], where: string): SettingsByMill {
	const mills: Record<string, MillSettings> = {};
	for (const word of words) {
		const [, mill = "", name = "", text = ""] = /^([^:=]+):([^:=]+)=(.*)$/.exec(word) ?? [];
		if (mill === "")
			throw new UsageError(`Give ${where} as MILL:KEY=N, such as tokeniser:deadline=500: "${word}".`);
		const key = keyName(name);
		const flag = LIMITS.get(key) ?? unknown(key, [...LIMITS.keys()], where);
		const own = Object.hasOwn(mills, mill) ? mills[mill] : {};
		mills[mill] = { ...own, [key]: valueOfText(flag, text, `${where} ${mill}:${name}`) };
	}
	return mills;
}

/** Reads what a configuration file says of one mill. */
export function readMillSettings(value: unknown, where: string): MillSettings {
	if (!isObject(value))
		throw new UsageError(`Give ${where} as an object such as { deadline: 500 }, or as true or false.`);
	const rows = Object.entries(value).map(([key, member]) => {
		const flag = LIMITS.get(key);
		if (flag) return [key, valueOfJson(flag, member, `${where}.${key}`)];
		if (key !== "deprecated") return unknown(key, [...LIMITS.keys(), "deprecated"], where);
		const complaint = complainAboutDeprecation(member);
		if (complaint !== undefined) throw new UsageError(`${where}: ${complaint}`);
		return [key, member];
	});
	return Object.fromEntries(rows);
}

function unknown(key: string, known: readonly string[], where: string): never {
	const hint = closest(key, known);
	throw new UsageError(
		`${where}: Leave out the unknown key "${key}".${hint ? ` Did you mean "${hint}"?` : ` Known are ${known.join(", ")}.`}`,
	);
}
