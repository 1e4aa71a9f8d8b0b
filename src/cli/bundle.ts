import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Message, Plugin } from "esbuild";
import { UsageError, WorkError } from "./command-error.js";

/** A mill file that can be imported as it is: plain JavaScript, whatever it was written in. */
export interface Bundle {
	/** The module to import. */
	readonly url: URL;
	/** The files that it was made from, for watching. */
	readonly sources: readonly string[];
	/** The folders that its packages lie in: workers must be able to read them. */
	readonly reads: readonly string[];
}

/** This installation: what a mill file means by a bare `gristmill`. */
const OURS: Readonly<Record<string, string>> = {
	gristmill: new URL("../index.js", import.meta.url).href,
	"gristmill/client": new URL("../client/index.js", import.meta.url).href,
};

let folder: string | undefined;
let count = 0;

/** Where bundles lie: one folder per process, gone when it ends. */
function bundleFolder(): string {
	if (folder === undefined) {
		const made = mkdtempSync(join(tmpdir(), "gristmill-"));
		process.once("exit", () => rmSync(made, { recursive: true, force: true }));
		folder = made;
	}
	return folder;
}

/**
 * Turns a mill file into one module of plain JavaScript. Its own files are put together; packages stay where
 * they are and are imported from there, so that native addons work. Throws a CommandError.
 */
export async function bundle(file: string): Promise<Bundle> {
	const path = resolve(file);
	const found = statSync(path, { throwIfNoEntry: false });
	if (!found?.isFile()) throw new UsageError(`Name a file: ${file} is ${found ? "no file" : "not there"}.`);
	const outfile = join(bundleFolder(), `${basename(path).replace(/\.[^.]*$/, "")}-${++count}.mjs`);
	const packages = new Set<string>();
	// Imported here: the built-in mills need no bundler, and it costs a start a twentieth of a second.
	const { build } = await import("esbuild");
	try {
		const result = await build({
			entryPoints: [path],
			outfile,
			bundle: true,
			platform: "node",
			format: "esm",
			target: "node20",
			sourcemap: "inline",
			sourcesContent: false,
			metafile: true,
			logLevel: "silent",
			// Each file keeps its own address, so that `new URL("./weights.bin", import.meta.url)` finds its file.
			define: { "import.meta.url": "__moduleUrl" },
			plugins: [packagesOutside(packages), ownAddress],
		});
		const sources = Object.keys(result.metafile.inputs).map((name) => resolve(name));
		return { url: pathToFileURL(outfile), sources, reads: [...packages] };
	} catch (error) {
		const [first] = (error as { errors?: Message[] }).errors ?? [];
		throw new WorkError(first ? describe(first, file) : `${file}: ${(error as Error).message}`);
	}
}

function describe({ location, text }: Message, file: string): string {
	return location ? `${location.file}:${location.line}:${location.column + 1}: ${text}` : `${file}: ${text}`;
}

/** Leaves packages where they are, and notes the folders that they lie in. */
const packagesOutside = (folders: Set<string>): Plugin => ({
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
			// What the bundler itself marks as external is one of Node's own modules.
			if (found.external) return found;
			const end = found.path.lastIndexOf("/node_modules/");
			folders.add(end < 0 ? dirname(found.path) : found.path.slice(0, end + "/node_modules".length));
			return { path: pathToFileURL(found.path).href, external: true };
		});
	},
});

const ownAddress: Plugin = {
	name: "own-address",
	setup({ onLoad }) {
		onLoad({ filter: /\.[cm]?[jt]sx?$/ }, ({ path }) => {
			const source = readFileSync(path, "utf8");
			if (!source.includes("import.meta.url")) return undefined;
			// On the first line, so that line numbers stay true.
			const contents = `const __moduleUrl = ${JSON.stringify(pathToFileURL(path).href)};${source}`;
			return { contents, loader: /\.[cm]?tsx?$/.test(path) ? "ts" : "js" };
		});
	},
};
