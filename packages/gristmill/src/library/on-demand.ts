import type * as library from "./open.js";

/**
 * Opens a mill as a function: what `defineMill` returned, a file in TypeScript, JavaScript or Python, or the name of an
 * installed mill or package. It loads its code on the first call: a worker imports this package only for `defineMill`.
 *
 * @example
 * await using tokeniser = await open("@gristmill/mills/tokeniser");
 * const { count } = await tokeniser("How many tokens?", { scheme: "o200k_base" });
 */
export const open = (async (...words: Parameters<typeof library.open>) =>
	(await import("./open.js")).open(...words)) as typeof library.open;
