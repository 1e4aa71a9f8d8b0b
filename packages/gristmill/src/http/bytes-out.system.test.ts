import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { type Answer, ask, start } from "../testing/server.js";

const REUSER = new URL("../testing/mills/array-reuser.js", import.meta.url);

function repeat(url: string, letter: string): Promise<Answer> {
	const headers = { "Content-Type": "text/plain", Accept: "application/octet-stream" };
	return ask(`${url}/array-reuser`, { method: "POST", headers, body: Buffer.from(letter) });
}

test("a mill may write to its array again before its answers have left the worker", async () => {
	const { url } = await start({ workers: 1 }, { mills: [REUSER] });
	// Enough calls to show that the mill is quick: the next ones go in rows.
	for (let i = 0; i < 60; i++) await repeat(url, "a");
	const letters = [..."abcdefghijklmnopqrstuvwxyz".repeat(3)];
	const answers = await Promise.all(letters.map((letter) => repeat(url, letter)));
	assert.deepEqual(
		answers.map(({ text }) => text),
		letters.map((letter) => letter.repeat(8)),
	);
});
