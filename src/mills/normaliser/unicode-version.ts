import { TABLE_VERSION } from "./fold-table.js";

/**
 * The version of Unicode up to which everything here agrees: the engine's data (forms, properties, lower case) and the
 * folding table may be of different versions. Both are stable for characters that they know (Unicode's stability policy),
 * so that for those the older version is exact.
 */
export const UNICODE = older(process.versions.unicode ?? TABLE_VERSION, TABLE_VERSION);

/** The older of two versions such as 9.0 and 15.1. */
export function older(one: string, other: string): string {
	return one.localeCompare(other, "en", { numeric: true }) <= 0 ? one : other;
}
