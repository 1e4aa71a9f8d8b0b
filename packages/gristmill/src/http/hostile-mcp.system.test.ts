import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { HOSTILE, postMessage } from "../testing/hostile-messages.js";
import { ask, refused, served } from "../testing/server.js";

const site = served();

const post = (body: Uint8Array | string, headers?: Record<string, string>) =>
	postMessage(site.url, body, headers);

test("50 hostile messages at once are refused before they are parsed, and health answers meanwhile", async () => {
	await post("{}");
	const bodies = Object.values(HOSTILE).map((text) => gzipSync(text));
	const before = process.cpuUsage();
	let pending = 50;
	let answeredMeanwhile = 0;
	const hostile = Array.from({ length: pending }, async (_, i) => {
		const answer = await post(bodies[i % bodies.length] ?? "", { "Content-Encoding": "gzip" });
		pending--;
		return answer;
	});
	while (pending > 0) {
		const health = await ask(`${site.url}/health/live`);
		assert.equal(health.status, 200);
		if (pending > 0) answeredMeanwhile++;
	}
	for (const answer of await Promise.all(hostile)) {
		const { detail } = refused(answer, 413, "content-too-large");
		assert.match(
			String(detail),
			/^The message (?:has more than \d+ values\. Send fewer|nests arrays and objects more than \d+ deep)\.$/,
		);
	}
	assert.ok(answeredMeanwhile > 0);
	const { user, system } = process.cpuUsage(before);
	// To inflate all of them takes seconds, to parse them minutes.
	assert.ok(user + system < 60_000_000, `${(user + system) / 1_000} ms of CPU`);
});
