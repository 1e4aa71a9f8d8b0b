import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { run as runCommand } from "../../testing/run-command.js";
import { classifier, shouter, type TinyFacts } from "../../testing/servers/tiny-facts.js";
import { type Breakage, startTiny } from "../../testing/servers/tiny-server.js";

async function tiny(t: TestContext, facts: TinyFacts = shouter(), breakage: Breakage = {}): Promise<string> {
	const { server, url } = await startTiny(facts, breakage);
	t.after(() => {
		server.closeAllConnections();
		server.close();
	});
	return url.href;
}

const checked = (words: readonly string[], cwd = process.cwd()) =>
	runCommand(["check", "--rate", "200", "--budget", "3600", ...words], { cwd });

interface JsonReport {
	readonly seed: number;
	readonly verdict: string;
	readonly rules: string;
	readonly counts: Readonly<Record<string, number>>;
	readonly inputs: readonly { readonly origin: string; readonly mediaType: string }[];
	readonly rows: readonly { readonly id: string; readonly outcome: string; readonly reason?: string }[];
	readonly unchecked: readonly { readonly id: string }[];
}

test("a correct mill passes with 0, and the report says what probes cannot show", async (t) => {
	const { code, out } = await checked([await tiny(t), "--seed", "7"]);
	assert.equal(code, 0, out);
	assert.match(out, /rules 1\.6, seed 7, \d+ requests/);
	assert.match(out, /but not prove it/);
	assert.match(out, /P17: .*confirm/);
	assert.match(out, /E4: the schema requires no credentials/);
	assert.match(out, /Looks like a mill: 0 MUST failures, 0 SHOULD failures/);
});

test("a failed row is printed with what was found and what to do, and the exit code is 1", async (t) => {
	const allow = "POST, PUT, OPTIONS";
	const { code, out } = await checked([
		await tiny(t, shouter(), { facts: () => ({ allow }) }),
		"--only",
		"M",
	]);
	assert.equal(code, 1, out);
	assert.match(
		out,
		/MUST +M4 .*\n +check {2}.*\n +found {2}Allow: POST, PUT, OPTIONS\n +fix {4}Support one method/,
	);
	assert.match(out, /Not a mill:/);
	assert.match(out, /\d+ rows were not selected \(--only, --skip\)/);
});

test("--all shows every row", async (t) => {
	const { out } = await checked([await tiny(t), "--only", "M,O4", "--all"]);
	assert.match(out, / {2}ok +M1 +MUST +The mill answers its method with 200\n/);
	assert.match(out, / {2}skip +O4 +MUST /);
});

test("--json gives the same for programs; --only and --skip choose rows and groups", async (t) => {
	const words = ["--json", "--only", "M,P1", "--skip", "m5", "--seed", "9"];
	const { code, out } = await checked([await tiny(t), ...words]);
	assert.equal(code, 0);
	const report = JSON.parse(out) as JsonReport;
	assert.equal(report.seed, 9);
	assert.equal(report.verdict, "passed");
	assert.equal(report.rules, "1.6");
	const passed = report.rows.filter(({ outcome }) => outcome === "pass").map(({ id }) => id);
	assert.ok(passed.includes("M4") && passed.includes("P1") && !passed.includes("M5"), String(passed));
	assert.ok(passed.every((id) => id.startsWith("M") || id === "P1"));
	assert.equal(report.counts.skipped, report.rows.length - passed.length);
	assert.deepEqual(
		report.unchecked.map(({ id }) => id),
		["P14", "P15", "P16", "P17"],
	);
});

test("--input takes files; their type comes from their names or from --type", async (t) => {
	const cwd = await folderWith(t, { "a.txt": "Rye", "b.txt": "Oats", c: "Wheat" });
	const url = await tiny(t);
	const words = [url, "--json", "--only", "M1", "--input", "a.txt", "--input", "b.txt"];
	const named = JSON.parse((await checked(words, cwd)).out) as JsonReport;
	assert.deepEqual(
		named.inputs.slice(0, 2).map(({ origin, mediaType }) => [origin, mediaType]),
		[
			["a.txt", "text/plain"],
			["b.txt", "text/plain"],
		],
	);
	const typed = await checked([url, "--only", "M1", "--input", "c", "--type", "application/x-rye"], cwd);
	assert.equal(typed.code, 1);
	assert.match(typed.out, /M1 .*\n.*\n.*415.*the input is from: c\n/);
});

