// Runs compiled tests. Prints each failure at once with its reason, a line for each file, and at the end which tests failed, the
// slowest files, what was skipped, and the counts.
//
//   npm test                 the tests of this process (NAME.test.ts), and one pass over the product (test/product)
//   npm test -- --rest       what npm test leaves out: programs, workers, a browser (NAME.system.test.ts)
//   npm test -- --all        both
//   npm test -- PATH…        everything below these folders and files
//   npm test -- --coverage   also prints the share of lines and branches that ran
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { run } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { printCoverage } from "./coverage.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const COMPILED = ["packages/gristmill/dist", "packages/mills/dist", "dist"];
const PRODUCT = `${ROOT}dist/product/`;
const LISTED = 10;
/** What says nothing for so long hangs, and fails by name. A total time would fail a long file on a busy machine. */
const LONGEST_SILENCE_MS = Number(process.env.TEST_SILENCE ?? 1_800_000);
/** Tests that share a process are this many bytes together: loading the toolkit takes longer than most tests. */
const SHARED_BYTES = 600_000;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { all: { type: "boolean" }, rest: { type: "boolean" }, coverage: { type: "boolean" } },
});
const isSystemTest = (file) => file.endsWith(".system.test.js");

/** The compiled form of a source, as people name it. */
function compiled(path) {
	const full = resolve(path);
	const test = full.startsWith(`${ROOT}test`) ? full.replace(`${ROOT}test`, `${ROOT}dist`) : full;
	return test.replace(/(packages\/\w+)\/src\b/, "$1/dist").replace(/\.ts$/, ".js");
}

function refuse(message) {
	console.error(message);
	process.exit(2);
}

function testsBelow(path) {
	const name = relative("", path);
	if (!existsSync(path)) refuse(`${name} does not exist. Name a test, or a folder of tests.`);
	const names = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : [""];
	const tests = names.sort().map((name) => join(path, name));
	const found = tests.filter((test) => test.endsWith(".test.js"));
	if (found.length === 0) refuse(`${name} has no tests. Name a test, or a folder of tests.`);
	return found;
}

function chosen() {
	if (positionals.length > 0) return positionals.flatMap((path) => testsBelow(compiled(path)));
	const files = COMPILED.flatMap((folder) => testsBelow(ROOT + folder));
	const isQuick = (file) => !isSystemTest(file) || file.startsWith(PRODUCT);
	return values.all ? files : files.filter((file) => isQuick(file) !== Boolean(values.rest));
}

/** The files of each process: neighbours share one, but a system test has its own. */
function processes(files) {
	const groups = [];
	let bytes = SHARED_BYTES;
	for (const file of files.filter((one) => !isSystemTest(one))) {
		if (bytes >= SHARED_BYTES) {
			groups.push([]);
			bytes = 0;
		}
		groups.at(-1).push(file);
		bytes += statSync(file).size;
	}
	// The longest first, so that none runs alone at the end: a browser, the documents, images and packages are in the root's folder.
	const weight = (file) => statSync(file).size + (file.startsWith(`${ROOT}dist/`) ? 1e9 : 0);
	const systemTests = files.filter(isSystemTest).sort((a, b) => weight(b) - weight(a));
	return [...groups, ...systemTests.map((file) => [file])];
}

/** A module that runs files as suites. Their hooks are those of their suite, as one file is imported after the other. */
function moduleOf(files, path) {
	const addresses = files.map((file) => [file, pathToFileURL(file).href]);
	writeFileSync(
		path,
		`import { describe } from "node:test";
for (const [file, address] of ${JSON.stringify(addresses)})
	await new Promise((imported) => describe(file, () => import(address).finally(imported)));
`,
	);
	return path;
}

/** What ends a whole process fails its module, which stands for its files. */
const short = (file) => (modules.get(file) ?? [file]).map((one) => relative(ROOT, one)).join(", ");
const seconds = (ms) => `${(ms / 1000).toFixed(1).padStart(6)} s`;
const indented = (text) => text.replace(/^/gm, "    ");

/** What is known of each file while it runs. */
class Report {
	#files = new Map();
	#failures = [];
	#counts = new Map();

