import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, watch } from "node:fs";
import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folderWith, ROOT, start } from "../../packages/gristmill/dist/testing/command.js";
import { npm } from "./npm.js";

const PARTS = [
	"package.json",
	"package-lock.json",
	".npmrc",
	"tsconfig.json",
	"scripts",
	"packages",
	"examples",
	"test",
];
const OTHERS = ["docs", "deploy", "README.md", "LICENSE", "CHANGELOG.md"];
const IDENTITY = "[user]\n\tname = Miller\n\temail = miller@example.org\n";
const COMMAND = "packages/gristmill/bin/gristmill.js";
const FOLDERS = [".", "packages/gristmill", "packages/mills", "packages/create-gristmill"];

/** The repository as a fresh clone has it: without what is installed or built. The models are large, so most tests omit them. */
async function freshClone(t: TestContext, without = /\/(?:dist|node_modules|models)$/): Promise<string> {
	const folder = await folderWith(t, {});
	for (const part of [...PARTS, ...OTHERS])
		await cp(ROOT + part, join(folder, part), { recursive: true, filter: (path) => !without.test(path) });
	return folder;
}

/** Does what `npm ci` does, without a download: links to the installed packages. */
async function installPackages(folder: string): Promise<void> {
	await mkdir(join(folder, "node_modules/@gristmill"), { recursive: true });
	for (const name of await readdir(`${ROOT}node_modules`))
		if (name !== "gristmill" && name !== "@gristmill")
			await symlink(`${ROOT}node_modules/${name}`, join(folder, "node_modules", name));
	await symlink("../packages/gristmill", join(folder, "node_modules/gristmill"));
	await symlink("../../packages/mills", join(folder, "node_modules/@gristmill/mills"));
}

const tarballs = (folder: string) =>
	readdirSync(folder)
		.filter((name) => name.endsWith(".tgz"))
		.sort();

/** The paths in a tarball. */
const contentOf = (tarball: string) =>
	execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" })
		.trim()
		.split("\n")
		.map((path) => path.replace("package/", ""));

test("npm pack makes no package in any folder of a clone, and names the command that does", async (t) => {
	const clone = await freshClone(t);
	for (const name of FOLDERS) {
		const folder = join(clone, name);
		const { status, output } = npm(folder, "pack");
		assert.notEqual(status, 0, name);
		assert.match(output, /use-npm-run-pack-instead/, name);
		assert.deepEqual(tarballs(folder), []);
	}
});

test("npm run pack fails without installed packages, and says to install them", async (t) => {
	const folder = await freshClone(t);
	const { status, output } = npm(folder, "run", "pack");
	assert.notEqual(status, 0);
	assert.match(output, /^Install the packages with "npm ci" before you build/m);
	assert.deepEqual(tarballs(folder), []);
	const called = spawnSync(process.execPath, [join(folder, COMMAND), "version"], { encoding: "utf8" });
	assert.deepEqual([called.status, called.stdout], [1, ""]);
	assert.match(called.stderr, /^Install the packages with "npm ci" before you build.*\n$/);
});

test("the command completes a build that was killed, and of two commands at once, one builds", async (t) => {
	const folder = await freshClone(t);
	await installPackages(folder);
	await mkdir(join(folder, "packages/gristmill/dist/cli"), { recursive: true });
	await writeFile(join(folder, "packages/gristmill/dist/cli/main.js"), 'import "./not-yet-written.js";\n');
	const both = [1, 2].map(() => start(t, process.execPath, [join(folder, COMMAND), "version"]));
	for (const command of both) {
		assert.equal(await command.ended, 0, command.stderr());
		assert.match(command.stdout(), /^\d+\.\d+\.\d+\n$/);
	}
	const told = both.map(({ stderr }) => stderr()).join("");
	assert.equal(told.match(/^Compiling the sources/gm)?.length, 1, told);
});

