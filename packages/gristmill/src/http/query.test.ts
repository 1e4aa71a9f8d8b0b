import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { type Mill, Type } from "../index.js";
import { emptyMill } from "../testing/mills/empty-mill.js";
import { type Answer, ask, refused, start } from "../testing/server.js";

async function serve(mill: Mill): Promise<string> {
	const { url } = await start({}, { mills: [mill] });
	return `${url}/${mill.name}`;
}

function send(url: string, body: string, headers = {}, method = "POST"): Promise<Answer> {
	return ask(url, { method, headers: { "Content-Type": "text/plain", ...headers }, body: Buffer.from(body) });
}

/** A mill that counts how often it is computed. */
function counting(method: "QUERY" | "POST"): { mill: Mill; computed: () => number } {
	let count = 0;
	const mill = emptyMill({
		name: "run-counter",
		method,
		parameters: Type.Object({ loud: Type.Boolean({ default: false }) }),
		output: Type.Object({ text: Type.String() }),
		run: (input: string) => {
			count++;
			return { text: input };
		},
	});
	return { mill, computed: () => count };
}

test("a QUERY has a strong tag, and a caller that sends it back gets 304 without computing", async () => {
	const { mill, computed } = counting("QUERY");
	const url = await serve(mill);
	const first = await send(url, "grist", {}, "QUERY");
	const tag = first.headers.get("etag") ?? "";
	assert.match(tag, /^"[\w-]+"$/);
	assert.equal(computed(), 1);
	for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
		const again = await send(url, "grist", { "If-None-Match": known }, "QUERY");
		assert.equal(again.status, 304);
		assert.equal(again.headers.get("etag"), tag);
		assert.equal(again.bytes.length, 0);
	}
	assert.equal(computed(), 1);
});

test("another body, parameter or form of a QUERY has another tag", async () => {
	const { mill } = counting("QUERY");
	const url = await serve(mill);
	const answers = await Promise.all([
		send(url, "grist", {}, "QUERY"),
		send(url, "bran", {}, "QUERY"),
		send(`${url}?loud=true`, "grist", {}, "QUERY"),
		send(url, "grist", { Accept: "application/xml" }, "QUERY"),
		send(url, "grist", { Accept: "application/hal+json" }, "QUERY"),
		send(url, "grist", { "Content-Type": "text/plain; charset=latin1" }, "QUERY"),
	]);
	const tags = answers.map((answer) => answer.headers.get("etag"));
	assert.equal(new Set(tags).size, answers.length, tags.join(" "));
	const defaulted = await send(`${url}?loud=false`, "grist", {}, "QUERY");
	assert.equal(defaulted.headers.get("etag"), tags[0]);
});

test("If-None-Match: * and a tag of another call compute", async () => {
	const { mill, computed } = counting("QUERY");
	const url = await serve(mill);
	for (const known of ["*", '"nonsense"', "", '"*"']) {
		const answer = await send(url, "grist", { "If-None-Match": known }, "QUERY");
		assert.equal(answer.status, 200);
		assert.equal(answer.json().text, "grist");
	}
	assert.equal(computed(), 4);
});

test("a POST has no tag and ignores If-None-Match", async () => {
	const { mill, computed } = counting("POST");
	const url = await serve(mill);
	for (const known of [undefined, "*", '"nonsense"']) {
		const answer = await send(url, "grist", { "If-None-Match": known });
		assert.equal(answer.status, 200);
		assert.equal(answer.headers.get("etag"), null);
		assert.equal(answer.headers.get("cache-control"), "no-store");
	}
	assert.equal(computed(), 3);
});

test("a caller that wants one algorithm gets its answers alone, before the body is read", async () => {
	const { mill, computed } = counting("POST");
	const url = await serve(mill);
	const digest = (await send(url, "grist")).headers.get("mill-digest") ?? "";
	assert.equal((await send(url, "grist", { "Mill-Digest": digest })).status, 200);
	for (const more of [{}, { "Content-Type": "application/jsonl" }]) {
		const answer = await send(url, "grist", { "Mill-Digest": "another", ...more });
		assert.equal(refused(answer, 412, "other-algorithm").digest, digest);
		assert.equal(answer.headers.get("mill-digest"), digest);
	}
	assert.equal(computed(), 2);
});
