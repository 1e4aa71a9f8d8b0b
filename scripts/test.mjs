// `npm test`: every compiled test, or those below the folders and files that are named. Closes with the slowest files and
// the tests that failed.
import { readdirSync, statSync } from "node:fs";
import { relative } from "node:path";
import { run } from "node:test";
import { tap } from "node:test/reporters";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = ["packages/gristmill/dist", "packages/mills/dist", "dist"];
const LISTED = 10;

function testsBelow(path) {
	if (!statSync(path).isDirectory()) return [path];
	const names = readdirSync(path, { recursive: true }).filter((name) => name.endsWith(".test.js"));
	return names.sort().map((name) => `${path}/${name}`);
}

/** Runs the files, and resolves to the failed tests of each file. */
async function test(files, concurrency) {
	const seconds = new Map();
	const failed = new Map();
	// A file that hangs fails by name, instead of keeping everything waiting.
	const tests = run({ files, concurrency, timeout: 900_000 });
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
		failed.set(file, [...(failed.get(file) ?? []), `${data.name}\n${indented(data.details.error)}`]);
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
// One file more than two cores can compute: some files wait for deadlines most of their time.
let failed = await test(files, 3);
// Many tests start servers, kill workers and wait for deadlines. On a machine that is short of time for a moment, one of
// thousands fails. In CI, a file that failed gets a second chance alone; the log tells.
if (process.env.CI && failed.size > 0 && failed.size <= 3) {
	console.log(`# Running again, alone: ${[...failed.keys()].map(short).join(", ")}`);
	failed = await test([...failed.keys()], 1);
}
process.exit(failed.size > 0 ? 1 : 0);
