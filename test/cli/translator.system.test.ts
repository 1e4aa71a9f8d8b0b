import assert from "node:assert/strict";
import { test } from "node:test";
import { gristmill, post, serving } from "../../packages/gristmill/dist/testing/command.js";
import { apertiumModule } from "../../packages/mills/dist/translator/apertium/module.js";

const module = await apertiumModule();
const english = module?.searchParams.getAll("mode").some((file) => /\/(eng-spa|en-es)\.mode$/.test(file));

test("--translator apertium serves the translator with Apertium", {
	skip: !english && "Apertium has no pair of English and Spanish here",
}, async (t) => {
	const { url } = await serving(t, ["--translator", "apertium", "--mills", "translator"]);
	assert.deepEqual(await post(`${url}/translator?from=en&to=es`, "The cat is black.\n"), {
		text: "El gato es negro.\n",
		from: "en",
		to: "es",
	});
});

test("--translator apertium says what to install where Apertium is not", {
	skip: module !== undefined && "Apertium is installed",
}, async (t) => {
	const command = gristmill(t, ["serve", "--translator", "apertium"]);
	assert.equal(await command.ended, 1);
	assert.match(
		command.stderr(),
		/^gristmill: No working language pair was found for --translator apertium\. Install Apertium/,
	);
});
