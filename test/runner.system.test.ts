import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { folderWith, ROOT, start } from "../packages/gristmill/dist/testing/command.js";

const HEAD = 'import { test } from "node:test";\n';

/** Runs the runner on a folder of these files, or on these words. */
async function ran(t: TestContext, given: Readonly<Record<string, string>> | string[], env: object = {}) {
	const words = Array.isArray(given)
		? given
		: [await folderWith(t, { "package.json": '{"type":"module"}', ...given })];
	// Within a test, node's own runner would run nothing.
	const runner = start(t, process.execPath, [`${ROOT}scripts/test.mjs`, ...words], {
		cwd: ROOT,
		env: { NODE_TEST_CONTEXT: undefined, ...env },
	});
	return { code: await runner.ended, out: runner.stdout(), err: runner.stderr() };
}

test("the runner counts tests, tells failures with their reason, and lists what was skipped", async (t) => {
	const { code, out } = await ran(t, {
		"good.test.js": `${HEAD}test("one", () => {}); test("two", { skip: "no mill here" }, () => {}); test("three", { skip: true }, () => {});`,
		"bad.test.js": `${HEAD}console.log("told before"); test("it grinds", () => { throw new Error("no grist"); });`,
		"broken.test.js": "throw new Error('it cannot be imported');",
		"ends.system.test.js": "process.exit(3);",
		"lasts.system.test.js": `${HEAD}test("it lasts", () => {});`,
		"helper.js": "throw new Error('it is no test');",
	});
	assert.equal(code, 1);
	assert.match(out, /^FAILED [^\n]*bad\.test\.js: it grinds\n {4}Error: no grist\n {4} +at /m);
	assert.match(out, /^FAILED [^\n]*broken\.test\.js[^\n]*\n {4}Error: it cannot be imported/m);
	assert.match(out, /It printed:\n(?: {4}[^\n]*\n)* {4}told before\n/);
	assert.match(out, /^FAILED [^\n]*ends\.system\.test\.js: the file\n {4}Its process ended: exit code 3\.$/m);
	assert.match(out, /^passed +1 tests +[\d.]+ s {2}[^\n]*lasts\.system\.test\.js$/m);
	assert.doesNotMatch(out, /it is no test/);
	const [, failures = "", slowest = "", rest = ""] =
		/\nFailed \(the reasons are above\):\n(.*?)\n\nThe slowest files:\n(.*?)\n\n(.*)$/s.exec(out) ?? [];
	assert.equal(failures.split("\n").length, 3, failures);
	assert.match(slowest, /lasts\.system\.test\.js/);
	assert.match(rest, /^Skipped:\n {5}1 {2}no mill here\n {5}1 {2}no reason given\n/);
	for (const count of ["pass 2", "fail 3", "skipped 2"]) assert.match(rest, new RegExp(`^# ${count}$`, "m"));
});

test("the runner ends a file that hangs, with its name", async (t) => {
	const hanging = `${HEAD}setInterval(() => {}, 1000); test("it never ends", () => new Promise(() => {}));`;
	const { code, out } = await ran(t, { "hangs.system.test.js": hanging }, { TEST_SILENCE: "1000" });
	assert.equal(code, 1);
	assert.match(out, /hangs\.system\.test\.js/);
	assert.match(out, /It said nothing for 1 s\./);
});

test("the runner takes a source for its compiled test, and counts the processes that tests start", async (t) => {
	const clock = "packages/gristmill/src/testing/manual-clock.test.ts";
	const one = await ran(t, [clock]);
	assert.equal(one.code, 0, one.out + one.err);
	assert.match(one.out, /dist\/testing\/manual-clock\.test\.js$/m);
	assert.match(one.out, /^# fail 0$/m);
	assert.doesNotMatch(one.out, /# processes/);
	const starts = `${HEAD}import { execFileSync, spawn } from "node:child_process";
test("it starts two", () => { spawn(process.execPath, ["-v"]); execFileSync(process.execPath, ["-v"]); });`;
	const counted = await ran(t, { "starts.system.test.js": starts }, { TEST_COUNT: "1" });
	assert.equal(counted.code, 0, counted.out + counted.err);
	// The two, and the file itself.
	assert.match(counted.out, /^# processes 3$/m);
});

test("the runner refuses a path without tests", async (t) => {
	const { code, err } = await ran(t, ["packages/gristmill/src/nowhere"]);
	assert.deepEqual(
		[code, err],
		[2, "packages/gristmill/dist/nowhere does not exist. Name a test, or a folder of tests.\n"],
	);
	const empty = await ran(t, { "helper.js": "" });
	assert.equal(empty.code, 2);
	assert.match(empty.err, / has no tests\. Name a test, or a folder of tests\.\n$/);
});
