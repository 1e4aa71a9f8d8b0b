import { fileURLToPath } from "node:url";
import type { Mill } from "../../core/definition/mill.js";
import { isMill } from "../../core/definition/mill.js";

/** A mill by the URL of its module; `reads` lists further folders with its code. */
export interface MillModule {
	readonly url: URL;
	readonly reads?: readonly string[];
}

/** A mill: the path or the URL of its file, or what `defineMill` returned. */
export type MillSource = URL | string | MillModule | Mill;

/** A mill and the module that workers can import; a mill that was given as an object has no module. */
export interface ImportedMill {
	readonly mill: Mill;
	readonly module: MillModule | undefined;
	/** As its author defined it, if the operator serves it with narrower limits: these are not part of its digest. */
	readonly defined?: Mill;
}

/** Imports a mill. Throws a TypeError that says what is wrong with the source. */
export async function importSource(source: MillSource): Promise<ImportedMill> {
	if (isMill(source)) return { mill: source, module: undefined };
	const module = moduleOf(source);
	return { mill: await importMill(module.url.href), module };
}

/** Imports a mill from its module. Throws a TypeError that says what is wrong with the module. */
export async function importMill(url: string): Promise<Mill> {
	const module: { default?: unknown } = await import(url);
	if (isMill(module.default)) return module.default;
	const file = fileURLToPath(url);
	throw new TypeError(
		`The default export of ${file} is not a mill. Write "export default defineMill({ … })".`,
	);
}

function moduleOf(source: Exclude<MillSource, Mill>): MillModule {
	if (source instanceof URL && source.protocol === "file:") return { url: source };
	if (typeof source === "string" && source.startsWith("file:")) return { url: new URL(source) };
	if (typeof source === "object" && "url" in source && source.url instanceof URL) return source;
	const found = typeof source === "string" ? JSON.stringify(source) : typeof source;
	throw new TypeError(`${found} is not a mill. Give a path, a file URL or what defineMill returned.`);
}
