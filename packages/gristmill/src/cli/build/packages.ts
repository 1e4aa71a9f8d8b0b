import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { isObject } from "../../core/schema/is-object.js";
import { bundleFolder } from "../../mill-files/bundle.js";
import { manifestOf, packageFolder } from "../../mill-files/package-mills.js";
import { WorkError } from "../command-line/command-error.js";
import { filesIn } from "./out-folder.js";
import { HERE, isFor, type Platform, platformIn, platformText, samePlatform } from "./platform.js";

/** A package that has no part for the platform. */
export class MissingPart extends Error {
	override name = "MissingPart";
	/** The packages that npm would install for it. */
	readonly wanted: readonly string[];

	constructor(message: string, wanted: readonly string[]) {
		super(message);
		this.wanted = wanted;
	}
}

/** A package and where it is copied to. */
interface Placed {
	readonly name: string;
	readonly folder: string;
	/** Its path in the built folder, such as `node_modules/sharp`. */
	readonly at: string;
}

/**
 * The files of packages and of all that they depend on, as far as a platform needs them: where each is copied to. Throws a
 * MissingPart.
 */
export function filesOfPackages(roots: ReadonlyMap<string, string>, platform: Platform): Map<string, string> {
	const placed = new Map<string, Placed>();
	const files = new Map<string, string>();
	const visit = (name: string, folder: string, parent?: Placed): void => {
		const flat = `node_modules/${name}`;
		const taken = placed.get(flat);
		if (taken?.folder === folder) return;
		const at = taken === undefined ? flat : `${parent?.at}/node_modules/${name}`;
		if (placed.has(at)) return;
		const one = { name, folder, at };
		placed.set(at, one);
		for (const file of filesFor(one, platform))
			files.set(file, `${at}/${relative(folder, file).split(sep).join("/")}`);
		for (const [needed, from] of neededBy(one, platform)) visit(needed, from, one);
	};
	for (const [name, folder] of [...roots].sort()) visit(name, folder);
	return files;
}

/** The packages that a package depends on, as far as they are for the platform. */
function neededBy({ name, folder }: Placed, platform: Platform): Map<string, string> {
	const { dependencies, optionalDependencies, peerDependencies } = manifestOf(folder);
	const found = new Map<string, string>();
	const locate = (needed: string) => packageFolder(needed, folder);
	for (const needed of namesIn(dependencies)) {
		if (namesIn(optionalDependencies).includes(needed)) continue;
		const at = locate(needed);
		if (at === undefined)
			throw new WorkError(
				`The package ${needed} is not installed, and ${name} needs it. Run npm install, and build again.`,
			);
		found.set(needed, at);
	}
	for (const needed of namesIn(peerDependencies)) {
		const at = needed === "gristmill" ? undefined : locate(needed);
		if (at !== undefined) found.set(needed, at);
	}
	const parts = namesIn(optionalDependencies);
	const missing: string[] = [];
	for (const part of parts) {
		const at = locate(part);
		const named = platformIn(part);
		if (at === undefined) {
			if (named && samePlatform(named, platform)) missing.push(part);
		} else if (isFor(manifestOf(at), platform)) found.set(part, at);
	}
	if (missing.length > 0)
		throw new MissingPart(
			`${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} not installed`,
			missing,
		);
	const isNative = parts.some((part) => platformIn(part));
	if (isNative && !parts.some((part) => found.has(part) && platformIn(part)))
		throw new WorkError(
			`The package ${name} has no part for ${platformText(platform)}. Choose another platform.`,
		);
	return found;
}

/** The files of a package for a platform: no declarations, no source maps, no native code of other platforms. */
function filesFor({ name, folder }: Placed, platform: Platform): string[] {
	const own = ownFiles(folder);
	const native = own.filter((path) => path.endsWith(".node"));
	const kept = own.filter((path) => {
		if (/\.(?:map|d\.[cm]?ts|[cm]?ts|md|markdown)$/.test(path) && !/licen[cs]e/i.test(path)) return false;
		const named = platformIn(relative(folder, path).split(sep).join("/"));
		return named === undefined || samePlatform(named, platform);
	});
	const says = (path: string) => platformIn(relative(folder, path)) ?? platformIn(name);
	if (native.length > 0 && !native.some((path) => kept.includes(path)))
		throw new WorkError(
			`The package ${name} has no native code for ${platformText(platform)}. Choose another platform.`,
		);
	if (!samePlatform(platform, HERE) && native.some((path) => kept.includes(path) && says(path) === undefined))
		throw new WorkError(
			`The package ${name} was compiled for this machine (${platformText(HERE)}). Build on ${platformText(platform)}.`,
		);
	return kept;
}

/** Every file of a package, without the packages inside it. */
function ownFiles(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true })
		.filter(({ name }) => name !== "node_modules" && !name.startsWith("."))
		.flatMap((entry) => {
			const path = join(folder, entry.name);
			return entry.isDirectory() ? filesIn(path) : existsSync(path) ? [path] : [];
		})
		.sort();
}

function namesIn(dependencies: unknown): string[] {
	return isObject(dependencies) ? Object.keys(dependencies) : [];
}

/**
 * Fetches packages from npm for a platform, in the versions that are installed here. Returns their folders; they are removed when
 * this process ends. Install scripts do not run.
 */
export function fetchPackages(
	roots: ReadonlyMap<string, string>,
	{ os, cpu, libc }: Platform,
): ReadonlyMap<string, string> {
	const folder = mkdtempSync(join(bundleFolder(), "npm-"));
	const dependencies = Object.fromEntries([...roots].map(([name, at]) => [name, manifestOf(at).version]));
	writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
	const words = [
		"install",
		"--ignore-scripts",
		"--no-audit",
		"--no-fund",
		"--no-package-lock",
		`--os=${os}`,
		`--cpu=${cpu}`,
	];
	const { error, status, stderr } = spawnSync("npm", [...words, ...(libc ? [`--libc=${libc}`] : [])], {
		cwd: folder,
		encoding: "utf8",
		timeout: MOST_FETCH_MS,
	});
	const why =
		error?.message ??
		stderr
			.split("\n")
			.find((line) => /^npm error (?!code )/.test(line))
			?.slice(10);
	if (status !== 0)
		throw new WorkError(`npm could not fetch ${[...roots.keys()].join(", ")}: ${why ?? "it took too long"}.`);
	return new Map([...roots.keys()].map((name) => [name, packageFolder(name, folder) ?? ""]));
}

const MOST_FETCH_MS = 600_000;
