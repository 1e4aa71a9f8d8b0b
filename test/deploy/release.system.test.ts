import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folderWith, ROOT } from "../../packages/gristmill/dist/testing/command.js";

/** What the release script reads and changes. */
const PARTS = [
	"scripts",
	".gitignore",
	"package.json",
	"package-lock.json",
	"packages/gristmill/package.json",
	"packages/mills/package.json",
	"packages/create-gristmill/package.json",
	"deploy",
	"docs/deploy.md",
];
const CHANGES = "### Server\n\n- It is faster.\n";
const CHANGELOG = `# Changelog\n\n## Unreleased\n\n${CHANGES}\n## 0.0.1 - 2020-01-01\n\n- The first.\n`;

interface Repository {
	readonly folder: string;
	readonly git: (...words: string[]) => string;
	readonly release: (...words: string[]) => { status: number | null; output: string };
	readonly read: (path: string) => Promise<string>;
}

/** A repository with one commit. Its version is 0.1.0, and nothing is built. */
async function repository(t: TestContext): Promise<Repository> {
	const folder = await folderWith(t, { "CHANGELOG.md": CHANGELOG });
	for (const part of PARTS) await cp(ROOT + part, join(folder, part), { recursive: true });
	const run = (program: string, ...words: string[]) => {
		const identity = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
		const env = { ...process.env, ...identity };
		const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, env, encoding: "utf8" });
		return { status, output: stdout + stderr };
	};
	const git = (...words: string[]) => {
		const { status, output } = run(
			"git",
			"-c",
			"user.name=Miller",
			"-c",
			"user.email=miller@example.org",
			...words,
		);
		assert.equal(status, 0, output);
		return output.trim();
	};
	git("init", "--quiet");
	git("add", "--all");
	git("commit", "--quiet", "--message=first");
	return {
		folder,
		git,
		release: (...words) => run(process.execPath, "scripts/release.mjs", ...words),
		read: (path) => readFile(join(folder, path), "utf8"),
	};
}

test("a dry run names every changed line and every command, and changes nothing", async (t) => {
	const { git, release } = await repository(t);
	const day = () => new Date().toISOString().slice(0, 10);
	const before = day();
	const { status, output } = release("9.8.7", "--dry-run");
	assert.equal(status, 0, output);
	// It may have run over midnight.
	const today = output.includes(before) ? before : day();
	for (const line of [
		"This would make Gristmill 9.8.7.",
		'package.json: "version": "9.8.7"',
		'packages/gristmill/package.json: "version": "9.8.7"',
		'packages/mills/package.json: "gristmill": "9.8.7"',
		'package-lock.json: "version": "9.8.7"',
		"deploy/kubernetes/kustomization.yaml: newTag: 9.8.7",
		"deploy/helm/gristmill/Chart.yaml: appVersion: 9.8.7",
		"deploy/knative/service.yaml: image: gristmill:9.8.7",
		"docs/deploy.md: docker build --tag gristmill:9.8.7 mills",
		`CHANGELOG.md: ## 9.8.7 - ${today}`,
		"npm run artifacts dist-release",
		"git tag --annotate '--message=Gristmill 9.8.7' v9.8.7",
		"git push origin HEAD v9.8.7",
	])
		assert.ok(output.includes(line), `${line}\n${output}`);
	assert.doesNotMatch(output, /npm publish/);
	assert.equal(git("status", "--porcelain"), "");
	assert.equal(git("tag", "--list"), "");
});

test("the default is the version in package.json until it is released, and then the next minor one", async (t) => {
	const { folder, git, release } = await repository(t);
	const { version } = JSON.parse(await readFile(`${ROOT}package.json`, "utf8"));
	assert.match(release("--dry-run").output, new RegExp(`This would make Gristmill ${version}\\.`));
	await writeFile(join(folder, "CHANGELOG.md"), `${CHANGELOG}\n## ${version} - 2020-01-01\n\n- It.\n`);
	git("commit", "--all", "--quiet", "--message=released");
	const [major, minor] = version.split(".").map(Number);
	assert.match(
		release("--dry-run").output,
		new RegExp(`This would make Gristmill ${major}\\.${minor + 1}\\.0\\.`),
	);
	assert.match(release(version, "--dry-run").output, /^Choose another version: CHANGELOG\.md already has/m);
});

test("a release is refused with one sentence that says what to do", async (t) => {
	const { folder, git, release } = await repository(t);
	const refused = (expected: RegExp, ...words: string[]) => {
		const { status, output } = release(...words, "--dry-run");
		assert.equal(status, 1, output);
		assert.match(output, expected);
	};
	refused(/^Give a version such as 1\.2\.3 .*: 1\.2\.$/m, "1.2");
	refused(/^Give a version that is not older than .*: 0\.0\.9\.$/m, "0.0.9");
	refused(/^Give one version, or --publish alone\.$/m, "1.0.0", "2.0.0");
	refused(/^Check out v.* first: /m, "--publish");
	git("tag", "v9.0.0");
	refused(/^Choose another version: the tag v9\.0\.0 exists\.$/m, "9.0.0");
	await writeFile(join(folder, "CHANGELOG.md"), CHANGELOG.replace(CHANGES, ""));
	refused(/^Commit or stash these changes first.*\n.*CHANGELOG\.md$/m, "9.0.1");
	git("commit", "--all", "--quiet", "--message=empty");
	refused(/^Write into CHANGELOG\.md what has changed/m, "9.0.1");
});

test("a release whose artifacts fail leaves the tree as it was", async (t) => {
	// This repository has no sources, so nothing can be built.
	const { git, release, read } = await repository(t);
	const { status, output } = release("9.8.7");
	assert.equal(status, 1);
	assert.match(output, /^The command failed: npm run artifacts dist-release$/m);
	assert.equal(git("status", "--porcelain"), "");
	assert.equal(git("tag", "--list"), "");
	assert.equal(await read("CHANGELOG.md"), CHANGELOG);
});

test("publishing needs the tag and the artifacts; a prerelease is not what people install by default", async (t) => {
	const { folder, git, release } = await repository(t);
	const { version } = JSON.parse(await readFile(`${ROOT}package.json`, "utf8"));
	git("tag", `v${version}`);
	assert.match(release("--publish", "--dry-run").output, /^Run "npm run artifacts" first: /);
	const published = async (tag: string) => {
		for (const name of ["gristmill", "gristmill-mills", "create-gristmill"]) {
			await cp(join(folder, ".gitignore"), join(folder, `dist-release/${name}-${tag}.tgz`));
		}
		return release("--publish", "--dry-run").output.trim().split("\n");
	};
	const options = "--provenance --access=public";
	assert.deepEqual(await published(version), [
		`npm publish ./dist-release/gristmill-${version}.tgz ${options} --tag=latest`,
		`npm publish ./dist-release/gristmill-mills-${version}.tgz ${options} --tag=latest`,
		`npm publish ./dist-release/create-gristmill-${version}.tgz ${options} --tag=latest`,
	]);
	const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
	await writeFile(join(folder, "package.json"), JSON.stringify({ ...manifest, version: "9.0.0-rc.1" }));
	git("commit", "--all", "--quiet", "--message=candidate");
	git("tag", "v9.0.0-rc.1");
	const [first] = await published("9.0.0-rc.1");
	assert.match(first ?? "", / --tag=next$/);
});
