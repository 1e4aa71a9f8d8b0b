import {
	accessSync,
	appendFileSync,
	constants,
	mkdtempSync,
	readFileSync,
	rmSync,
	type Stats,
	statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildOptions, Message, Plugin } from "esbuild";
import { keepFiles } from "../command/keep-files.js";
import { warden } from "../command/warden.js";
import { readTrouble } from "../core/file-trouble.js";
import { MillFileError } from "./mill-file-error.js";
import {
	asksForPlace,
	PLACE_DEFINES,
	packageFoldersAround,
	packagesNamedIn,
	withPlace,
} from "./own-places.js";
import { manifestOf, projectAround } from "./package-mills.js";

/** A mill file as plain JavaScript that Node can import. */
export interface Bundle {
	/** The module to import. */
	readonly url: URL;
	/** Its source files. */
	readonly sources: readonly string[];
	/** The folders of its packages, which workers must be able to read. */
	readonly reads: readonly string[];
}

/** A mill file that imports `gristmill` gets this installation. */
const OURS: Readonly<Record<string, string>> = {
	gristmill: new URL("../index.js", import.meta.url).href,
	"gristmill/client": new URL("../client/index.js", import.meta.url).href,
	"gristmill/library": new URL("../library/index.js", import.meta.url).href,
};

let folder: string | undefined;
let count = 0;

/** The folder of the bundles: one for each process, deleted at exit, also if the process is killed. */
export function bundleFolder(): string {
	if (folder === undefined) {
		const made = mkdtempSync(join(tmpdir(), "gristmill-"));
		process.once("exit", () => rmSync(made, { recursive: true, force: true }));
		warden.guard(made);
		keepFiles(made);
		folder = made;
	}
	return folder;
}

/** The options for every mill file. */
export const OPTIONS = {
	bundle: true,
	platform: "node",
	format: "esm",
	target: "node20",
	sourcemap: "inline",
	sourcesContent: false,
	logLevel: "silent",
	// Each file keeps its own URL, so that `new URL("./weights.bin", import.meta.url)` finds its file.
	define: PLACE_DEFINES,
} as const satisfies BuildOptions;

/**
 * Bundles a mill file into one module of plain JavaScript. Packages are not bundled but imported from their folders, so
 * that native addons work. Throws a MillFileError.
 */
export async function bundle(file: string): Promise<Bundle> {
	const path = resolve(file);
	mustBeFile(path, file);
	const outfile = join(bundleFolder(), `${basename(path).replace(/\.[^.]*$/, "")}-${++count}.mjs`);
	const packages = new Set<string>();
	const { build } = await compiler();
	try {
		const located = new Set<string>();
		const plugins = [packagesOutside(packages), ownPlaces(packages, located)];
		// Names in the bundle are relative to this folder. With the current one, the digest would depend on it.
		const options = { ...OPTIONS, absWorkingDir: dirname(path), entryPoints: [path], outfile, plugins };
		const result = await build({ ...options, metafile: true });
		// The digest finds the packages whose files the code looks up by name.
		if (located.size > 0) appendFileSync(outfile, `//# ${JSON.stringify([...located].sort())}\n`);
		const sources = Object.keys(result.metafile.inputs).map((name) => resolve(dirname(path), name));
		return { url: pathToFileURL(outfile), sources, reads: [...packages] };
	} catch (error) {
		throw bundleError(error, file);
	}
}

/** Imported on demand: installed mills need no compiler, and loading it takes about 50 ms. */
export function compiler(): Promise<typeof import("esbuild")> {
	return import("esbuild").catch((error: NodeJS.ErrnoException) => {
		if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
		throw new MillFileError(
			"There is no compiler here: a folder of gristmill build serves the mills that it has. Install gristmill with npm to use mill files.",
		);
	});
}

/** What the compiler says about a mill file, as one sentence with the place. */
export function bundleError(error: unknown, file: string): MillFileError {
	const [first] = (error as { errors?: Message[] }).errors ?? [];
	return new MillFileError(first ? describe(first, file) : `${file}: ${(error as Error).message}`);
}

/** Refuses a path that is not a file's. `named` is the path as it was given. */
export function mustBeFile(path: string, named: string): void {
	let found: Stats | undefined;
	try {
		found = statSync(path, { throwIfNoEntry: false });
		if (found?.isFile()) accessSync(path, constants.R_OK);
	} catch (error) {
		throw new MillFileError(`${readTrouble(named, error)}. Make the mill file readable.`);
	}
	if (found?.isFile()) return;
	const finding = found ? "is not a file" : "does not exist";
	throw new MillFileError(`${named} ${finding}. Name a mill file.`, { isMisnamed: true });
}

