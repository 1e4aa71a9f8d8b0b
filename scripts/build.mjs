// Compiles the sources if they are newer than the last build. `start` and `test` run it themselves, because npm runs
// no pre-scripts with `ignore-scripts=true`.
import { spawnSync } from "node:child_process";
import {
	chmodSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { fileURLToPath } from "node:url";
import { alone } from "./alone.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const TOOLKIT = "packages/gristmill/";
const STAMP = `${root}dist/.built`;

/** What is compiled, in this order: a later project sees the types of an earlier one. */
const PROJECTS = [
	{ source: `${TOOLKIT}src`, output: `${TOOLKIT}dist`, project: TOOLKIT },
	// The page is compiled apart: it has a browser's globals, and no other code may see those.
	{ source: `${TOOLKIT}src/page`, output: `${TOOLKIT}dist/page`, project: `${TOOLKIT}src/page` },
	{ source: "packages/mills/src", output: "packages/mills/dist", project: "packages/mills" },
	// One example uses the mills.
	{ source: "examples", output: `${TOOLKIT}dist/examples`, project: "examples" },
	{ source: "test", output: "dist", project: "test" },
];

const SOURCES = [
	...PROJECTS.map(({ source }) => source),
	...PROJECTS.map(({ project }) => `${project}/tsconfig.json`),
	"packages/create-gristmill/create-gristmill.mjs",
	"tsconfig.json",
	"package-lock.json",
	"scripts/build.mjs",
];

/** What a build has made; somebody may have removed it. */
const MADE = [
	...PROJECTS.map(({ output }) => output),
	`${TOOLKIT}dist/web/index.html`,
	"packages/create-gristmill/dist",
];

/** The time of the last change below a path; a deletion changes the time of its folder. What is in test/interop is not compiled. */
function newest(path) {
	const { mtimeMs } = statSync(path);
	if (!statSync(path).isDirectory()) return mtimeMs;
	const names = readdirSync(path).filter((name) => name !== "node_modules" && name !== "interop");
	return Math.max(mtimeMs, ...names.map((name) => newest(`${path}/${name}`)));
}

function isStale() {
	if (MADE.some((path) => !existsSync(root + path))) return true;
	const built = statSync(STAMP, { throwIfNoEntry: false })?.mtimeMs ?? 0;
	return SOURCES.some((source) => newest(root + source) > built);
}

/** Removes what was compiled from files that are gone: their tests would still run. */
function prune(output, source) {
	for (const entry of readdirSync(output, { withFileTypes: true })) {
		const path = `${output}/${entry.name}`;
		// The outputs of other projects.
		if (PROJECTS.some((other) => root + other.output === path)) continue;
		if (entry.isDirectory()) prune(path, `${source}/${entry.name}`);
		else if (!existsSync(`${source}/${entry.name.replace(/(?:\.d\.ts|\.js|\.js\.map)$/, ".ts")}`))
			rmSync(path);
	}
}

/** Puts a package into the file of our module that exports it: reading hundreds of files is most of a start. */
async function bundlePackage(build, name, file) {
	const licence = readFileSync(`${root}node_modules/${name}/license`, "utf8");
	await build({
		entryPoints: [file],
		outfile: file,
		allowOverwrite: true,
		bundle: true,
		format: "esm",
		platform: "node",
		target: "node20",
		minify: true,
		// What is copied takes its licence along. The mark keeps it when the module is bundled once more.
		banner: { js: `/*!\n${licence}*/` },
		logLevel: "warning",
	});
}

/** Makes what a browser loads of the page: one script, one style, one document; and a script for authors. */
async function bundlePage(build) {
	const page = `${root}${TOOLKIT}src/page`;
	const web = `${root}${TOOLKIT}dist/web`;
	await build({
		entryPoints: [
			{ in: `${page}/main.ts`, out: "app" },
			{ in: `${page}/app.css`, out: "app" },
			{ in: `${page}/mistakes.ts`, out: "mistakes" },
		],
		outdir: web,
		bundle: true,
		minify: true,
		format: "esm",
		target: "es2022",
		charset: "utf8",
		legalComments: "none",
		logLevel: "warning",
		plugins: [{ name: "look", setup: sharedLook }],
	});
	copyFileSync(`${page}/index.html`, `${web}/index.html`);
}

/** Makes one file of create-gristmill: it has the templates of `gristmill new`, and npm create downloads nothing else. */
async function bundleCreator(build) {
	const folder = `${root}packages/create-gristmill`;
	await build({
		entryPoints: [`${folder}/create-gristmill.mjs`],
		outfile: `${folder}/dist/create-gristmill.js`,
		bundle: true,
		format: "esm",
		platform: "node",
		target: "node20",
		logLevel: "warning",
	});
	chmodSync(`${folder}/dist/create-gristmill.js`, 0o755);
}

/** The style sheet "look" is what the page shares with the pages that the server renders. */
function sharedLook(build) {
	const module = new URL(`../${TOOLKIT}dist/documents/look.js`, import.meta.url);
	build.onResolve({ filter: /^look$/ }, () => ({ path: "look", namespace: "look" }));
	build.onLoad({ filter: /.*/, namespace: "look" }, async () => ({
		contents: (await import(module)).LOOK,
		loader: "css",
	}));
}

/** The tools of the build; they are missing in a fresh clone. */
async function tools() {
	try {
		const { build } = await import("esbuild");
		const tsc = fileURLToPath(import.meta.resolve("typescript/package.json"));
		return { build, tsc: tsc.replace(/package\.json$/, "bin/tsc") };
	} catch (error) {
		if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
		console.error('Install the packages with "npm ci" before you build: esbuild or typescript is missing.');
		process.exit(1);
	}
}

function compile(tsc) {
	for (const { project } of PROJECTS) {
		const { status, error } = spawnSync(process.execPath, [tsc, "-p", root + project], { stdio: "inherit" });
		if (status === 0) continue;
		console.error(
			error ? `The compiler could not be started: ${error.message}` : "The sources do not compile.",
		);
		process.exit(1);
	}
}

async function buildAll({ build, tsc }) {
	// Another process may have built while this one waited.
	if (!isStale()) return;
	console.error("Compiling the sources. This takes some seconds.");
	// Taken before compiling: what changes meanwhile must be compiled again.
	const began = new Date();
	// Until the end there is none: if this build is killed, the next one completes it.
	rmSync(STAMP, { force: true });
	compile(tsc);
	for (const { source, output } of PROJECTS) prune(root + output, root + source);
	const dist = `${root}${TOOLKIT}dist/`;
	// What the examples read lies beside their code.
	for (const name of readdirSync(`${root}examples`))
		if (!/\.ts$|^tsconfig\.json$/.test(name))
			copyFileSync(`${root}examples/${name}`, `${dist}examples/${name}`);
	copyFileSync(`${root}${TOOLKIT}src/python/gristmill.py`, `${dist}python/gristmill.py`);
	await bundlePackage(build, "typebox", `${dist}core/schema/typebox.js`);
	await bundlePage(build);
	await bundleCreator(build);
	chmodSync(`${dist}cli/main.js`, 0o755);
	mkdirSync(`${root}dist`, { recursive: true });
	writeFileSync(STAMP, `${began.toISOString()}\n`);
}

if (isStale()) {
	const found = await tools();
	await alone(`${root}node_modules/.gristmill-build`, () => buildAll(found));
}
