import { cpSync, existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";
import { IncompletePackage } from "../../core/file-trouble.js";
import { VERSION } from "../../http/service/package-version.js";
import { compiler } from "../../mill-files/bundle.js";
import { WorkError } from "../command-line/command-error.js";
import { FOLDER_OPTIONS, REQUIRE } from "./bundle-options.js";
import type { OutFolder } from "./out-folder.js";

/** The folder of the compiled toolkit. */
const DIST = fileURLToPath(new URL("../../", import.meta.url));
/** Where the toolkit lies in the folder that is built. */
export const TOOLKIT = "gristmill";

/** The modules that are started as programs or imported by name. Each stays a file of its own, which loads its part of the bundle. */
const ENTRIES = [
	"cli/main.js",
	"cli/serve/member-process.js",
	"runtime/worker/worker.js",
	"mcp/thread-entry.js",
	"checker/schema/judge-worker.js",
	"client/index.js",
	"library/index.js",
	"python/python-mill.js",
] as const;
/** What is imported by name, and so has exports. */
const IMPORTED: readonly string[] = ["client/index.js", "library/index.js", "python/python-mill.js"];
/** What the built folder does without unless it is installed there: it is looked for when it is used. */
const OPTIONAL = /^@opentelemetry\/(?:exporter-trace-otlp-http|resources|sdk-trace-base)$/;
const optional: Plugin = {
	name: "optional",
	setup({ onResolve, onLoad }) {
		onResolve({ filter: OPTIONAL }, ({ path, namespace }) =>
			namespace === "optional" ? { path, external: true } : { path, namespace: "optional" },
		);
		onLoad({ filter: /./, namespace: "optional" }, ({ path }) => {
			const contents = `try { module.exports = require(${JSON.stringify(path)}); }
catch (error) { throw Object.assign(error, { code: \`ERR_\${error.code}\` }); }`;
			return { contents, loader: "js", resolveDir: DIST };
		});
	},
};

/** Every file keeps its URL relative to the bundle, so that what it reads and starts is found beside it. */
const ownUrls: Plugin = {
	name: "own-urls",
	setup({ onLoad }) {
		onLoad({ filter: /\.js$/ }, ({ path }) => {
			const source = path.startsWith(DIST) ? readFileSync(path, "utf8") : "";
			if (!source.includes("import.meta.")) return undefined;
			const url = `const __moduleUrl = new URL(${JSON.stringify(relative(DIST, path))}, __base).href;`;
			const code = source.replace(/^#!.*/, "").replaceAll("import.meta.url", "__moduleUrl");
			return { contents: url + code, loader: "js" };
		});
	},
};

/** Writes the toolkit as one bundle, with the files that it reads. `mills` are the files of the mills, by name. */
export async function writeToolkit(out: OutFolder, mills: Readonly<Record<string, string>>): Promise<void> {
	const { build } = await compiler();
	const rows = ENTRIES.map((path) => `${JSON.stringify(path)}: () => import("./${path}")`);
	const contents = `export * from "./index.js";\nexport const parts = { ${rows.join(", ")} };`;
	const { outputFiles, metafile } = await build({
		...FOLDER_OPTIONS,
		stdin: { contents, resolveDir: DIST, sourcefile: "toolkit.js" },
		absWorkingDir: DIST,
		banner: { js: `${REQUIRE}const __base=new URL("./",import.meta.url);` },
		external: ["esbuild"],
		plugins: [optional, ownUrls],
	});
	out.noteBundled(metafile, DIST);
	const at = (path: string) => `${TOOLKIT}/dist/${path}`;
	out.write(at("index.js"), outputFiles[0]?.contents ?? "");
	for (const path of ENTRIES) out.write(at(path), await entryText(path));
	for (const folder of ["web", "python"]) copyOwn(folder, out.path(at(folder)));
	out.writeJson(`${TOOLKIT}/package.json`, {
		name: "gristmill",
		version: VERSION,
		type: "module",
		exports: {
			".": "./dist/index.js",
			"./client": "./dist/client/index.js",
			"./library": "./dist/library/index.js",
		},
		gristmill: {
			mills: Object.fromEntries(Object.entries(mills).map(([name, file]) => [name, `../${file}`])),
		},
	});
}

/** Copies a folder of the toolkit that is read, not imported. */
function copyOwn(folder: string, to: string): void {
	const from = join(DIST, folder);
	try {
		cpSync(from, to, {
			recursive: true,
			filter: (path) => !/\.(?:js|d\.ts|map)$/.test(path) || path.includes("/web/"),
		});
	} catch (error) {
		if (existsSync(from)) throw error;
		throw new WorkError(new IncompletePackage(from, error).message);
	}
}

/** A file that loads its part of the bundle, and exports what that exports. */
async function entryText(path: string): Promise<string> {
	const index = `${"../".repeat(path.split("/").length - 1)}index.js`;
	const load = `await parts[${JSON.stringify(path)}]()`;
	const start = `import { parts } from ${JSON.stringify(index)};\n`;
	if (!IMPORTED.includes(path)) return `${start}${load};\n`;
	const names = Object.keys(await import(new URL(path, `file://${DIST}`).href)).sort();
	return `${start}const found = ${load};\n${names.map((name) => `export const ${name} = found.${name};\n`).join("")}`;
}
