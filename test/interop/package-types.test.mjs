// The packages as they are published: other people's tools read their manifests, and two compilers read their types.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const ROOT = here("../../");

const COMPILERS = {
	"TypeScript 5.9": here("./node_modules/typescript"),
	"TypeScript 7": `${ROOT}node_modules/typescript`,
};
const RESOLUTIONS = {
	// The declarations of the packages are checked here, and only used below.
	nodenext: { module: "nodenext", moduleResolution: "nodenext", skipLibCheck: false },
	bundler: { module: "esnext", moduleResolution: "bundler", skipLibCheck: true },
};
/** Stricter than `strict`. */
const OPTIONS = {
	target: "es2022",
	lib: ["es2023"],
	types: ["node"],
	strict: true,
	exactOptionalPropertyTypes: true,
	noUncheckedIndexedAccess: true,
	noPropertyAccessFromIndexSignature: true,
	noEmit: true,
};

function run(file, ...words) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...words], { encoding: "utf8" });
	return { status, output: stdout + stderr };
}

function tar(...words) {
	const { status, stderr } = spawnSync("tar", words, { encoding: "utf8" });
	assert.equal(status, 0, stderr);
}

/** The version that stands in the name of a compiler. */
const versionOf = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;

describe("the packed packages", { timeout: 1_800_000 }, () => {
	const work = mkdtempSync(join(tmpdir(), "gristmill-types-"));
	const tarballs = [];
	after(() => rmSync(work, { recursive: true, force: true }));

	before(() => {
		const packed = run(`${ROOT}scripts/pack.mjs`, join(work, "tarballs"));
		assert.equal(packed.status, 0, packed.output);
		// create-gristmill is a program and has no types.
		const names = readdirSync(join(work, "tarballs")).filter((name) => name.startsWith("gristmill-"));
		for (const name of names) install(name);
		assert.equal(tarballs.length, 2);
		symlinkSync(here("./node_modules/@types"), join(work, "node_modules/@types"));
		cpSync(here("./package-types/program.ts"), join(work, "program.ts"));
		writeFileSync(join(work, "package.json"), '{"private":true,"type":"module"}');
	});

	/**
	 * Unpacks a tarball where npm would, beside links to what it depends on, and packs it again without the models: the tools read
	 * them slowly, and say nothing of them. Nothing is downloaded.
	 */
	function install(file) {
		const unpacked = join(work, "unpacked");
		mkdirSync(unpacked);
		tar("-xzf", join(work, "tarballs", file), "-C", unpacked, "--exclude=package/models");
		tarballs.push(join(work, file));
		tar("-czf", join(work, file), "-C", unpacked, "package");
		const { name, dependencies } = JSON.parse(readFileSync(join(unpacked, "package/package.json"), "utf8"));
		const folder = join(work, "node_modules", name);
		cpSync(join(unpacked, "package"), folder, { recursive: true });
		rmSync(unpacked, { recursive: true });
		for (const dependency of Object.keys(dependencies)) {
			const link = join(folder, "node_modules", dependency);
			mkdirSync(join(link, ".."), { recursive: true });
			symlinkSync(join(ROOT, "node_modules", dependency), link);
		}
	}

	test("publint finds nothing", () => {
		for (const tarball of tarballs) {
			const { status, output } = run(here("./node_modules/publint/src/cli.js"), "run", tarball, "--strict");
			assert.equal(status, 0, output);
			assert.match(output, /All good!/);
		}
	});

	test("Are The Types Wrong? finds nothing", () => {
		for (const tarball of tarballs) {
			const attw = here("./node_modules/@arethetypeswrong/cli/dist/index.js");
			const { status, output } = run(attw, tarball, "--profile", "esm-only", "--format", "json");
			assert.equal(status, 0, output);
		}
	});

	for (const [compiler, folder] of Object.entries(COMPILERS))
		for (const [resolution, options] of Object.entries(RESOLUTIONS))
			test(`${compiler} compiles a program that uses their types, with ${resolution}`, () => {
				assert.ok(`TypeScript ${versionOf(folder)}`.startsWith(`${compiler}.`), versionOf(folder));
				const project = join(work, `tsconfig.${resolution}.json`);
				writeFileSync(
					project,
					JSON.stringify({ compilerOptions: { ...OPTIONS, ...options }, files: ["program.ts"] }),
				);
				const { status, output } = run(join(folder, "bin/tsc"), "-p", project);
				assert.equal(status, 0, output);
			});
});
