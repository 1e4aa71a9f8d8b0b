import { TABLES } from "./tables/tables.js";

/**
 * The version of Unicode up to which all data agree. The engine's data (forms, properties, lower case) and the folding
 * table may have different versions. Both are stable for the characters that they know (Unicode's stability policy), so
 * the older version is exact for those.
 */
export const UNICODE = older(process.versions.unicode ?? TABLES.unicode, TABLES.unicode);

/** Returns the older of two versions such as 9.0 and 15.1. */
export function older(one: string, other: string): string {
	const difference = one
		.split(".")
		.map((part, i) => Number(part) - Number(other.split(".")[i] ?? 0))
		.find((part) => part !== 0);
	return (difference ?? 0) <= 0 ? one : other;
}
