import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { check } from "../../packages/gristmill/dist/checker/run.js";
import drawer from "../../packages/gristmill/dist/testing/mills/drawer.js";
import { MILLS, SUBJECTS } from "../../packages/gristmill/dist/testing/mills/mills.js";
import { start } from "../../packages/gristmill/dist/testing/server.js";
import { QUICK } from "../../packages/gristmill/dist/testing/servers/check-tiny.js";
import { StoppedClock } from "../../packages/gristmill/dist/testing/stopped-clock.js";

/** Nothing is slow on this clock: the machine may be busy. */
const settings = { ...QUICK, clock: new StoppedClock() };

test("our own server keeps every row for each of its mills", async () => {
	const { url } = await start({ cors: "*" }, { mills: [...MILLS, drawer] });
	const failed: string[] = [];
	const drawn = { mill: "drawer", path: "drawer", mediaType: "text/plain", method: "POST" };
	for (const { mill, path, mediaType, input, method } of [
		...SUBJECTS,
		{ ...drawn, input: Buffer.from("100 bytes") },
	]) {
		const inputs = [{ body: input, mediaType, origin: "test" }];
		const report = await check({ ...settings, url: new URL(`${url}/${path}`), inputs });
		assert.equal(report.subject.method, method);
		assert.equal(report.subject.tool, mill);
		for (const { row, outcome } of report.findings)
			if (outcome.kind === "fail") failed.push(`${mill} ${row.id}: ${outcome.evidence}`);
			else assert.ok(outcome.kind === "pass" || !/time budget|no good input/.test(outcome.reason), row.id);
	}
	assert.deepEqual(failed, []);
});

test("the mills' own examples are found in their documents", async () => {
	const { url } = await start({ base: "/v1" }, { mills: MILLS });
	for (const [path, inputs] of [
		["word-counter", 2],
		["checksum-calculator/sha512", 1],
		["query-echoer", 2],
		["get-counter", 1],
	] as const) {
		const { subject } = await check({ ...settings, url: new URL(`${url}/${path}`), only: ["M1"] });
		assert.equal(subject.base.pathname, "/v1/");
		const found = subject.inputs.filter(({ origin }) => origin === "description");
		assert.equal(found.length, inputs, path);
	}
});
