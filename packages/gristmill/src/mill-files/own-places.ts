import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a module asks about its own place. In a bundle, each file has variables with its own answers. */
export const PLACE_DEFINES = {
	"import.meta.url": "__moduleUrl",
	"import.meta.filename": "__moduleFile",
	"import.meta.dirname": "__moduleFolder",
	"import.meta.resolve": "__moduleResolve",
} as const;

/** A file that needs to know its place, as its text says. */
export function asksForPlace(source: string): boolean {
	return /\bimport\.meta\.(?:url|filename|dirname|resolve)\b/.test(source);
}

/**
 * The text of a module with these variables. They are on the first line, so that line numbers stay correct. `url` and `resolve`
 * are expressions for the URL of the file, and for a function that resolves the name of a package, which may need `imports`.
 */
export function withPlace(
	source: string,
	{ url, resolve, imports = "" }: { url: string; resolve: string; imports?: string },
): string {
	const asks = (member: string) => source.includes(`import.meta.${member}`);
	const needsPath = asks("filename") || asks("dirname");
	const lines = [
		...(needsPath ? ['import{fileURLToPath as __toPath}from"node:url";'] : []),
		`const __moduleUrl=${url};`,
		...(needsPath
			? [
					"const __moduleFile=__toPath(__moduleUrl);",
					'const __moduleFolder=__toPath(new URL(".",__moduleUrl)).replace(/(?<=.)[\\\\/]$/,"");',
				]
			: []),
		...(asks("resolve")
			? [
					imports,
					`const __moduleResolve=(name)=>/^\\.{0,2}\\//.test(name)?new URL(name,__moduleUrl).href:(${resolve})(name);`,
				]
			: []),
	];
	return lines.join("") + source;
}

/** The packages that a module names in `import.meta.resolve("…")`, `require("…")` and `require.resolve("…")`. */
export function packagesNamedIn(source: string): string[] {
	if (!/\bcreateRequire\b|\bimport\.meta\.resolve\b/.test(source)) return [];
	const named = source.matchAll(/\b(?:require|resolve)\s*\(\s*["'`]([^"'`.\n/:][^"'`\n:]*)["'`]\s*\)/g);
	return [...named].map(([, name = ""]) => name);
}

/** The folders of packages around a file, up to the root. */
export function packageFoldersAround(file: string): string[] {
	const folders: string[] = [];
	for (let at = dirname(file); ; at = dirname(at)) {
		const folder = join(at, "node_modules");
		if (existsSync(folder)) folders.push(folder);
		if (at === dirname(at)) return folders;
	}
}
