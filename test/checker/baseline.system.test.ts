import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { check } from "../../packages/gristmill/dist/checker/run.js";
import { INSTALLED_MILLS } from "../../packages/gristmill/dist/mill-files/named-mills.js";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";
import { start } from "../../packages/gristmill/dist/testing/server.js";
import { QUICK } from "../../packages/gristmill/dist/testing/servers/check-tiny.js";
import { StoppedClock } from "../../packages/gristmill/dist/testing/stopped-clock.js";

const text = (body: string) => ({ body: Buffer.from(body), mediaType: "text/plain", origin: "test" });
const photograph = readFileSync(`${ROOT}packages/mills/models/classifier/example.jpg`);

/** What the built-in mills are given; the examples beside them are among the subjects. */
const INPUTS = {
	classifier: { body: photograph, mediaType: "image/jpeg", origin: "test" },
	translator: text("The cat sat on the mat."),
	tokeniser: text("Raw data goes in."),
	normaliser: text("Café  au lait"),
};

test("the built-in mills keep every row", async () => {
	const checked = Object.entries(INPUTS);
	const all = Object.entries(INSTALLED_MILLS).filter(([name]) => checked.some(([one]) => one === name));
	const { url } = await start({ cors: "*" }, { mills: all.map(([, module]) => module) });
	const failed: string[] = [];
	for (const [name, input] of checked) {
		const report = await check({
			...QUICK,
			clock: new StoppedClock(),
			url: new URL(`${url}/${name}`),
			inputs: [input],
		});
		for (const { row, outcome } of report.findings)
			if (outcome.kind === "fail") failed.push(`${name} ${row.id}: ${outcome.evidence}`);
			else assert.ok(outcome.kind === "pass" || !/time budget|no good input/.test(outcome.reason), row.id);
	}
	assert.deepEqual(failed, []);
});
