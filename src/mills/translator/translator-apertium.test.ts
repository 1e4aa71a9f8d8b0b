import assert from "node:assert/strict";
import { test } from "node:test";
import { millDigest } from "../../runtime/digest.js";
import { importMill } from "../../runtime/import-mill.js";
import { tryMill } from "../../runtime/try-mill.js";
import { callerOf } from "../../testing/mill-call.js";
import { apertiumModule } from "./apertium/module.js";

const url = await apertiumModule();
const mill = url && (await importMill(url.href));
const english = mill?.description.includes("en → es") && mill.description.includes("es → en");
const skip = !english && "Apertium has no pair of English and Spanish here";

interface Answer {
	readonly text: string;
	readonly from: string;
	readonly to: string;
}

async function caller() {
	assert.ok(mill);
	return callerOf<Answer>(mill);
}

test("a text is translated line by line, as text and as a JSON string", { skip }, async () => {
	const { call } = await caller();
	const expected = { text: "Hola.\n\nEl gato es negro.\r\n", from: "en", to: "es" };
	const text = "Hello.\n\nThe cat is black.\r\n";
	assert.deepEqual(await call(text, { query: "from=en&to=es" }), expected);
	assert.deepEqual(
		await call(JSON.stringify(text), { query: "from=en&to=es", contentType: "application/json" }),
		expected,
	);
});

test("nothing is answered with nothing", { skip }, async () => {
	const { call } = await caller();
	assert.equal((await call("", { query: "from=es&to=en" })).text, "");
});

test("a pair that is not on offer is refused with those that are", { skip }, async () => {
	const { refusal } = await caller();
	const { code, members } = await refusal("a", { query: "from=en&to=tlh" });
	assert.equal(code, "unsupported-pair");
	const pairs = members.pairs as { from: string; to: string }[];
	assert.ok(pairs.some(({ from, to }) => from === "en" && to === "es"));
});

test("its examples are met twice in a worker that may read its files and spawn", { skip }, async () => {
	assert.ok(url && mill);
	assert.deepEqual(mill.needs, ["spawn"]);
	const { findings } = await tryMill({ url });
	assert.equal(findings.length, 2);
	for (const { agrees, actual, again } of findings)
		assert.ok(agrees && again === undefined, JSON.stringify(actual));
});

test("other pairs are another algorithm", { skip }, async () => {
	assert.ok(url && mill);
	const fewer = new URL(url);
	for (const mode of url.searchParams.getAll("mode"))
		if (!mode.endsWith("/eng-spa.mode")) fewer.searchParams.delete("mode", mode);
	const other = await importMill(fewer.href);
	assert.notEqual(await millDigest(other, fewer), await millDigest(mill, url));
	assert.deepEqual(other.examples.length, 1);
});