test("if only SHOULD rows fail, the exit code is 0, or 1 with --strict", async (t) => {
	const url = await tiny(t, shouter(), { facts: () => ({ allow: "POST" }) });
	const { code, out } = await checked([url, "--only", "M3"]);
	assert.equal(code, 0);
	assert.match(out, /: 0 MUST failures, 1 SHOULD failure, 0 notes\.$/m);
	assert.equal((await checked([url, "--only", "M3", "--strict"])).code, 1);
});

test("without a known valid input, the check is undecided: exit code 3", async (t) => {
	const picky = { ...classifier(), run: () => undefined };
	const { code, out } = await checked([await tiny(t, picky)]);
	assert.equal(code, 3, out);
	assert.match(out, /M1: no good input is known .*--input FILE/);
	assert.match(out, /Undecided/);
});

test("a budget that is too short for all rows is undecided: exit code 3", async (t) => {
	let answered = 0;
	const silent: Breakage = {
		answer: () => (_, correct) => (++answered > 30 ? new Promise(() => {}) : correct()),
	};
	const { code, out } = await checked([await tiny(t, shouter(), silent), "--budget", "5"]);
	assert.equal(code, 3, out);
	assert.match(out, /the time budget is used up/);
});

test("exit code 3 if no server answers at the address", async () => {
	const { code, err } = await checked(["http://127.0.0.1:1/mill"]);
	assert.equal(code, 3);
	assert.match(err, /http:\/\/127\.0\.0\.1:1\/mill does not answer \(ECONNREFUSED\)\. Check the URL/);
});

test("credentials are sent with every request, except with those that test what happens without", async (t) => {
	const seen = { with: 0, without: 0 };
	const guarded: Breakage = {
		facts: ({ schema }) => ({ schema: { ...schema, security: [{ token: [] }] } }),
		answer: () => (call, correct) => {
			const known = call.headers.authorization === "Bearer rye";
			seen[known ? "with" : "without"]++;
			if (known || call.method !== "POST") return correct();
			return {
				status: 401,
				headers: { "WWW-Authenticate": "Bearer", "Content-Type": "application/problem+json" },
				body: '{"status":401}',
			};
		},
	};
	const url = await tiny(t, shouter(), guarded);
	const { code, out } = await checked([url, "--header", "Authorization: Bearer rye", "--only", "M1,E4,D4"]);
	assert.equal(code, 0, out);
	assert.equal(seen.without, 2);
	assert.ok(seen.with > 5);
});

for (const [what, words, message] of [
	["no URL", [], /check takes one mill, by its URL, its file or its name/],
	["two URLs", ["http://a/b", "http://a/c"], /check takes one mill, by its URL, its file or its name/],
	["an address that is none", ["a mill"], /^gristmill: "a mill" is no mill.*with http:\/\//],
	["another scheme", ["ftp://a/b"], /with http:\/\//],
	["an unknown flag", ["http://a/b", "--sede", "1"], /--sede.*Did you mean --seed/],
	["an unknown row", ["http://a/b", "--only", "Z9"], /There is no row or group "Z9"/],
	["a budget that is no number", ["http://a/b", "--budget", "long"], /--budget is "long".*1 to 3600/],
	["a rate that would flood", ["http://a/b", "--rate", "9999"], /--rate is "9999".*1 to 200/],
	["a method that is no word", ["http://a/b", "--method", "PO ST"], /--method.*"PO ST"/],
	["a type that is none", ["http://a/b", "--type", "text"], /--type.*"text"/],
	["a base that is not above", ["http://a/b/c", "--base", "http://a/x"], /--base.*above the mill/],
	["a header that breaks lines", ["http://a/b", "--header", "A: b\r\nC: d"], /--header is not 'Name: value'/],
	[
		"a file that is not there",
		["http://a/b", "--input", "nowhere.txt"],
		/nowhere\.txt does not exist\. Give --input/,
	],
] as const)
	test(`${what} is refused in one line: exit code 2`, async () => {
		const { code, err } = await checked(words);
		assert.equal(code, 2);
		assert.match(err, message);
		assert.equal(err.trim().split("\n").length, 1);
	});

test("check --help and help check show the flags with examples and exit codes", async () => {
	for (const words of [
		["check", "--help"],
		["help", "check"],
	]) {
		const { code, out } = await runCommand(words);
		assert.equal(code, 0);
		assert.match(out, /--seed N[\s\S]*Examples[\s\S]*Exit codes: 0/);
	}
});
