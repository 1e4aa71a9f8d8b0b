import { readFileSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import type { Message, Plugin } from "esbuild";
import { bundleError, compiler, loaderOf } from "../../mill-files/bundle.js";
import { asksForPlace, PLACE_DEFINES, packagesNamedIn, withPlace } from "../../mill-files/own-places.js";
import { manifestOf, projectAround } from "../../mill-files/package-mills.js";
import { FOLDER_OPTIONS, REQUIRE } from "./bundle-options.js";
import type { OutFolder } from "./out-folder.js";
import { TOOLKIT } from "./toolkit.js";

/** Code that asks where it is, or loads native code: its package must be on the disk as a whole. */
const NEEDS_ITS_FOLDER =
	/\bimport\.meta\.(?:url|dirname|filename|resolve)|\b__(?:dirname|filename)\b|\bcreateRequire\b|\bprocess\.dlopen\b|\.node["'`]/;
const TOOLKIT_FILES: Readonly<Record<string, string>> = {
	gristmill: "index.js",
	"gristmill/client": "client/index.js",
	"gristmill/library": "library/index.js",
};
const MOST_TURNS = 50;

/** A mill as one file, and what it needs beside it. */
interface MillBundle {
	readonly code: string;
	/** Packages that are copied as a whole, by the names that the code imports: their folders. */
	readonly packages: ReadonlyMap<string, string>;
	/** The folder that the copies of its files are relative to. */
	readonly root: string;
}

/**
 * Bundles the module of a mill with its packages, except those that must lie on the disk. `place` is the folder for the files of
 * the mill, beside the bundle; `files` are those that it reads.
 */
export async function bundleMill(
	entry: string,
	place: string,
	files: readonly string[],
	out: OutFolder,
): Promise<MillBundle> {
	const { build } = await compiler();
	const whole = new Map<string, string>();
	const asking = new Set<string>();
	// Which packages must be whole, and which files ask for their place, is known when their code was read. So this is repeated.
	for (let turn = 0; turn < MOST_TURNS; turn++) {
		const before = whole.size + asking.size;
		const root = commonFolder([...asking, ...files, entry]);
		const result = await build({
			...FOLDER_OPTIONS,
			// As for gristmill serve: the text of a function may be part of the digest.
			...{ minifyWhitespace: false, minifySyntax: false, define: PLACE_DEFINES },
			absWorkingDir: dirname(entry),
			entryPoints: [entry],
			banner: {
				js: `${REQUIRE}const __base=new URL(${JSON.stringify(`./${place}/`)},import.meta.url),__resolve=(name)=>import.meta.resolve(name);`,
			},
			plugins: [packages(entry, whole), places(entry, root, whole, asking)],
		}).catch((error: { errors?: Message[] }) => {
			// A file that esbuild cannot read may have shown that its package must be whole.
			if (whole.size + asking.size > before) return undefined;
			throw bundleError(error, entry);
		});
		if (!result || whole.size + asking.size > before) continue;
		out.noteBundled(result.metafile, dirname(entry));
		return { code: result.outputFiles[0]?.text ?? "", packages: whole, root };
	}
	throw new Error(`${entry} needs more than ${MOST_TURNS} packages as a whole.`);
}

/** Leaves the toolkit and whole packages outside of the bundle. */
const packages = (entry: string, whole: Map<string, string>): Plugin => ({
	name: "packages",
	setup({ onResolve, resolve: find }) {
		onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
			if (kind === "entry-point" || pluginData === "seen" || /^(?:node|data):/.test(path)) return undefined;
			const own = TOOLKIT_FILES[path];
			if (own !== undefined) return { path: `../${TOOLKIT}/dist/${own}`, external: true };
			const found = await find(path, { kind, resolveDir, importer, pluginData: "seen" });
			// Packages try to load others that may be missing; esbuild leaves these calls as they are.
			if (found.errors.length > 0) return packageOf(importer, entry) ? undefined : { errors: found.errors };
			if (found.external) return found;
			const home = packageOf(found.path, entry);
			if (home === undefined || !whole.has(home.name)) return { ...found, pluginData: undefined };
			if (whole.get(home.name) === home.folder) return { path, external: true };
			// Outside of the bundle, a name leads to one folder.
			const text = `The package ${home.name} is needed in two versions and must lie on the disk: install one version for both`;
			return { errors: [{ text }] };
		});
	},
});

/** Gives files of the mill their places in the built folder, and notes the packages that must be whole. */
const places = (entry: string, root: string, whole: Map<string, string>, asking: Set<string>): Plugin => ({
	name: "places",
	setup({ onLoad, resolve: find }) {
		onLoad({ filter: /./ }, async ({ path }) => {
			const isCode = /\.[cm]?[jt]sx?$/.test(path);
			const home = packageOf(path, entry);
			const source = isCode ? readFileSync(path, "utf8") : "";
			if (home) {
				const isPlain = isCode ? !NEEDS_ITS_FOLDER.test(source) : path.endsWith(".json");
				if (!isPlain && !whole.has(home.name)) whole.set(home.name, home.folder);
				return isPlain || isCode ? undefined : { contents: "", loader: "empty" };
			}
			for (const name of packagesNamedIn(source)) {
				const found = await find(name, {
					kind: "require-call",
					resolveDir: dirname(path),
					pluginData: "seen",
				});
				const named = found.errors.length > 0 || found.external ? undefined : packageOf(found.path, entry);
				if (named && !whole.has(named.name)) whole.set(named.name, named.folder);
			}
			if (!asksForPlace(source)) return undefined;
			asking.add(path);
			const name = relative(root, path).split(sep).join("/");
			const url = `new URL(${JSON.stringify(encodeURI(name))},__base).href`;
			return { contents: withPlace(source, { url, resolve: "__resolve" }), loader: loaderOf(path) };
		});
	},
});

/**
 * The package that a file belongs to; undefined for the mill's own code. Packages of mills are own code, too: they say which
 * files they read.
 */
function packageOf(path: string, entry: string): { name: string; folder: string } | undefined {
	if (!path.includes("/node_modules/")) return undefined;
	let folder = projectAround(dirname(path));
	// Packages put files with a type alone into their folders.
	while (folder !== undefined && manifestOf(folder).name === undefined)
		folder = projectAround(dirname(folder));
	if (folder === undefined) return undefined;
	const { name, gristmill } = manifestOf(folder);
	const isOwn = entry.startsWith(`${folder}/`) || gristmill !== undefined;
	return isOwn ? undefined : { name: String(name), folder };
}

/** The deepest folder that holds all files. */
export function commonFolder(paths: readonly string[]): string {
	const parts = paths.map((path) => dirname(resolve(path)).split(sep));
	const [first = []] = parts;
	let depth = 0;
	while (depth < first.length && parts.every((one) => one[depth] === first[depth])) depth++;
	return first.slice(0, depth).join(sep) || sep;
}
