// `npm test`: every compiled test, or those below the folders and files that are named. The ten slowest files are listed at the end.
import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = ["packages/gristmill/dist", "packages/mills/dist", "dist"];

function testsBelow(path) {
	if (!statSync(path).isDirectory()) return [path];
	const names = readdirSync(path, { recursive: true }).filter((name) => name.endsWith(".test.js"));
	return names.sort().map((name) => `${path}/${name}`);
}

const words = process.argv.slice(2);
const files =
	words.length > 0 ? words.flatMap(testsBelow) : FOLDERS.flatMap((name) => testsBelow(root + name));
const reporters = ["tap", new URL("slowest-files.mjs", import.meta.url).href].flatMap((reporter) => [
	`--test-reporter=${reporter}`,
	"--test-reporter-destination=stdout",
]);
// A file that hangs fails by name, instead of keeping everything waiting.
const limits = ["--test-concurrency=2", "--test-timeout=900000"];
const tests = spawn(process.execPath, ["--test", ...limits, ...reporters, ...files], {
	stdio: "inherit",
});
tests.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
