import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { failedRows, QUICK } from "../testing/servers/check-tiny.js";
import { shouter } from "../testing/servers/tiny-facts.js";
import { type Breakage, problem, startTiny } from "../testing/servers/tiny-server.js";
import { Unreachable } from "./find-subject.js";
import { toolDocument, under } from "./probe/subject.js";
import { jsonReport } from "./report/report-json.js";
import { textReport } from "./report/report-text.js";
import { check } from "./run.js";

async function tiny(t: TestContext, breakage: Breakage = {}): Promise<URL> {
	const { server, url } = await startTiny(shouter(), breakage);
	t.after(() => {
		server.closeAllConnections();
		server.close();
	});
	return url;
}

/** Rows about documents. They fail or are skipped if the documents are looked for elsewhere. */
const DOCUMENTS = ["C2", "C3", "C6", "C7", "C8", "C9", "C10"];

test("a mill whose name looks like a scheme is checked", async (t) => {
	const facts: Breakage["facts"] = ({ list, openApi, schema }) => {
		const renamed = JSON.stringify({ list, openApi, schema }).replaceAll("shouter", "text:analyze");
		return { tool: "text:analyze", ...JSON.parse(renamed) };
	};
	const url = await tiny(t, { facts });
	assert.match(url.href, /\/v1\/text:analyze$/);
	const { subject, findings } = await check({ ...QUICK, url, only: DOCUMENTS });
	assert.equal(subject.tool, "text:analyze");
	const passed = findings.filter(({ outcome }) => outcome.kind === "pass").map(({ row }) => row.id);
	assert.deepEqual(passed, DOCUMENTS);
});

test("the documents of a mill whose address ends with a slash lie below it", async (t) => {
	const url = await tiny(t, {
		answer: () => (call, correct) => {
			// Without a list, only the address tells where the base is.
			if (["/v1/shouter", "/v1/$list"].includes(call.path)) return correct({ ...call, path: "/none" });
			return correct(call.path === "/v1/shouter/" ? { ...call, path: "/v1/shouter" } : call);
		},
	});
	const report = await check({ ...QUICK, url: new URL(`${url.href}/`), only: DOCUMENTS });
	assert.deepEqual([report.subject.base.pathname, report.subject.tool], ["/v1/", "shouter"]);
	assert.deepEqual(failedRows(report), []);
	const passed = report.findings.filter(({ outcome }) => outcome.kind === "pass").map(({ row }) => row.id);
	assert.deepEqual(
		passed,
		DOCUMENTS.filter((id) => id !== "C6"),
	);
});

test("if nothing is at the address, the report says to check it", async (t) => {
	const { origin } = await tiny(t);
	const report = await check({ ...QUICK, url: new URL("/v1/shuter", origin), only: ["M1", "P1"] });
	assert.equal(
		textReport(report).trim().split("\n").at(-3),
		`${origin}/v1/shuter answers OPTIONS and POST with 404. Check the address.`,
	);
	assert.match(JSON.stringify(jsonReport(report)), /"verdict":"failed","hint":"[^"]*Check the address\./);
});

test("the root of a server is told with the address of its list", async (t) => {
	const url = await tiny(t, {
		answer: () => (call, correct) =>
			correct({ ...call, path: call.path === "/$list" ? "/v1/$list" : call.path }),
	});
	const report = await check({ ...QUICK, url: new URL("/", url), only: ["M1", "C6"] });
	assert.match(
		textReport(report),
		/found {2}the list does not name http:\/\/[\d.:]+\/\n[\s\S]*\n(\S+) is the root of a server\. Give the address of one mill: \1\$list lists them\.\n\nNot a mill: /,
	);
});

test("if only the call gets 404, the report does not doubt the address", async (t) => {
	const url = await tiny(t, {
		answer: () => (call, correct) => (call.method === "POST" ? problem(404) : correct()),
	});
	const report = await check({ ...QUICK, url, only: ["M1"] });
	assert.doesNotMatch(textReport(report), /address:/);
});

test("a mill at the root of its server has its documents there", () => {
	const root = new URL("http://a.example/");
	assert.equal(toolDocument({ base: root, tool: "" }, "$schema").href, "http://a.example/$schema");
	assert.equal(under({ mill: root }, "$schema").href, "http://a.example/$schema");
});

test("only a check that ran out of time asks for a larger budget", async (t) => {
	const url = await tiny(t);
	await assert.rejects(check({ ...QUICK, url, base: new URL("http://b.example/v1/") }), (error) => {
		assert.ok(error instanceof Unreachable);
		assert.match(
			error.message,
			/cannot be asked: http:\/\/b\.example is another origin, and is not requested\.$/,
		);
		return true;
	});
	const slow = await tiny(t, { answer: () => () => new Promise(() => {}) });
	await assert.rejects(
		check({ ...QUICK, url: slow, budget: 50 }),
		/^Unreachable: .* answers slowly\. Raise --budget\.$/,
	);
});
