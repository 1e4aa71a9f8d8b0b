// `npm run release -- [VERSION]`: makes a version. It changes every file that names the version, dates the changelog, makes the
// artifacts, commits and tags. It pushes and publishes nothing; it prints the commands that do.
// `npm run release -- --publish`: publishes the artifacts of the tag that is checked out. The release workflow runs it.
// `--dry-run` prints what either would do, and changes nothing.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { distTag, FILES, hasReleased, nextVersion, released } from "./versions.mjs";

const USAGE = `npm run release -- [VERSION] [--dry-run]  make a version: 1.2.3, 1.2.3-rc.1, major, minor or patch
    Default: the version in package.json if CHANGELOG.md does not have it yet, else the next minor version.
npm run release -- --publish [--dry-run]  publish the artifacts of the tag that is checked out`;
const root = fileURLToPath(new URL("..", import.meta.url));
const ARTIFACTS = "dist-release";
const read = (path) => readFileSync(join(root, path), "utf8");

function git(...words) {
	const { status, stdout, stderr } = spawnSync("git", words, { cwd: root, encoding: "utf8" });
	if (status !== 0) throw new Error(`git ${words[0]} failed: ${stderr.trim()}`);
	return stdout.trim();
}

/** Runs a command with its output shown. */
function run([program, ...words]) {
	const { status } = spawnSync(program, words, { cwd: root, stdio: "inherit" });
	if (status !== 0) throw new Error(`The command failed: ${[program, ...words].join(" ")}`);
}

/** A command as it is typed into a shell. */
const typed = (words) => words.map((word) => (/[^\w./:=@-]/.test(word) ? `'${word}'` : word)).join(" ");

/** What a release changes: the content of each file. */
function changesFor(version) {
	const changes = new Map();
	for (const [path, change] of Object.entries(FILES)) {
		try {
			changes.set(path, change(read(path), version));
		} catch (error) {
			throw new Error(`Correct ${path}: ${error.message}.`);
		}
	}
	const today = new Date().toISOString().slice(0, 10);
	return changes.set("CHANGELOG.md", released(read("CHANGELOG.md"), version, today));
}

/** The lines that a change adds. */
function addedLines(before, after) {
	const old = before.split("\n");
	const lines = after.split("\n");
	let start = 0;
	while (old[start] === lines[start] && start < lines.length) start++;
	const known = new Set(old);
	return lines.slice(start).filter((line) => line !== "" && !known.has(line));
}

function make(word, isDry) {
	const { version: current } = JSON.parse(read("package.json"));
	const usual = hasReleased(read("CHANGELOG.md"), current) ? "minor" : current;
	const version = nextVersion(current, word ?? usual);
	const tag = `v${version}`;
	const uncommitted = git("status", "--porcelain");
	if (uncommitted !== "")
		throw new Error(
			`Commit or stash these changes first: a release is made of a clean tree.\n${uncommitted}`,
		);
	if (git("tag", "--list", tag) !== "") throw new Error(`Choose another version: the tag ${tag} exists.`);
	const changes = changesFor(version);
	const commands = [
		["npm", "run", "artifacts", ARTIFACTS],
		["git", "commit", "--all", `--message=chore: release ${version}`],
		["git", "tag", "--annotate", `--message=Gristmill ${version}`, tag],
	];
	if (isDry) {
		console.log(`This would make Gristmill ${version}. Changed lines:`);
		for (const [path, text] of changes)
			for (const line of addedLines(read(path), text)) console.log(`  ${path}: ${line.trim()}`);
		console.log("\nCommands:");
		for (const command of commands) console.log(`  ${typed(command)}`);
	} else {
		for (const [path, text] of changes) writeFileSync(join(root, path), text);
		try {
			for (const command of commands) run(command);
		} catch (error) {
			// Nothing but these files has changed: the tree was clean.
			git("checkout", "HEAD", "--", ...changes.keys());
			throw error;
		}
	}
	console.log(`\nNothing is pushed or published. The release workflow publishes the tag once you push it:
  git push origin HEAD ${tag}`);
}

function publish(isDry) {
	const { version } = JSON.parse(read("package.json"));
	const tag = `v${version}`;
	if (!git("tag", "--points-at", "HEAD").split("\n").includes(tag))
		throw new Error(
			`Check out ${tag} first: package.json has ${version}, and the commit does not have its tag.`,
		);
	const tarballs = ["gristmill", "gristmill-mills", "create-gristmill"].map(
		(name) => `${name}-${version}.tgz`,
	);
	const found = existsSync(join(root, ARTIFACTS)) ? readdirSync(join(root, ARTIFACTS)) : [];
	for (const name of tarballs)
		if (!found.includes(name))
			throw new Error(`Run "npm run artifacts" first: ${ARTIFACTS}/${name} is missing.`);
	// The mills and what create-gristmill writes need the toolkit, so it comes first.
	for (const name of tarballs) {
		const options = ["--provenance", "--access=public", `--tag=${distTag(version)}`];
		const command = ["npm", "publish", `./${ARTIFACTS}/${name}`, ...options];
		if (isDry) console.log(typed(command));
		else run(command);
	}
}

try {
	const options = { "dry-run": { type: "boolean" }, publish: { type: "boolean" }, help: { type: "boolean" } };
	const { values, positionals } = parseArgs({ options, allowPositionals: true });
	const [word, ...more] = positionals;
	const isDry = values["dry-run"] ?? false;
	if (values.help) console.log(USAGE);
	else if (values.publish && word === undefined) publish(isDry);
	else if (!values.publish && more.length === 0) make(word, isDry);
	else throw new Error(`Give one version, or --publish alone.\n${USAGE}`);
} catch (error) {
	console.error(error.message);
	process.exit(1);
}
