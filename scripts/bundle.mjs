// What is published of the toolkit: a few files in place of hundreds. Finding and reading each one is most of a start.
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { build } from "esbuild";

/** The modules that are imported by name or started as programs, and so keep their places. */
export const ENTRIES = [
	"index.js",
	"client/index.js",
	"library/index.js",
	"cli/main.js",
	"cli/dev/dev-process.js",
	"cli/serve/member-process.js",
	"runtime/worker/worker.js",
	"mcp/thread-entry.js",
	"checker/schema/judge-worker.js",
	"python/python-mill.js",
];
/** Folders whose files stay what they are: what a browser loads, and mills. */
const WHOLE = ["web", "examples"];
const LEFT_OUT = ["testing", "page"];
const CHUNKS = "chunks";

/** The folder of the toolkit, as a URL. */
const BASE = "__toolkitUrl";

/**
 * Writes the compiled toolkit `from` to the folder `to`. What several entries need is in chunks, each once, so that a class is the same
 * for all of them. Identifiers stay: the stack of a failure names functions. Returns what esbuild knows of each file, by its path in `to`.
 */
export async function bundleToolkit(from, to) {
	cpSync(from, to, { recursive: true, filter: (path) => isCopied(relative(from, path)) });
	const { outputFiles, metafile } = await build({
		entryPoints: ENTRIES,
		outbase: from,
		outdir: to,
		absWorkingDir: from,
		chunkNames: `${CHUNKS}/[name]-[hash]`,
		bundle: true,
		splitting: true,
		packages: "external",
		format: "esm",
		platform: "node",
		target: "node20",
		minifyWhitespace: true,
		minifySyntax: true,
		// What the build has put into a module keeps its licence.
		legalComments: "inline",
		define: { "import.meta.url": "__ownUrl" },
		plugins: [ownPlaces(from)],
		metafile: true,
		write: false,
		logLevel: "warning",
	});
	for (const { path, text } of outputFiles) {
		const up = "../".repeat(relative(to, path).split(sep).length - 1) || "./";
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, text.replaceAll(BASE, `new URL(${JSON.stringify(up)},import.meta.url)`));
	}
	chmodSync(join(to, "cli/main.js"), 0o755);
	const nameOf = (path) => relative(to, join(from, path));
	return Object.fromEntries(
		Object.entries(metafile.outputs).map(([path, output]) => [
			nameOf(path),
			{
				...output,
				imports: output.imports.map((one) => ({ ...one, path: one.external ? one.path : nameOf(one.path) })),
			},
		]),
	);
}

/** Declarations, and what is read and not imported. */
function isCopied(path) {
	const [folder] = path.split(sep);
	if (path === "" || WHOLE.includes(folder)) return !/\.(?:test\.|map$)/.test(path);
	return !LEFT_OUT.includes(folder) && !/\.test\.|\.map$|\.js$/.test(path);
}

/** Each module keeps its own URL: it finds the files beside it where they would be, whichever file it is in. */
const ownPlaces = (from) => ({
	name: "own-places",
	setup({ onLoad }) {
		onLoad({ filter: /\.js$/ }, ({ path }) => {
			const source = readFileSync(path, "utf8");
			if (!source.includes("import.meta.url")) return undefined;
			const own = `const __ownUrl = new URL(${JSON.stringify(relative(from, path))}, ${BASE}).href;`;
			// The first line of a program says what runs it.
			return { contents: source.replace(/^(?:#!.*\n)?/, (first) => first + own), loader: "js" };
		});
	},
});
