import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { check } from "../../packages/gristmill/dist/checker/run.js";
import { INSTALLED_MILLS } from "../../packages/gristmill/dist/cli/mills/named-mills.js";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";
import { MODULES, SUBJECTS } from "../../packages/gristmill/dist/testing/mills/mills.js";
import { start } from "../../packages/gristmill/dist/testing/server.js";
import { QUICK } from "../../packages/gristmill/dist/testing/servers/check-tiny.js";
import { ALL, unlessAll } from "../../packages/gristmill/dist/testing/size.js";

const text = (body: string) => ({ body: Buffer.from(body), mediaType: "text/plain", origin: "test" });
const photograph = readFileSync(`${ROOT}packages/mills/models/classifier/example.jpg`);

/** What the built-in mills are given; the examples beside them are among the subjects. */
const INPUTS = {
	classifier: { body: photograph, mediaType: "image/jpeg", origin: "test" },
	translator: text("The cat sat on the mat."),
	tokeniser: text("Raw data goes in."),
	normaliser: text("Café  au lait"),
};

/** A busy machine needs longer than callers would wait. */
const PATIENT = { ...QUICK, budget: 300_000 };
/** A mill whose result has bytes. */
const DRAWER = new URL(`file://${ROOT}packages/gristmill/dist/testing/mills/drawer.js`);

/** What our own server is let off: "mill row" for each. Nothing at all, and a stale entry fails too. */
const EXEMPT: readonly string[] = [];

test("our own server keeps every row for each of its mills, but for what is exempt", async () => {
	const { url } = await start({ cors: "*" }, { mills: [...MODULES, DRAWER] });
	const failed: string[] = [];
	const drawer = { ...text("100 bytes"), mill: "drawer", path: "drawer", method: "POST" };
	// By default every third mill: the server is the same for all.
	const subjects = SUBJECTS.filter((_, i) => ALL || i % 3 === 0);
	for (const { mill, path, mediaType, input, method } of [...subjects, { ...drawer, input: drawer.body }]) {
		const inputs = [{ body: input, mediaType, origin: "test" }];
		const report = await check({ ...PATIENT, url: new URL(`${url}/${path}`), inputs });
		assert.equal(report.subject.method, method);
		assert.equal(report.subject.tool, mill);
		for (const { row, outcome } of report.findings)
			if (outcome.kind === "fail") failed.push(`${mill} ${row.id}`);
			else assert.ok(outcome.kind === "pass" || !/time budget|no good input/.test(outcome.reason), row.id);
	}
	assert.deepEqual(failed, EXEMPT);
});

test("the built-in mills keep every row, but for what is exempt", { skip: unlessAll }, async () => {
	const checked = Object.entries(INPUTS);
	const all = Object.entries(INSTALLED_MILLS).filter(([name]) => checked.some(([one]) => one === name));
	const { url } = await start({ cors: "*" }, { mills: all.map(([, module]) => module) });
	const failed: string[] = [];
	for (const [name, input] of checked) {
		const report = await check({ ...PATIENT, url: new URL(`${url}/${name}`), inputs: [input] });
		for (const { row, outcome } of report.findings)
			if (outcome.kind === "fail") failed.push(`${name} ${row.id}`);
			else assert.ok(outcome.kind === "pass" || !/time budget|no good input/.test(outcome.reason), row.id);
	}
	assert.deepEqual(failed, EXEMPT);
});

test("the mills' own examples are found in their documents", async () => {
	const { url } = await start({ base: "/v1" }, { mills: MODULES });
	for (const [path, inputs] of [
		["word-counter", 2],
		["checksum-calculator/sha512", 1],
		["query-echoer", 2],
		["get-counter", 1],
	] as const) {
		const { subject } = await check({ ...QUICK, url: new URL(`${url}/${path}`), only: ["M1"] });
		assert.equal(subject.base.pathname, "/v1/");
		const found = subject.inputs.filter(({ origin }) => origin === "description");
		assert.equal(found.length, inputs, path);
	}
});
