import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The package of ready-made mills. Each of its subpath exports is a mill. */
const PACKAGE = "@gristmill/mills";

/** Small example mills of this package. They are served only by name. */
const EXAMPLES: Readonly<Record<string, URL>> = {
	"word-counter": new URL("../examples/word-counter.js", import.meta.url),
	"checksum-calculator": new URL("../examples/checksum-calculator.js", import.meta.url),
};

/** Finds the package next to this one, or in the working directory. */
function findPackage(): { require: NodeJS.Require; manifest: string } | undefined {
	for (const from of [import.meta.url, join(process.cwd(), "package.json")]) {
		const require = createRequire(from);
		try {
			return { require, manifest: require.resolve(`${PACKAGE}/package.json`) };
		} catch {
			// Not installed there.
		}
	}
	return undefined;
}

const found = findPackage();

/** The modules of the installed mills, by name. They are served by default. */
export const INSTALLED_MILLS: Readonly<Record<string, URL>> = found ? modulesOf(found) : {};

/** The modules of all mills that can be served by name. */
export const NAMED_MILLS: Readonly<Record<string, URL>> = { ...INSTALLED_MILLS, ...EXAMPLES };

function modulesOf({ require, manifest }: NonNullable<typeof found>): Record<string, URL> {
	const { exports }: { exports: object } = JSON.parse(readFileSync(manifest, "utf8"));
	const names = Object.keys(exports)
		.map((key) => key.slice(2))
		.filter((name) => name !== "" && name !== "package.json");
	return Object.fromEntries(
		names.map((name) => [name, pathToFileURL(require.resolve(`${PACKAGE}/${name}`))]),
	);
}

/** The translator that calls Apertium; undefined if no pair of languages works. */
export async function apertiumTranslator(): Promise<URL | undefined> {
	if (!found) return undefined;
	const { href } = pathToFileURL(found.require.resolve(PACKAGE));
	const { apertiumModule }: { apertiumModule: () => Promise<URL | undefined> } = await import(href);
	return apertiumModule();
}
