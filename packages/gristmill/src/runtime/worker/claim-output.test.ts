import assert from "node:assert/strict";
import { test } from "node:test";
import { Printed } from "./claim-output.js";

test("a call prints up to a limit, and the next one as much again", () => {
	const texts: string[] = [];
	const printed = new Printed((text) => texts.push(text));
	const length = () => texts.splice(0).join("").length;
	printed.write("");
	for (let i = 0; i < 100_000; i++) printed.write("flood");
	const first = length();
	assert.ok(first > 16_000 && first < 17_000, String(first));
	printed.write("more");
	assert.deepEqual(texts, []);
	printed.renew();
	printed.write("again");
	assert.deepEqual(texts, ["again"]);
});
