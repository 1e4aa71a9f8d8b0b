// What a stranger writes with the fetch client of orval: no header field and no serialiser is set by hand.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
	checksumCalculator,
	classifier,
	listMills,
	sendAgentMessage,
	tokeniser,
	translator,
	wordCounter,
} from "./generated/orval/mills.js";

const [, , , picture = ""] = process.argv;

const tokens = await tokeniser("Raw data goes in.", { scheme: "o200k_base", format: "count" });
assert.ok(tokens.status === 200, JSON.stringify(tokens.data));
assert.equal(tokens.data.count, 5);

const face = await classifier(new Blob([readFileSync(picture)]), { detail: true });
assert.ok(face.status === 200, JSON.stringify(face.data));
assert.equal(face.data.gender, "F");
assert.equal(face.data.faces, 1);

const translation = await translator("The house is red.", { from: "en", to: "es" });
assert.ok(
	translation.status === 200 && typeof translation.data === "object",
	JSON.stringify(translation.data),
);
assert.equal(translation.data.text, "La casa es roja.");

const counts = await wordCounter("one two");
assert.deepEqual(counts.data, { words: 2, lines: 1, characters: 7 });

const checksum = await checksumCalculator("sha256", new Blob(["abc"]));
assert.ok(checksum.status === 200, JSON.stringify(checksum.data));
assert.equal(checksum.data.size, 3);

const refused = await classifier(new Blob(["no picture"]));
assert.ok(refused.status === 415);
assert.equal(refused.data.code, "unsupported-media-type");

assert.equal((await listMills()).status, 200);
const agent = await sendAgentMessage({ jsonrpc: "2.0", id: 1, method: "tools/list" });
assert.equal(agent.status, 200);

process.stdout.write("every call worked\n");