	/** Runs the files of one process. */
	async run(path) {
		const silence = new AbortController();
		let last = "";
		const end = () =>
			silence.abort(new Error(`It said nothing for ${LONGEST_SILENCE_MS / 1000} s. The last was: ${last}.`));
		const timer = setTimeout(end, LONGEST_SILENCE_MS);
		const tests = run({ files: [path], signal: silence.signal });
		tests.on("test:pass", (event) => this.#ended(event, true));
		let failed = false;
		tests.on("test:fail", (event) => {
			failed = true;
			this.#ended(event, false);
		});
		let printed = "";
		const print = ({ message }) => {
			printed = (printed + message).slice(-20_000);
		};
		tests.on("test:stdout", print);
		tests.on("test:stderr", print);
		tests.on("test:diagnostic", ({ nesting, message }) => {
			const [, what, number] = (nesting === 0 && /^(\w+) (\d+)$/.exec(message)) || [];
			if (what) this.#counts.set(what, (this.#counts.get(what) ?? 0) + Number(number));
		});
		for await (const { data } of tests) {
			timer.refresh();
			last = data.name ?? last;
		}
		clearTimeout(timer);
		if (failed && printed !== "") console.log(`It printed:\n${indented(printed)}`);
	}

	#of(file) {
		const known = this.#files.get(file) ?? { passed: 0, ms: 0, skipped: [] };
		this.#files.set(file, known);
		return known;
	}

	#ended({ name, file, nesting, details, skip, todo }, passed) {
		const isFile = nesting === 0 && name.startsWith("/");
		const known = this.#of(isFile ? name : file);
		const cause = details.error?.failureType;
		if (!passed && cause !== "subtestsFailed" && todo === undefined)
			this.#failed(isFile ? name : file, isFile ? "the file" : name, details.error);
		else if (passed && details.type !== "suite" && skip === undefined) known.passed++;
		if (skip !== undefined) known.skipped.push({ name, why: skip });
		if (!isFile) return;
		known.ms = details.duration_ms;
		console.log(
			`${passed ? "passed" : "FAILED"} ${String(known.passed).padStart(4)} tests ${seconds(known.ms)}  ${short(name)}`,
		);
	}

	#failed(file, name, error) {
		this.#failures.push(`${short(file)}: ${name}`);
		const { exitCode, signal } = error ?? {};
		const isEnd = signal != null || exitCode != null;
		const reason = isEnd
			? `Its process ended: ${signal ?? `exit code ${exitCode}`}.`
			: (error?.cause?.stack ?? error?.cause ?? error?.message ?? error);
		console.log(`FAILED ${this.#failures.at(-1)}\n${indented(String(reason))}`);
	}

	/** Prints the end, and returns whether everything passed. */
	close() {
		const all = [...this.#files];
		if (this.#failures.length > 0) console.log("\nFailed (the reasons are above):");
		for (const test of this.#failures) console.log(`  ${test}`);
		console.log("\nThe slowest files:");
		const slowest = all.sort(([, a], [, b]) => b.ms - a.ms).slice(0, LISTED);
		for (const [file, { ms }] of slowest) console.log(`${seconds(ms)}  ${short(file)}`);
		const reasons = new Map();
		for (const { why } of all.flatMap(([, { skipped }]) => skipped)) {
			const reason = why === true || why === "" ? "no reason given" : why;
			reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
		}
		if (reasons.size > 0) console.log("\nSkipped:");
		for (const [why, count] of [...reasons].sort(([, a], [, b]) => b - a))
			console.log(`${String(count).padStart(6)}  ${why}`);
		console.log("");
		// node's count has no file that cannot be imported.
		if (this.#failures.length > 0) this.#counts.set("fail", this.#failures.length);
		for (const [what, number] of this.#counts) console.log(`# ${what} ${number}`);
		return this.#failures.length === 0;
	}
}

const folder = mkdtempSync(join(tmpdir(), "gristmill-test-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
if (values.coverage) process.env.NODE_V8_COVERAGE = join(folder, "coverage");
const started = join(folder, "started");
if (process.env.TEST_COUNT) {
	writeFileSync(started, "");
	const counter = new URL("count-processes.mjs", import.meta.url);
	Object.assign(process.env, { TEST_COUNT: started, NODE_OPTIONS: `--import=${counter}` });
}
const modules = new Map(
	processes(chosen()).map((files, i) => [moduleOf(files, join(folder, `${i}.mjs`)), files]),
);
const report = new Report();
const waiting = [...modules.keys()];
const runNext = async () => {
	for (let path = waiting.shift(); path; path = waiting.shift()) await report.run(path);
};
// Twice as many as there are cores: system tests wait for other processes most of their time.
await Promise.all(Array.from({ length: 2 * availableParallelism() }, runNext));
const passed = report.close();
if (process.env.TEST_COUNT) console.log(`# processes ${readFileSync(started).length + modules.size}`);
if (values.coverage) printCoverage(process.env.NODE_V8_COVERAGE, ROOT);
process.exit(passed ? 0 : 1);
