import { existsSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { fileURLToPath } from "node:url";
import { exampleFiles, type Mill, type Need } from "../../core/definition/mill.js";
import { settingFiles } from "../../core/definition/settings.js";
import { OUR_CODE, ownFiles } from "../digest/imports.js";
import type { ProgramAccess } from "../loading/programs.js";

const FLAGS = process.allowedNodeEnvironmentFlags;
const SWITCH = ["--permission", "--experimental-permission"].find((flag) => FLAGS.has(flag));
const ALLOW: Readonly<Partial<Record<Need, string>>> & { readonly spawn: string } = {
	addons: "--allow-addons",
	spawn: "--allow-child-process",
	wasi: "--allow-wasi",
};

const NETWORK = "--allow-net";

/** What a Node with these flags cannot deny to mills, as sentences for the log. */
export function undeniable(flags: ReadonlySet<string> = FLAGS): string[] {
	const cannotDeny = (what: string) => [`this version of Node cannot deny mills ${what}; Node 26 can`];
	if (!flags.has("--permission") && !flags.has("--experimental-permission"))
		return cannotDeny("files, processes, addons and the network");
	return flags.has(NETWORK) ? [] : cannotDeny("the network");
}

/** Whether a worker with these flags may start processes. */
export function maySpawn(flags: readonly string[]): boolean {
	return !SWITCH || !flags.includes(SWITCH) || flags.includes(ALLOW.spawn);
}

/** A mill, as far as the permissions of its worker depend on it. */
export interface WorkerMill {
	readonly mill: Mill;
	readonly url: URL;
	/** Further folders with its code. */
	readonly reads: readonly string[];
	/** Set if it starts a program. */
	readonly access?: ProgramAccess | undefined;
	/** The folder with the files that it prepares. */
	readonly preparedIn?: string | undefined;
}

/**
 * The flags that let a worker read its code and assets, and do what its mills need, and nothing else. They protect against
 * accidents: native code is not restricted.
 */
export function permissionFlags(needs: readonly Need[], mills: readonly WorkerMill[]): string[] {
	if (!SWITCH) return [];
	const paths = new Set<string>([`${OUR_CODE}*`, ...surroundings(OUR_CODE)]);
	const folders = new Set<string>();
	for (const { mill, url, reads, access, preparedIn } of mills) {
		for (const path of access?.reads ?? []) paths.add(path);
		if (access) folders.add(`${access.folder}/*`);
		for (const folder of reads) paths.add(`${folder}/*`);
		if (preparedIn !== undefined) paths.add(`${preparedIn}/*`);
		for (const path of codeOf(fileURLToPath(url))) paths.add(path);
		for (const asset of [...mill.assets, ...settingFiles(mill)]) paths.add(fileURLToPath(asset));
		for (const example of mill.examples)
			for (const file of exampleFiles(mill, example)) paths.add(fileURLToPath(file));
	}
	return [
		SWITCH,
		...[...paths, ...folders].map((path) => `--allow-fs-read=${path}`),
		...[...folders].map((path) => `--allow-fs-write=${path}`),
		...needs.flatMap((need) => ALLOW[need] ?? []).filter((flag) => FLAGS.has(flag)),
		// The processes that a mill starts have the network anyway. Then its worker can have one pipe, which Node counts as network.
		...(needs.includes("spawn") && FLAGS.has(NETWORK) ? [NETWORK] : []),
	];
}

/** The flags of a worker that may also write to a folder. */
export function alsoWriting(flags: readonly string[], folder: string): string[] {
	return SWITCH && flags.includes(SWITCH) ? [...flags, `--allow-fs-write=${folder}/*`] : [...flags];
}

/** The paths that Node reads to run a module: each file of its code and the files around them, but not their folders. */
function codeOf(module: string): string[] {
	const files = [...ownFiles(module)];
	const folders = new Set(files.map((file) => dirname(file)));
	return [...files, ...[...folders].flatMap(surroundings)];
}

/** The paths that Node reads to resolve imports in a folder: package.json files, and every node_modules up to the root. */
function surroundings(folder: string): string[] {
	const paths: string[] = [];
	let isInside = true;
	for (let at = join(folder, "."); ; at = dirname(at)) {
		const description = join(at, "package.json");
		if (isInside) paths.push(description);
		if (existsSync(description)) isInside = false;
		const packages = join(at, "node_modules");
		if (existsSync(packages)) paths.push(`${packages}/*`);
		if (at === parse(at).root) return paths;
	}
}
