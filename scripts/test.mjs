// `npm test`: every compiled test, or those below the folders and files that are named. Closes with the slowest files and
// the tests that failed.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { run } from "node:test";
import { tap } from "node:test/reporters";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = ["packages/gristmill/dist", "packages/mills/dist", "dist"];
const LISTED = 10;
/** Every process loads the toolkit, which takes longer than most tests. */
const FILES_PER_PROCESS = 10;
/** What a file has that must not share its process: servers, other processes, state of the process, time or memory that it measures. */
const ALONE = new RegExp(
	[
		"^[^\\s].*\\bawait\\b",
		"testing/(server|growth)|\\bcreate(Server|Listener|FetchHandler)\\b.*/index\\.js",
		// What only makes a folder or names the root starts nothing.
		"\\b(gristmill|serving|start)\\b[^;]*testing/command",
		"child_process|worker_threads|denyListening",
		"\\bprocess\\.(argv|chdir|env|exit|on|once)\\b|globalThis|\\bmock\\b|(before|after)Each\\(",
		"memoryUsage|performance\\.now|hrtime",
	].join("|"),
	"m",
);

const STARTS_PROGRAMS = /testing\/(shared-)?command|child_process/;

function testsBelow(path) {
	if (!statSync(path).isDirectory()) return [path];
	const names = readdirSync(path, { recursive: true }).filter((name) => name.endsWith(".test.js"));
	return names.sort().map((name) => `${path}/${name}`);
}

/**
 * What the runner starts, each with the files that it runs: what probably takes longest first, so that no long file runs alone at the end. Files
 * that may share a process become modules in `folder` that import several of them.
 */
function programs(files, folder, perProcess) {
	const texts = new Map(files.map((file) => [resolve(file), readFileSync(file, "utf8")]));
	// What starts programs takes longer than its text says.
	const weight = (text) => text.length * (STARTS_PROGRAMS.test(text) ? 3 : 1);
	const size = (group) => group.reduce((sum, file) => sum + weight(texts.get(file)), 0);
	const mayShare = (file) => perProcess > 1 && !ALONE.test(texts.get(file));
	const alone = [...texts.keys()].filter((file) => !mayShare(file)).map((file) => [file]);
	const others = [...texts.keys()].filter(mayShare);
	// Neighbours take about as long as each other: each group gets files from everywhere.
	const groups = Array.from({ length: Math.ceil(others.length / perProcess) }, () => []);
	for (const [i, file] of others.entries()) groups[i % groups.length].push(file);
	const ordered = [alone, groups].flatMap((all) => all.sort((a, b) => size(b) - size(a)));
	return new Map(ordered.map((group, i) => [group.length === 1 ? group[0] : module(group, i), group]));

	function module(group, i) {
		const file = join(folder, `${i}.mjs`);
		const lines = group.map((one) => `await import(${JSON.stringify(pathToFileURL(one))});\n`);
		writeFileSync(file, lines.join(""));
		return file;
	}
}

/** Runs the files, and resolves to the failed tests of each file. */
async function test(files, { concurrency, perProcess }) {
	const seconds = new Map();
	const failed = new Map();
	const folder = mkdtempSync(join(tmpdir(), "gristmill-test-"));
	process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
	const started = programs(files, folder, perProcess);
	// What hangs fails by name, instead of keeping everything waiting.
	const tests = run({ files: [...started.keys()], concurrency, timeout: 900_000 });
	const note = (data) => {
		if (data.nesting === 0 && data.file)
			seconds.set(data.file, (seconds.get(data.file) ?? 0) + data.details.duration_ms / 1000);
	};
	tests.on("test:pass", note);
	tests.on("test:fail", (data) => {
		note(data);
		// A suite fails with its tests, which are listed themselves. Those of "todo" may fail.
		if (data.details.error?.failureType === "subtestsFailed" || data.todo !== undefined) return;
		const file = data.file ?? data.name;
		// If a process fails as a whole, each of its files may be the cause.
		for (const one of started.get(file) ?? [file])
			failed.set(one, [...(failed.get(one) ?? []), `${data.name}\n${indented(data.details.error)}`]);
	});
	for await (const line of tests.compose(tap)) process.stdout.write(line);
	const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, LISTED);
	console.log("# The slowest files:");
	for (const [file, time] of slowest) console.log(`# ${time.toFixed(1).padStart(6)} s  ${short(file)}`);
	for (const [file, errors] of failed)
		for (const error of errors) console.log(`# Failed: ${short(file)}: ${error}`);
	return failed;
}

const short = (file) => relative(process.cwd(), file);

function indented(error) {
	const lines = String(error?.cause?.stack ?? error?.cause ?? error?.message ?? error).split("\n");
	return lines.map((line) => `#     ${line}`).join("\n");
}

const words = process.argv.slice(2);
const files =
	words.length > 0 ? words.flatMap(testsBelow) : FOLDERS.flatMap((name) => testsBelow(root + name));
// Twice as many files as two cores can compute: many wait for deadlines most of their time.
let failed = await test(files, { concurrency: 4, perProcess: FILES_PER_PROCESS });
// Many tests start servers, kill workers and wait for deadlines. On a machine that is short of time for a moment, one of
// thousands fails. In CI, a file that failed gets a second chance alone; the log tells.
if (process.env.CI && failed.size > 0 && failed.size <= FILES_PER_PROCESS) {
	console.log(`# Running again, alone: ${[...failed.keys()].map(short).join(", ")}`);
	failed = await test([...failed.keys()], { concurrency: 1, perProcess: 1 });
}
process.exit(failed.size > 0 ? 1 : 0);
