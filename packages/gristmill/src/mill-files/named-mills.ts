import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { closest } from "../core/closest.js";
import { MillFileError } from "./mill-file-error.js";
import {
	manifestOf,
	millsIfAny,
	millsOfPackage,
	packageFolder,
	packagesIn,
	packagesOf,
	projectAround,
	resolvedFrom,
} from "./package-mills.js";

/** The package of ready-made mills. */
const PACKAGE = "@gristmill/mills";
/** The folder of this package. */
const OURS = fileURLToPath(new URL("../..", import.meta.url));

/** Small example mills of this package. They are served only by name. */
const EXAMPLES: Readonly<Record<string, URL>> = {
	"word-counter": new URL("../examples/word-counter.js", import.meta.url),
	"checksum-calculator": new URL("../examples/checksum-calculator.js", import.meta.url),
};

/** The mills of the folder that `gristmill build` made, if this code is in one. */
const BUILT = millsIfAny(OURS);
const isBuilt = Object.keys(BUILT).length > 0;

/** The modules of the installed mills, by name. They are served by default. */
export const INSTALLED_MILLS: Readonly<Record<string, URL>> = isBuilt ? BUILT : findInstalled();

/** The modules of all mills that can be served by name. */
export const NAMED_MILLS: Readonly<Record<string, URL>> = {
	...INSTALLED_MILLS,
	...(isBuilt ? {} : EXAMPLES),
	...INSTALLED_MILLS,
};

/**
 * The mills of this project and of the packages that its package.json names; those beside this package if it is installed
 * globally; and the ready-made ones.
 */
function findInstalled(): Readonly<Record<string, URL>> {
	const project = projectAround(process.cwd());
	const around = dirname(OURS);
	const isGlobal = basename(around) === "node_modules" && projectAround(dirname(around)) === undefined;
	const ready = packageFolder(PACKAGE, OURS) ?? packageFolder(PACKAGE, process.cwd());
	const folders = new Set([
		...(project === undefined ? [] : [project, ...packagesOf(project)]),
		...(isGlobal ? packagesIn(around) : []),
		...(ready === undefined ? [] : [ready]),
	]);
	const rows = [...folders].flatMap((folder) =>
		Object.entries(millsIfAny(folder)).map(([name, url]) => ({ name, url, folder })),
	);
	const count = (wanted: string) => rows.filter(({ name }) => name === wanted).length;
	// A name that two packages have means neither: it needs the package before it.
	return Object.fromEntries(
		rows.map(({ name, url, folder }) => [
			count(name) === 1 ? name : `${String(manifestOf(folder).name)}/${name}`,
			url,
		]),
	);
}

/**
 * The module of a mill by its name: that of an installed mill, such as `tokeniser`; of a package with one mill, such as
 * `@me/summariser`; or of a mill or module of a package, such as `@gristmill/mills/tokeniser`. Throws a MillFileError.
 */
export function millNamed(name: string): URL {
	const known = Object.hasOwn(NAMED_MILLS, name) ? NAMED_MILLS[name] : undefined;
	const found = known ?? inPackage(name) ?? resolvedFrom(process.cwd(), name) ?? resolvedByUs(name);
	if (!found) throw new MillFileError(notInstalled(name), { isMisnamed: true });
	if (existsSync(found)) return found;
	throw new MillFileError(`The mill "${name}" has no file: ${fileURLToPath(found)} does not exist.`);
}

function inPackage(name: string): URL | undefined {
	const [, home = "", inner] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/.exec(name) ?? [];
	const folder = packageFolder(home, process.cwd()) ?? packageFolder(home, OURS);
	if (folder === undefined) return undefined;
	const mills = millsOfPackage(folder);
	if (inner !== undefined) return Object.hasOwn(mills, inner) ? mills[inner] : undefined;
	const names = Object.keys(mills);
	if (names.length > 1)
		throw new MillFileError(
			`The package ${home} has ${names.length} mills: ${names.join(", ")}. Name one of them, such as ${home}/${names[0]}.`,
			{ isMisnamed: true },
		);
	return mills[names[0] ?? ""];
}

function notInstalled(name: string): string {
	const names = Object.keys(NAMED_MILLS);
	const same = names.find((one) => one.endsWith(`/${name}`));
	const hint = closest(name, names) ?? same;
	const file = existsSync(resolve(name)) ? ` For the file of this name, write "./${name}".` : "";
	if (same !== undefined)
		return `Several packages have a mill "${name}". Name the package, too, such as ${same}.${file}`;
	const known = name.includes("/") ? "" : ` The mills that have names here: ${names.join(", ")}.`;
	const advice = `Install its package with npm, or name a file, such as "./my-mill.ts".${known}`;
	return `No mill "${name}" is installed. ${hint === undefined ? advice : `Did you mean "${hint}"?`}${file}`;
}

/** A package beside this one. It may be for import alone, which require does not find. */
function resolvedByUs(name: string): URL | undefined {
	try {
		const url = new URL(import.meta.resolve(name));
		return url.protocol === "file:" ? url : undefined;
	} catch {
		return undefined;
	}
}

/** The translator that calls Apertium; undefined if no pair of languages works. */
export async function apertiumTranslator(): Promise<URL | undefined> {
	const folder = packageFolder(PACKAGE, OURS) ?? packageFolder(PACKAGE, process.cwd());
	const url = folder === undefined ? undefined : resolvedFrom(folder, PACKAGE);
	if (!url) return undefined;
	const { apertiumModule }: { apertiumModule: () => Promise<URL | undefined> } = await import(url.href);
	return apertiumModule();
}
