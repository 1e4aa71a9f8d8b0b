import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { NativeEngine } from "./engine.js";
import { pack } from "./network.js";
import { SEARCHES } from "./searches.js";

const MODEL = new URL("../../../models/translator/", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "translator-"));
const packed = pathToFileURL(`${folder}/`);
after(() => rmSync(folder, { recursive: true }));
const { signal } = new AbortController();
const SENTENCES = [
	"The old mill stands by the river.",
	"She would have told you if she had known what was going to happen at the meeting.",
	"Yes.",
];
const candidatesOf = (engine: NativeEngine) => engine.candidates(SENTENCES, "es", SEARCHES.many, signal);
const expected = await candidatesOf(await NativeEngine.load(MODEL));

test("packed networks give the same candidates", async () => {
	await pack(MODEL, packed);
	assert.ok(readdirSync(folder).includes("enc.onnx.weights"), "the weights are beside the graph");
	assert.deepEqual(await candidatesOf(await NativeEngine.load(MODEL, packed)), expected);
});

test("networks that were removed or cut off since are loaded from the model", async () => {
	await pack(MODEL, packed);
	truncateSync(join(folder, "enc.onnx.weights"), 1_000_000);
	assert.deepEqual(await candidatesOf(await NativeEngine.load(MODEL, packed)), expected);
	for (const name of readdirSync(folder)) rmSync(join(folder, name));
	assert.deepEqual(await candidatesOf(await NativeEngine.load(MODEL, packed)), expected);
});
