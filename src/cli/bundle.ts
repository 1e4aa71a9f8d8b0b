import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Message, type Plugin } from "esbuild";
import { WorkError } from "./command-error.js";

/** A mill file that can be imported as it is: plain JavaScript, whatever it was written in. */
export interface Bundle {
	/** The module to import. */
	readonly url: URL;
	/** The files that it was made from, for watching. */
	readonly sources: readonly string[];
}

/** This installation: what a mill file means by a bare `gristmill`. */
const GRISTMILL = new URL("../index.js", import.meta.url).href;

let folder: string | undefined;

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
 * they are and are imported from there, so that native addons work. Throws a WorkError.
 */
export async function bundle(file: string): Promise<Bundle> {
	const path = resolve(file);
	const outfile = join(bundleFolder(), `${basename(path).replace(/\.[^.]*$/, "")}-${Date.now()}.mjs`);
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
			plugins: [packagesOutside, ownAddress],
		});
		return {
			url: pathToFileURL(outfile),
			sources: Object.keys(result.metafile.inputs).map((name) => resolve(name)),
		};
	} catch (error) {
		const [first] = (error as { errors?: Message[] }).errors ?? [];
		throw new WorkError(first ? describe(first, file) : `${file}: ${(error as Error).message}`);
	}
}

function describe({ location, text }: Message, file: string): string {
	return location ? `${location.file}:${location.line}:${location.column + 1}: ${text}` : `${file}: ${text}`;
}

const packagesOutside: Plugin = {
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
			if (path === "gristmill") return { path: GRISTMILL, external: true };
			const found = await find(path, { kind, resolveDir, importer, pluginData: "seen" });
			if (found.errors.length > 0) return { errors: found.errors };
			// What the bundler itself marks as external is one of Node's own modules.
			return found.external ? found : { path: pathToFileURL(found.path).href, external: true };
		});
	},
};

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

/** Turns what a mill file threw while it was imported into one line that names the file's own line. */
export function describeImportError(error: unknown, file: string, { sources }: Bundle): string {
	if (!(error instanceof Error)) return `${file}: it threw something that is no error.`;
	for (const line of error.stack?.split("\n") ?? [])
		for (const source of sources) {
			const end = line.indexOf(`${source}:`) + source.length;
			const place = line.includes(`${source}:`) && /^:\d+:\d+/.exec(line.slice(end))?.[0];
			if (place) return `${relative(process.cwd(), source)}${place}: ${error.message}`;
		}
	return `${file}: ${error.message}`;
}
