import { fileURLToPath } from "node:url";
import { isMill } from "../core/define-mill.js";
import type { Mill } from "../core/mill.js";

/** A mill by the address of its module, or the mill itself. */
export type MillSource = URL | string | Mill;

/** Imports a mill from its module; a TypeError says what is wrong with the module. */
export async function importMill(source: MillSource): Promise<Mill> {
	if (isMill(source)) return source;
	if (!(source instanceof URL) && !(typeof source === "string" && source.startsWith("file:")))
		throw new TypeError(`Give mills as file URLs or as what defineMill returned: ${describe(source)}.`);
	const url = new URL(source);
	const module: { default?: unknown } = await import(url.href);
	if (isMill(module.default)) return module.default;
	throw new TypeError(
		`Export the mill as default, as in "export default defineMill({ … })": ${fileURLToPath(url)}.`,
	);
}

function describe(source: unknown): string {
	return typeof source === "string" ? JSON.stringify(source) : typeof source;
}
