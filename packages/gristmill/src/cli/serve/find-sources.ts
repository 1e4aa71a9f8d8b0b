import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Plugin } from "esbuild";
import { compiler, OPTIONS, packagesOutside } from "../../mill-files/bundle.js";
import { isPythonFile, pythonSources } from "../../mill-files/python-file.js";

/** The source files of a mill file that the bundler reads. */
interface MillFileSources {
	readonly files: readonly string[];
	/** False if a mistake in a file hides its imports. */
	readonly isComplete: boolean;
}

/** Finds the source files of a mill file, for `--watch`. Mistakes in them are not errors here. */
export async function findSources(file: string, python?: string): Promise<MillFileSources> {
	if (isPythonFile(file)) return pythonSources(file, python);
	const path = resolve(file);
	const files = new Set([path]);
	const { build } = await compiler();
	const plugins = [noteSources(files), packagesOutside(new Set())];
	const isComplete = await build({ ...OPTIONS, entryPoints: [path], write: false, plugins }).then(
		() => true,
		() => false,
	);
	const named = await Promise.all(filesNamedIn([...files]).map((one) => withModules(one, python)));
	return { files: [...files, ...named.flat()], isComplete };
}

/** `new URL("./scorer.py", import.meta.url)`: a file that a mill reads, or a function in Python that it calls. */
const NAMED_FILE = /new URL\(\s*["'](\.[^"'\n]+)["']\s*,\s*import\.meta\.url\s*\)/g;

function filesNamedIn(sources: readonly string[]): string[] {
	return sources.flatMap((source) => {
		const code = existsSync(source) ? readFileSync(source, "utf8") : "";
		return [...code.matchAll(NAMED_FILE)].map(([, path = ""]) => resolve(dirname(source), path));
	});
}

/** A file, and if it is in Python the modules beside it that it imports. */
async function withModules(file: string, python: string | undefined): Promise<readonly string[]> {
	return isPythonFile(file) ? (await pythonSources(file, python)).files : [file];
}

/** `./a.js` may be `a.ts`, and `./a` may have any of these endings. */
const ENDINGS = [".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".jsx", ".json"];

/** Notes each file that is read, and the possible names of missing files. */
const noteSources = (files: Set<string>): Plugin => ({
	name: "note-sources",
	setup({ onLoad, onResolve, resolve: find }) {
		onLoad({ filter: /./ }, ({ path }) => {
			files.add(path);
			return undefined;
		});
		onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
			if (pluginData === "seen") return undefined;
			const found = await find(path, { kind, resolveDir, importer, pluginData: "seen" });
			if (found.errors.length === 0) return undefined;
			const missing = resolve(resolveDir, path);
			const stem = missing.replace(/\.[cm]?[jt]sx?$/, "");
			for (const name of [missing, ...ENDINGS.map((ending) => stem + ending)]) files.add(name);
			return undefined;
		});
	},
});
