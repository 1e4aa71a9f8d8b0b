import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { Writable } from "node:stream";
import { test } from "node:test";
import { PLAIN, paintFor } from "../command-line/terminal.js";
import { barOf, Progress, sentenceOf } from "./progress.js";
import { amount, duration, Tally } from "./tally.js";

const COLOURS = paintFor({ isTTY: true }, {});
/** What shows the progress, and what it has written. */
function screen(facts: { isTTY?: boolean; columns?: number } = {}, TERM = "xterm") {
	const written: string[] = [];
	const stderr = Object.assign(
		new Writable({
			decodeStrings: false,
			write: (text, _, done) => {
				written.push(text);
				done();
			},
		}),
		facts,
	);
	return { host: { stderr, env: { TERM }, events: new EventEmitter() }, written };
}

const STATE = { done: 2_500, failed: 3, total: 10_000, rate: 250, away: false };

test("the bar shows the share, the rate, the failures and the time left", () => {
	assert.equal(
		barOf(STATE, 100, PLAIN),
		`${"█".repeat(10)}${"░".repeat(30)}  2,500 of 10,000  250/s  3 failed  30 s left`,
	);
	assert.ok(barOf(STATE, 100, COLOURS).includes("\u001b[33m3 failed\u001b[0m"));
});

test("no bar is wider than the terminal", () => {
	for (let width = 0; width < 120; width++)
		assert.ok(barOf(STATE, width, PLAIN).length <= width, String(width));
	assert.equal(barOf({ ...STATE, total: undefined }, 79, PLAIN), "2,500 done  250/s  3 failed");
	assert.ok(barOf({ ...STATE, done: 20_000 }, 79, PLAIN).length <= 79);
});

test("elsewhere the progress is a sentence, which says if it waits for the server", () => {
	assert.equal(sentenceOf(STATE), "2,500 of 10,000, 250/s, 3 failed, 30 s left");
	assert.match(sentenceOf({ ...STATE, away: true, rate: 0 }), /0\/s, 3 failed, waiting for the server$/);
	assert.equal(sentenceOf({ ...STATE, rate: 0, total: undefined }), "2,500 done, 0/s, 3 failed");
});

test("the rate is that of the last ten seconds", () => {
	const { host, written } = screen();
	let now = 0;
	const tally = new Tally();
	const progress = new Progress(host, tally, () => now);
	progress.show();
	for (let second = 1; second <= 30; second++) {
		now = 1000 * second;
		tally.answered += second <= 15 ? 100 : 10;
		progress.show();
	}
	assert.match(written[10] ?? "", /, 100\/s,/);
	assert.match(written[30] ?? "", /, 10\/s,/);
});

test("on a terminal the bar is removed before other output, and leaves no line behind", () => {
	const { host, written } = screen({ isTTY: true, columns: 80 });
	const progress = new Progress(host, new Tally());
	progress.start();
	progress.show();
	assert.ok(written.join("").startsWith("\r\u001b[K0 done"), JSON.stringify(written));
	progress.clear();
	progress.clear();
	progress.stop();
	assert.ok(written.join("").endsWith("failed\r\u001b[K"), JSON.stringify(written));
	assert.doesNotMatch(written.join(""), /\n/);
	const dumb = screen({ isTTY: true }, "dumb");
	new Progress(dumb.host, new Tally()).show();
	assert.deepEqual(dumb.written, ["0 done, 0/s, 0 failed\n"]);
});

test("the summary counts what was answered, what failed and why", () => {
	const tally = new Tally();
	tally.answered = 1_200;
	tally.before = 300;
	tally.failedBefore = 2;
	tally.fail({ kind: "input", detail: "" });
	for (let i = 0; i < 2; i++)
		tally.fail({ kind: "problem", status: 415, code: "unsupported-media-type", detail: "" });
	assert.equal(
		tally.summary(12, PLAIN),
		`1,503 inputs, 300 done before (2 failed), 1,200 answered, 3 failed (12 s, 100/s)
  2 × 415 unsupported-media-type
  1 × input
`,
	);
	for (let i = 0; i < 100; i++) tally.fail({ kind: "problem", status: 400, code: `\u001b${i}`, detail: "" });
	const lines = tally.summary(1, PLAIN).trim().split("\n");
	assert.equal(lines.length, 22);
	assert.match(lines[1] ?? "", /82 × other/);
	// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there
	assert.doesNotMatch(lines.join(), /\u001b/);
});

test("numbers and times are written for people", () => {
	assert.deepEqual([0.34, 3.25, 12.7, 1234567].map(amount), ["0.3", "3.3", "13", "1,234,567"]);
	assert.deepEqual([0.04, 7.04, 42.4, 125, 3725].map(duration), ["0 s", "7 s", "42 s", "2:05", "1:02:05"]);
});