test("a release of a fresh clone builds and packs the packages, complete and without tests, with SBOMs and checksums", {
	timeout: 1_800_000,
}, async (t) => {
	const folder = await freshClone(t, /\/(?:dist|node_modules)$/);
	for (const part of ["deploy", ".gitignore"]) await cp(ROOT + part, join(folder, part), { recursive: true });
	const changes = "- It grinds finer.";
	await writeFile(join(folder, "CHANGELOG.md"), `# Changelog\n\n## Unreleased\n\n${changes}\n`);
	const env = {
		...process.env,
		GIT_CONFIG_GLOBAL: join(await folderWith(t, { gitconfig: IDENTITY }), "gitconfig"),
		GRISTMILL_REPOSITORY: "https://example.org/mills",
	};
	const run = (program: string, words: string[], cwd = folder) =>
		execFileSync(program, words, { cwd, env, encoding: "utf8", stdio: "pipe" });
	run("git", ["init", "--quiet"]);
	run("git", ["add", "--all"]);
	run("git", ["commit", "--quiet", "--message=first"]);
	await installPackages(folder);
	run(process.execPath, ["scripts/release.mjs", "9.8.7"]);
	assert.equal(run("git", ["status", "--porcelain"]), "");
	assert.equal(run("git", ["describe"]).trim(), "v9.8.7");
	const artifacts = join(folder, "dist-release");
	assert.deepEqual((await readdir(artifacts)).sort(), [
		"SHA256SUMS",
		"create-gristmill-9.8.7.tgz",
		"gristmill-9.8.7.tgz",
		"gristmill-mills-9.8.7.tgz",
		"gristmill-mills.cdx.json",
		"gristmill.cdx.json",
		"models.sha256",
		"notes.md",
	]);
	assert.equal(await readFile(join(artifacts, "notes.md"), "utf8"), `${changes}\n`);
	const sums = await readFile(join(artifacts, "SHA256SUMS"), "utf8");
	assert.equal(sums.trim().split("\n").length, 7);
	run("sha256sum", ["--strict", "--check", "SHA256SUMS"], artifacts);
	run("sha256sum", ["--strict", "--check", join(artifacts, "models.sha256")], join(folder, "packages/mills"));
	const [creator = "", toolkit = "", mills = ""] = tarballs(artifacts).map((name) => join(artifacts, name));
	const manifest = JSON.parse(run("tar", ["-xOzf", mills, "package/package.json"]));
	assert.equal(manifest.version, "9.8.7");
	assert.equal(manifest.peerDependencies.gristmill, "9.8.7");
	assert.deepEqual(manifest.repository, {
		type: "git",
		url: "git+https://example.org/mills.git",
		directory: "packages/mills",
	});
	assert.deepEqual(contentOf(creator).sort(), [
		"LICENSE",
		"README.md",
		"dist/create-gristmill.js",
		"package.json",
	]);
	const contents = { toolkit: contentOf(toolkit), mills: contentOf(mills) };
	for (const path of [...contents.toolkit, ...contents.mills])
		assert.doesNotMatch(path, /\.test\.|\.map$|^dist\/(?:testing|page)\/|^src\/|\.tsbuildinfo$/);
	const documents = [
		"README.md",
		"LICENSE",
		"CHANGELOG.md",
		"docs/authors.md",
		"docs/page.png",
		"deploy/systemd/gristmill.service",
	];
	const code = [
		"dist/cli/main.js",
		"dist/index.d.ts",
		"dist/web/index.html",
		"dist/examples/word-counter.js",
		"dist/python/gristmill.py",
	];
	for (const path of [...documents, ...code]) assert.ok(contents.toolkit.includes(path), path);
	for (const [folder, paths] of Object.entries({ gristmill: contents.toolkit, mills: contents.mills })) {
		const { exports, bin = {} } = JSON.parse(
			await readFile(`${ROOT}packages/${folder}/package.json`, "utf8"),
		);
		const named = Object.values(exports).flatMap((one) =>
			typeof one === "string" ? one : Object.values(one as object),
		);
		for (const path of [...named, ...Object.values(bin)] as string[])
			assert.ok(paths.includes(path.replace("./", "")), `${folder}: ${path}`);
	}
	const models = await readdir(`${ROOT}packages/mills/models`, { recursive: true, withFileTypes: true });
	assert.equal(
		contents.mills.filter((path) => path.startsWith("models/")).length,
		models.filter((entry) => entry.isFile()).length,
	);
	for (const path of ["README.md", "LICENSE", "dist/translator/translator.js", "dist/index.d.ts"])
		assert.ok(contents.mills.includes(path), path);
	// The documents exist once, at the root.
	assert.deepEqual((await readdir(join(folder, "packages/gristmill"))).sort(), [
		"bin",
		"dist",
		"package.json",
		"src",
		"tsconfig.json",
	]);
});

test("an interrupted npm run pack leaves no files behind", { timeout: 1_800_000 }, async (t) => {
	const [temporary, destination] = [await folderWith(t, {}), await folderWith(t, {})];
	const watcher = watch(temporary);
	t.after(() => watcher.close());
	const created = once(watcher, "change");
	const packing = start(t, process.execPath, [`${ROOT}scripts/pack.mjs`, destination], {
		env: { TMPDIR: temporary },
	});
	await Promise.race([created, packing.ended]);
	packing.child.kill("SIGTERM");
	assert.equal(await packing.ended, 1, packing.stderr());
	assert.deepEqual([await readdir(temporary), await readdir(destination)], [[], []]);
});

test("the SBOM of a package has what it depends on at run time, and the same bytes every time", async (t) => {
	const [first, second] = [await folderWith(t, {}), await folderWith(t, {})];
	for (const folder of [first, second])
		execFileSync(process.execPath, [`${ROOT}scripts/sbom.mjs`, folder], { stdio: "ignore" });
	for (const [name, folder] of Object.entries({ gristmill: "gristmill", "gristmill-mills": "mills" })) {
		const text = await readFile(join(first, `${name}.cdx.json`), "utf8");
		assert.equal(await readFile(join(second, `${name}.cdx.json`), "utf8"), text);
		const components: { name: string }[] = JSON.parse(text).components;
		const names = new Set(components.map((component) => component.name));
		const manifest = JSON.parse(await readFile(`${ROOT}packages/${folder}/package.json`, "utf8"));
		const declared = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
		for (const dependency of [...declared, "zod"]) assert.ok(names.has(dependency), dependency);
		assert.ok(!names.has("typescript") && !names.has("@modelcontextprotocol/client"));
		assert.equal(names.has("onnxruntime-node"), folder === "mills");
	}
});