function describe({ location, text }: Message, file: string): string {
	const named = location && relative(process.cwd(), resolve(dirname(file), location.file));
	const place = location ? `${named}:${location.line}:${location.column + 1}` : file;
	return `${place}: ${text}${adviceFor(text)}`;
}

/** What to do about an import that the bundler does not find; its own message does not say it. */
function adviceFor(text: string): string {
	const name = /^Could not resolve "(.+)"$/.exec(text)?.[1];
	if (name === undefined) return "";
	if (/^[./]/.test(name)) return ": there is no such file.";
	const [scope = "", rest] = name.split("/");
	return `: install it beside the mill file, with npm install ${scope.startsWith("@") ? `${scope}/${rest}` : scope}.`;
}

/** Does not bundle packages, and notes their folders. */
export const packagesOutside = (folders: Set<string>): Plugin => ({
	name: "packages-outside",
	setup({ onResolve, resolve: find }) {
		onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
			if (
				kind === "entry-point" ||
				pluginData === "seen" ||
				/^(?:node|file|data):/.test(path) ||
				path[1] === ":"
			)
				return;
			if (Object.hasOwn(OURS, path)) return { path: OURS[path] ?? path, external: true };
			const found = await find(path, { kind, resolveDir, importer, pluginData: "seen" });
			if (found.errors.length > 0) return { errors: found.errors };
			// A module of Node itself.
			if (found.external) return found;
			if (isOwnSource(path, found.path)) return found;
			folders.add(folderOf(found.path));
			return { path: pathToFileURL(found.path).href, external: true };
		});
	},
});

/** The folder of packages that a file is in, or the file's own folder. */
function folderOf(path: string): string {
	const end = path.lastIndexOf("/node_modules/");
	return end < 0 ? dirname(path) : path.slice(0, end + "/node_modules".length);
}

/** Whether a name leads to source code: a path of tsconfig.json, or TypeScript of a linked package. Node cannot import it. */
function isOwnSource(name: string, path: string): boolean {
	if (/\.(?:[cm]?ts|[jt]sx)$/.test(path)) return true;
	if (path.includes("/node_modules/")) return false;
	const home = manifestOf(projectAround(dirname(path)) ?? "").name;
	return home !== name.split("/", name.startsWith("@") ? 2 : 1).join("/");
}

/** Resolves the name of a package from a file, as far as CommonJS can. */
const RESOLVE = {
	imports:
		'import{createRequire as __requireFrom}from"node:module";import{pathToFileURL as __toUrl}from"node:url";',
	resolve:
		'(name)=>{const found=__requireFrom(__moduleUrl).resolve(name);return/[.]|^[/]/.test(found)?__toUrl(found).href:"node:"+found.replace("node:","")}',
};

/** Gives each file its own place, and notes the packages whose files it looks up: workers must be able to read them. */
const ownPlaces = (folders: Set<string>, located: Set<string>): Plugin => ({
	name: "own-places",
	setup({ onLoad, resolve: find }) {
		onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
			const source = readFileSync(path, "utf8");
			if (!asksForPlace(source)) return undefined;
			const names = packagesNamedIn(source);
			if (names.length > 0) for (const folder of packageFoldersAround(path)) folders.add(folder);
			const urls = new Map<string, string>();
			for (const name of names) {
				const from = { kind: "import-statement", resolveDir: dirname(path), pluginData: "seen" } as const;
				const { errors, external, path: found } = await find(name, from);
				if (errors.length > 0 || external) continue;
				urls.set(name, pathToFileURL(found).href);
				folders.add(folderOf(found));
			}
			for (const url of urls.values()) located.add(url);
			// Settled here, because a package may be for import alone, which CommonJS does not find.
			const text = source.replace(RESOLVED, (call, _, name) => JSON.stringify(urls.get(name)) ?? call);
			const contents = withPlace(text, { url: JSON.stringify(pathToFileURL(path).href), ...RESOLVE });
			return { contents, loader: loaderOf(path) };
		});
	},
});

const RESOLVED = /\bimport\.meta\.resolve\(\s*(["'`])([^"'`\n]+)\1\s*\)/g;

/** How esbuild reads a file. */
export function loaderOf(path: string): "ts" | "tsx" | "js" | "jsx" {
	if (/\.tsx$/.test(path)) return "tsx";
	if (/\.jsx$/.test(path)) return "jsx";
	return /\.[cm]?ts$/.test(path) ? "ts" : "js";
}
