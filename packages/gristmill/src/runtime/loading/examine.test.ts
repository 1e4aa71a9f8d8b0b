import assert from "node:assert/strict";
import { test } from "node:test";
import { defineMill, Type, text } from "../../index.js";
import { makeReady } from "../ready-mill.js";
import { examine } from "./examine.js";

interface Sum {
	sum: number;
	note?: string | undefined;
}

const summer = (output: Sum, agrees?: (expected: Sum, actual: Sum) => boolean) =>
	defineMill({
		name: "summer",
		version: "1.0.0",
		summary: "Gives the same sum for everything.",
		input: { "text/plain": text() },
		output: Type.Object({ sum: Type.Number(), note: Type.Optional(Type.String()) }),
		examples: [{ input: "", output: output as { sum: number } }],
		...(agrees && { agrees }),
		run: () => output as { sum: number },
	});

for (const output of [{ sum: -0 }, { sum: 1, note: undefined }, { sum: 1, note: "\ud800" }])
	test(`an example that is just what run gives is met, though JSON writes it otherwise: ${Object.keys(output)}`, async () => {
		const [finding] = await examine(await makeReady(summer(output)));
		assert.equal(finding?.agrees, true);
		assert.deepEqual(finding?.actual, finding?.expected);
	});

test("agrees must return true: a promise is reported as a mistake", async () => {
	const promising = (async () => false) as unknown as () => boolean;
	const [finding] = await examine(await makeReady(summer({ sum: 1 }, promising)));
	assert.equal(finding?.agrees, false);
	assert.match(String(finding?.failure), /agrees returned \w+\. Let it return true or false/);
	for (const verdict of [true, false]) {
		const [other] = await examine(await makeReady(summer({ sum: 1 }, () => verdict)));
		assert.equal(other?.agrees, verdict);
	}
});
