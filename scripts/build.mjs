// Compiles the sources when they are newer than what was compiled last. Run by `start` and `test` themselves,
// because npm runs no pre-scripts with `ignore-scripts=true`.
import { spawnSync } from "node:child_process";
import {
	chmodSync,
	copyFileSync,
	existsSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const STAMP = `${root}dist/.built`;
const SOURCES = ["src", "examples", "tsconfig.json", "package-lock.json", "scripts/build.mjs"];

/** The time of the last change below a path; a deletion changes the time of its folder. */
function newest(path) {
	const { mtimeMs } = statSync(path);
	if (!statSync(path).isDirectory()) return mtimeMs;
	return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(`${path}/${name}`)));
}

function isStale() {
	const built = statSync(STAMP, { throwIfNoEntry: false })?.mtimeMs ?? 0;
	return SOURCES.some((source) => newest(root + source) > built);
}

/** Removes what was compiled from files that are gone: their tests would still run. */
function prune(folder) {
	for (const entry of readdirSync(`${root}dist/${folder}`, { withFileTypes: true })) {
		const path = `${folder}${entry.name}`;
		if (entry.isDirectory()) prune(`${path}/`);
		else if (!existsSync(root + path.replace(/(?:\.d\.ts|\.js|\.js\.map)$/, ".ts")))
			rmSync(`${root}dist/${path}`);
	}
}

/** Puts a package into the file of our module that exports it: reading hundreds of files is most of a start. */
async function bundlePackage(name, module) {
	const file = `${root}dist/${module}`;
	const licence = readFileSync(`${root}node_modules/${name}/license`, "utf8");
	await build({
		entryPoints: [file],
		outfile: file,
		allowOverwrite: true,
		bundle: true,
		format: "esm",
		platform: "node",
		target: "node20",
		// What is copied takes its licence along.
		banner: { js: `/*\n${licence}*/` },
		logLevel: "warning",
	});
}

/** Makes what a browser loads of the page: one script, one style, one document. */
async function bundlePage() {
	await build({
		entryPoints: { app: `${root}src/page/main.ts`, style: `${root}src/page/app.css` },
		entryNames: "app",
		outdir: `${root}dist/page`,
		bundle: true,
		minify: true,
		format: "esm",
		target: "es2022",
		legalComments: "none",
		logLevel: "warning",
	});
	copyFileSync(`${root}src/page/index.html`, `${root}dist/page/index.html`);
}

if (isStale()) {
	// Taken before compiling: what changes meanwhile must be compiled again.
	const began = new Date();
	const tsc = fileURLToPath(import.meta.resolve("typescript/package.json")).replace(
		/package\.json$/,
		"bin/tsc",
	);
	// The page is compiled apart: it has a browser's globals, and nothing else may see those.
	for (const project of [root, `${root}src/page`]) {
		const { status, error } = spawnSync(process.execPath, [tsc, "-p", project], { stdio: "inherit" });
		if (status !== 0) {
			console.error(
				error ? `The compiler could not be started: ${error.message}` : "The sources do not compile.",
			);
			process.exit(1);
		}
	}
	prune("");
	await bundlePackage("typebox", "src/core/typebox.js");
	await bundlePage();
	chmodSync(`${root}dist/src/cli/main.js`, 0o755);
	writeFileSync(STAMP, `${began.toISOString()}\n`);
}
