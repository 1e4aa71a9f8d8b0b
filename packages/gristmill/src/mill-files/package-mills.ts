import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { isObject } from "../core/schema/is-object.js";
import { MillFileError } from "./mill-file-error.js";

/** The mills of a package, by name, as its package.json says: `"gristmill": { "mills": { "summariser": "./summariser.js" } }`. */
export function millsOfPackage(folder: string): Readonly<Record<string, URL>> {
	const { gristmill } = manifestOf(folder);
	if (gristmill === undefined) return {};
	const mills = isObject(gristmill) ? gristmill.mills : undefined;
	const rows = isObject(mills) ? Object.entries(mills) : [];
	const isRight = rows.every(([, file]) => typeof file === "string" && /^\.{1,2}\//.test(file));
	if (rows.length === 0 || !isRight)
		throw new MillFileError(
			`${join(folder, "package.json")} says wrongly which mills it has. Write "gristmill": { "mills": { "NAME": "./FILE" } }.`,
		);
	const base = pathToFileURL(`${folder}/`);
	return Object.fromEntries(rows.map(([name, file]) => [name, new URL(file as string, base)]));
}

/** The mills of a package; none if its package.json says them wrongly. Whoever names the package gets the reason. */
export function millsIfAny(folder: string): Readonly<Record<string, URL>> {
	try {
		return millsOfPackage(folder);
	} catch {
		return {};
	}
}

/** The real folder of a package that code in another folder could import. */
export function packageFolder(name: string, from: string): string | undefined {
	for (let at = from; ; at = dirname(at)) {
		const folder = join(at, "node_modules", name);
		if (existsSync(join(folder, "package.json"))) return realpathSync(folder);
		if (at === dirname(at)) return undefined;
	}
}

/** The packages that a project has, by their folders: those that its package.json names. */
export function packagesOf(project: string): string[] {
	const { dependencies, optionalDependencies, devDependencies } = manifestOf(project);
	return [dependencies, optionalDependencies, devDependencies]
		.flatMap((names) => (isObject(names) ? Object.keys(names) : []))
		.flatMap((name) => packageFolder(name, project) ?? []);
}

/** The packages in a folder of packages. */
export function packagesIn(folder: string): string[] {
	const names = readdirSync(folder).flatMap((name) =>
		name.startsWith("@") ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
	);
	return names.sort().flatMap((name) => packageFolder(name, dirname(folder)) ?? []);
}

/** The nearest folder with a package.json, upwards. */
export function projectAround(folder: string): string | undefined {
	for (let at = folder; ; at = dirname(at)) {
		if (existsSync(join(at, "package.json"))) return at;
		if (at === dirname(at)) return undefined;
	}
}

/** What a program in a folder gets for an imported name. */
export function resolvedFrom(folder: string, name: string): URL | undefined {
	try {
		return pathToFileURL(createRequire(join(folder, "package.json")).resolve(name));
	} catch {
		return undefined;
	}
}

/** A package.json; empty if it cannot be read. */
export function manifestOf(folder: string): Readonly<Record<string, unknown>> {
	try {
		const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
		return isObject(manifest) ? manifest : {};
	} catch {
		return {};
	}
}
