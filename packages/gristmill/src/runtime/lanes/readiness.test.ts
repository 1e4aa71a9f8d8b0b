import assert from "node:assert/strict";
import { test } from "node:test";
import { createFetchHandler, Type } from "../../index.js";
import { emptyMill } from "../../testing/mills/empty-mill.js";

test("a mill that fails its example is out of service for callers, and the log has the example and both results", async (t) => {
	const liar = emptyMill({
		name: "text-measurer",
		output: Type.Object({ letters: Type.Number() }),
		examples: [
			{ input: "abc", output: { letters: 3 } },
			{ input: "four", output: { letters: 4 } },
		],
		run: () => ({ letters: 3 }),
	});
	const reasons: unknown[] = [];
	const mills = await createFetchHandler([liar], {
		log: (level, message, fields) => {
			if (level === "error") reasons.push([message, fields?.mill, fields?.reason]);
		},
	});
	t.after(() => mills.close());
	const call = { method: "POST", headers: { "Content-Type": "text/plain" }, body: "abcd" };
	const answer = await mills(new Request("http://localhost/text-measurer", call));
	assert.equal(answer.status, 502);
	assert.equal(answer.headers.get("retry-after"), null);
	const problem = (await answer.json()) as { detail: string };
	assert.equal(
		problem.detail,
		"This mill is out of service, because it fails its own examples. The server's log says which; tell the operator.",
	);
	assert.deepEqual(reasons, [
		["a mill is not ready", "text-measurer", 'example 1: expected {"letters":4}, got {"letters":3}'],
	]);
});
