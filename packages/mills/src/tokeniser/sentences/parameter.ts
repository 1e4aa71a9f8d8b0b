import { suppressionsIn } from "../segments/locale.js";

/** Which sentence ends of UAX #29 are omitted. */
export const SUPPRESSIONS = ["none", "standard"] as const;
export type Suppressions = (typeof SUPPRESSIONS)[number];

/** Returns the value of the parameter, otherwise that of the locale, if it has one. */
export function suppressionsOf(
	locale: string,
	parameter: Suppressions | undefined,
): Suppressions | undefined {
	const value = suppressionsIn(locale);
	return parameter ?? SUPPRESSIONS.find((known) => known === value);
}
