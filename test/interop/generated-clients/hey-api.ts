// What a stranger writes with the client of @hey-api/openapi-ts: no header field and no serialiser is set by hand.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { client } from "./generated/hey-api/client.gen.js";
import {
	checksumCalculator,
	classifier,
	listMills,
	readOpenApi,
	sendAgentMessage,
	tokeniser,
	translator,
	wordCounter,
} from "./generated/hey-api/index.js";

const [, , baseUrl = "", picture = ""] = process.argv;
client.setConfig({ baseUrl });

const tokens = await tokeniser({
	body: "Raw data goes in.",
	query: { scheme: "o200k_base", format: "count" },
});
assert.equal(tokens.data?.count, 5, JSON.stringify(tokens.error));

const face = await classifier({ body: new Blob([readFileSync(picture)]), query: { detail: true } });
assert.equal(face.data?.gender, "F", JSON.stringify(face.error));
assert.equal(face.data.faces, 1);

const translation = await translator({ body: "The house is red.", query: { from: "en", to: "es" } });
assert.equal(translation.data?.text, "La casa es roja.", JSON.stringify(translation.error));

const counts = await wordCounter({ body: "one two" });
assert.deepEqual(counts.data, { words: 2, lines: 1, characters: 7 });

const checksum = await checksumCalculator({ body: new Blob(["abc"]), path: { algorithm: "sha256" } });
assert.equal(checksum.data?.size, 3, JSON.stringify(checksum.error));

const refused = await classifier({ body: new Blob(["no picture"]) });
assert.ok(refused.error && "code" in refused.error);
assert.equal(refused.error.code, "unsupported-media-type");

assert.equal((await listMills()).data?.methods[0]?.name, "classifier");
assert.ok((await readOpenApi()).data);
const agent = await sendAgentMessage({ body: { jsonrpc: "2.0", id: 1, method: "tools/list" } });
assert.match(JSON.stringify(agent.data), /"name":"tokeniser"/);

process.stdout.write("every call worked\n");
