import assert from "node:assert/strict";
import { test } from "node:test";
import { millDigest } from "../../../../gristmill/dist/runtime/digest/digest.js";
import { tryMill } from "../../../../gristmill/dist/runtime/lanes/try-mill.js";
import { importMill } from "../../../../gristmill/dist/runtime/loading/import-mill.js";
import { callerOf } from "../../../../gristmill/dist/testing/mill-call.js";
import { apertiumModule } from "./module.js";

const url = await apertiumModule();
const mill = url && (await importMill(url.href));
const english = mill?.description.includes("en → es") && mill.description.includes("es → en");
const skip = !english && "Apertium with English and Spanish is not installed";

interface Answer {
	readonly text: string;
	readonly from: string;
	readonly to: string;
}

async function caller() {
	assert.ok(mill);
	return callerOf<Answer>(mill);
}

test("text is translated line by line, as plain text and as a JSON string", { skip }, async () => {
	const { call } = await caller();
	const expected = { text: "Hola.\n\nEl gato es negro.\r\n", from: "en", to: "es" };
	const text = "Hello.\n\nThe cat is black.\r\n";
	assert.deepEqual(await call(text, { query: "from=en&to=es" }), expected);
	assert.deepEqual(
		await call(JSON.stringify(text), { query: "from=en&to=es", contentType: "application/json" }),
		expected,
	);
});

test("empty text stays empty", { skip }, async () => {
	const { call } = await caller();
	assert.equal((await call("", { query: "from=es&to=en" })).text, "");
});

test("a worker that may read its files and spawn answers the examples twice as declared", {
	skip,
}, async () => {
	assert.ok(url && mill);
	assert.deepEqual(mill.needs, ["spawn"]);
	const { findings } = await tryMill({ url });
	assert.equal(findings.length, 2);
	for (const { agrees, actual, second } of findings)
		assert.ok(agrees && second === undefined, JSON.stringify(actual));
});

test("other pairs give another digest", { skip }, async () => {
	assert.ok(url && mill);
	const fewer = new URL(url);
	for (const mode of url.searchParams.getAll("mode"))
		if (!mode.endsWith("/eng-spa.mode")) fewer.searchParams.delete("mode", mode);
	const other = await importMill(fewer.href);
	assert.notEqual(await millDigest(other, fewer), await millDigest(mill, url));
	assert.deepEqual(other.examples.length, 1);
});
