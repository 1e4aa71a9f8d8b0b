import { existsSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { fileURLToPath } from "node:url";
import type { Mill, Need } from "../core/mill.js";

const FLAGS = process.allowedNodeEnvironmentFlags;
const SWITCH = ["--permission", "--experimental-permission"].find((flag) => FLAGS.has(flag));
const ALLOW: Readonly<Record<Need, string>> = {
	addons: "--allow-addons",
	spawn: "--allow-child-process",
	wasi: "--allow-wasi",
};

/** What this version of Node cannot deny to a worker, in words for the log. */
export function undeniable(): string[] {
	if (!SWITCH) return ["files, writing, spawning and addons: this Node has no permission model"];
	return FLAGS.has("--allow-net") ? [] : ["the network: this Node's permission model does not cover it"];
}

/**
 * The flags that let a worker read its code and its assets, and do what its mills need, and nothing else.
 * A guard against accident: native code and the operating system know nothing of it.
 */
export function permissionFlags(
	needs: readonly Need[],
	mills: readonly { readonly mill: Mill; readonly url: URL; readonly reads: readonly string[] }[],
): string[] {
	if (!SWITCH) return [];
	const paths = new Set<string>(codeFolders(fileURLToPath(import.meta.url)));
	for (const { mill, url, reads } of mills) {
		for (const folder of reads) paths.add(`${folder}/*`);
		for (const folder of codeFolders(fileURLToPath(url))) paths.add(folder);
		for (const asset of mill.assets) paths.add(fileURLToPath(asset));
		for (const { input } of mill.examples) if (input instanceof URL) paths.add(fileURLToPath(input));
	}
	return [
		SWITCH,
		...[...paths].map((path) => `--allow-fs-read=${path}`),
		...needs.map((need) => ALLOW[need]).filter((flag) => FLAGS.has(flag)),
	];
}

/** Where the code of a module lies: its package, and every folder of packages on the way to the root. */
function codeFolders(file: string): string[] {
	const folders: string[] = [];
	const { root } = parse(file);
	let home: string | undefined;
	for (let folder = dirname(file); ; folder = dirname(folder)) {
		if (home === undefined && existsSync(join(folder, "package.json"))) home = folder;
		const packages = join(folder, "node_modules");
		if (existsSync(packages)) folders.push(`${packages}/*`);
		if (folder === root) break;
	}
	return [`${home ?? dirname(file)}/*`, ...folders];
}
