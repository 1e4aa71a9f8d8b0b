import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { failedRows, QUICK } from "../testing/servers/check-tiny.js";
import { shouter } from "../testing/servers/tiny-facts.js";
import { type Breakage, startTiny } from "../testing/servers/tiny-server.js";
import { Unreachable } from "./find-subject.js";
import { check } from "./run.js";
import { toolDocument, under } from "./subject.js";

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
	await assert.rejects(check({ ...QUICK, url: slow, budget: 50 }), /^Unreachable: Raise --budget: /);
});
